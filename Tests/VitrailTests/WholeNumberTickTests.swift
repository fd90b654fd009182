import Testing
import Vitrail

@Suite("Ticks of whole numbers")
struct WholeNumberTickTests {
    /// The labels of both axes of a line.
    private func labels(_ points: [(Double, Double)], format: String? = nil) async throws -> (x: [String], y: [String])
    {
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

@Suite("A wish for a number of ticks")
struct TickCountTests {
    private func labels(_ wish: Int?, height: Double = 400) async throws -> [Double] {
        let chart = Chart.dots(x: NumberAxis(), y: NumberAxis(defaultRange: NumberRange(0, 100)), [(0, 0), (1, 100)])
        chart.frame = Rect(x: 0, y: 0, width: 600, height: height)
        chart.yAxis?.tickCount = wish
        let recorder = TickLog()
        chart.delegate = recorder
        _ = try await Probe(chart)
        return recorder.majors(chart.yAxis)
    }

    @Test("the step is the one that leads nearest to the wish")
    func wish() async throws {
        #expect(try await labels(3) == [0, 50, 100])
        #expect(try await labels(6) == [0, 20, 40, 60, 80, 100])
        #expect(try await labels(12) == stride(from: 0, through: 100, by: 10).map(Double.init))
    }

    @Test("labels keep their room, whatever the wish")
    func room() async throws {
        let found = try await labels(80, height: 200)
        #expect((3...14).contains(found.count))
    }

    @Test("without a wish labels are 40 points apart on y, 20 where fewer than four would be left")
    func spacing() async throws {
        #expect(try await labels(nil).count == 6)
        #expect((4...6).contains(try await labels(nil, height: 150).count))
    }
}
