import Testing
import Vitrail

@Suite("Samples that no line leads to")
struct LonePointTests {
    /// The x of the line's samples that have dots.
    private func dots(
        _ y: [Double], x: [Double]? = nil, stepped: Bool = false, style: LineSeriesStyle = LineSeriesStyle(),
        raw: Bool = false
    ) throws -> [Double] {
        let axis = NumberAxis(defaultRange: NumberRange(0, 10))
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        chart.xAxis = axis
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 10))
        chart.decimation = raw ? .none : .automatic
        let columns = SeriesColumns(x: Column(x ?? y.indices.map(Double.init)), y: Column(y))
        chart.add(stepped ? StepLineSeries(columns: columns, style: style) : LineSeries(columns: columns, style: style))
        let plan = try plan(chart)
        let plot = plan.scene.plotArea
        return plan.scene.marks.filter { $0.label.hasSuffix("lone points") }.flatMap { mark -> [Double] in
            guard case .discs(let batch) = mark.shape else { return [] }
            return batch.items.map {
                ((Double($0.center.x) - Double(plot.x)) / Double(plot.width) * 100).rounded() / 10
            }
        }
    }

    private static let gap = Double.nan

    @Test("a gap or the end on both sides", arguments: [false, true], [false, true])
    func found(stepped: Bool, raw: Bool) throws {
        #expect(
            try dots([3, Self.gap, 4, 5, Self.gap, 6, Self.gap, .infinity, 7], stepped: stepped, raw: raw) == [0, 5, 8])
        #expect(try dots([5], x: [2], stepped: stepped, raw: raw) == [2])
        #expect(try dots([5, 5, 5, 5], x: [1, Self.gap, 3, 4], stepped: stepped, raw: raw) == [1])
        #expect(try dots([1, 2, 3], stepped: stepped, raw: raw) == [])
        #expect(try dots([Self.gap, Self.gap], stepped: stepped, raw: raw) == [])
    }

    @Test("several at one place, and no other beside them", arguments: [false, true], [false, true])
    func equal(stepped: Bool, raw: Bool) throws {
        #expect(try dots([5, 5], x: [3, 3], stepped: stepped, raw: raw) == [3])
        #expect(
            try dots([Self.gap, 5, 5, 5, Self.gap, 2, 4], x: [0, 3, 3, 3, 4, 6, 7], stepped: stepped, raw: raw) == [3])
        #expect(try dots([5, 6], x: [3, 3], stepped: stepped, raw: raw) == [])
        #expect(try dots([5, 5, 5], x: [3, 3, 4], stepped: stepped, raw: raw) == [])
    }

    @Test("where points are not shown, and the line is")
    func drawnStyle() throws {
        var style = LineSeriesStyle(lineColor: .pureRed, lineWidth: 3)
        #expect(try dots([5], style: style) == [0])
        style.pointStyle = PointStyle(showPoints: true)
        #expect(try dots([5], style: style) == [])
        style = LineSeriesStyle(lineWidth: 0)
        #expect(try dots([5], style: style) == [])
    }

    @Test("one beside the range that is shown is none: the line goes on there")
    func panned() throws {
        #expect(try dots([1, 2, Self.gap], x: [9, 11, 12]) == [])
    }

    @Test("of more than ten thousand samples, those that are far from others")
    func many() throws {
        let values = (0..<10_002).map { $0.isMultiple(of: 2) ? 1 : Double.nan }
        let x = values.indices.map { Double($0) / 1_100 }
        #expect(try dots(Array(values.prefix(10_000)), x: Array(x.prefix(10_000))).count == 5_000)
        #expect(try dots(values, x: x).isEmpty)
        let few = values.indices.map { $0.isMultiple(of: 2_000) ? 1 : Double.nan }
        #expect(try dots(few, x: x).map { ($0 * 10).rounded() } == [0, 18, 36, 55, 73, 91])
    }
}
