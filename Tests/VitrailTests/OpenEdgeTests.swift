import Testing
import Vitrail

@Suite("Marks on the edge of the plot area")
struct OpenEdgeTests {
    private func chart(x: [Double], y: [Double]) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10))
        let points = PointStyle(color: .pureBlue, radius: 8, innerRadius: 0)
        chart.add(
            ScatterSeries(
                columns: SeriesColumns(x: Column(x), y: Column(y)), style: ScatterSeriesStyle(pointStyle: points)))
        return chart
    }

    /// Blue pixels left of the plot area and above it.
    private func outside(_ probe: Probe) -> (left: Int, above: Int) {
        var (left, above) = (0, 0)
        for y in 0..<probe.image.height {
            for x in 0..<probe.image.width where probe[x, y].isClose(to: .pureBlue, 2) {
                if x < probe.plot.x { left += 1 }
                if y < probe.plot.y { above += 1 }
            }
        }
        return (left, above)
    }

    @Test("A2 discs on the edge are whole where no sample lies outside of an explicit range")
    func whole() async throws {
        let found = outside(try await Probe(chart(x: [0, 5], y: [5, 10])))
        #expect(found.left > 70 && found.left < 110)
        #expect(found.above > 70 && found.above < 110)
    }

    @Test("C-006 where a sample lies outside of a range, nothing is painted over its edges")
    func cut() async throws {
        let found = outside(try await Probe(chart(x: [0, 5, 11], y: [5, 10, 5])))
        #expect(found.left == 0)
        #expect(found.above > 70)
    }
}
