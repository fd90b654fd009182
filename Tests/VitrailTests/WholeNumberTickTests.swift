import Testing
import Vitrail

@Suite("Ticks of whole numbers")
struct WholeNumberTickTests {
    /// The labels of both axes of a line.
    private func labels(_ points: [(Double, Double)], format: String? = nil) async throws -> (x: [String], y: [String]) {
        let (x, y) = (NumberAxis(), NumberAxis())
        y.labelFormatString = format
        let chart = Chart.dots(x: x, y: y, points)
        let recorder = TickLog()
        chart.delegate = recorder
        _ = try await Probe(chart)
        return (recorder.labels(x), recorder.labels(y))
    }

    @Test("counts have whole ticks on both axes")
    func counts() async throws {
        let found = try await labels([(0, 0), (1, 1), (2, 0), (3, 2)])
        #expect(found.x == ["0", "1", "2", "3"])
        #expect(found.y == ["0", "1", "2"])
    }

    @Test("years on an axis of numbers are whole")
    func years() async throws {
        #expect(try await labels([(2018, 3), (2019, 4), (2020, 5), (2021, 6)]).x == ["2018", "2019", "2020", "2021"])
    }

    @Test("a single value that is not whole brings the decimals back")
    func fraction() async throws {
        #expect(try await labels([(0, 0), (1, 1.5), (2, 2)]).y.contains("0.5"))
    }

    @Test("a format that writes neighbours alike gets longer steps", arguments: [2.0, 2.5])
    func format(top: Double) async throws {
        #expect(try await labels([(0, 0), (1, 1), (2, top)], format: "%.0f").y == ["0", "1", "2"])
    }
}
