import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Series whose points are markers")
struct MarkerSeriesTests {
    private static let color = Color(0x1F77B4, alpha: 0.3)
    private static let plain = PointStyle(showPoints: true, color: color, radius: 1.5, innerRadius: 0)

    private func scatter(_ x: [Double], _ y: [Double], _ point: PointStyle = plain) -> ScatterSeries {
        ScatterSeries(columns: SeriesColumns(x: Column(x), y: Column(y)), style: ScatterSeriesStyle(pointStyle: point))
    }

    private func marks(_ series: Series, x: Axis = NumberAxis(), y: Axis = NumberAxis()) throws -> [Mark] {
        let chart = Chart(width: 400, height: 300)
        (chart.xAxis, chart.yAxis) = (x, y)
        chart.add(series)
        return try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
    }

    /// The markers of a series that consists of one mark.
    private func markers(_ series: Series, x: Axis = NumberAxis(), y: Axis = NumberAxis()) throws -> Markers {
        let marks = try marks(series, x: x, y: y)
        guard marks.count == 1, case .markers(let markers) = marks[0].shape else {
            Issue.record("\(marks)")
            return Markers([], color: .clear)
        }
        return markers
    }

    /// Positions of the discs that the series makes if each of its points has its own style.
    private func positions(
        _ series: ScatterSeries, x: Axis = NumberAxis(), y: Axis = NumberAxis()
    ) throws -> [PlotPoint] {
        series.pointStyleHook = { _, style in style }
        return try marks(series, x: x, y: y).flatMap { mark in
            if case .discs(let batch) = mark.shape { batch.items.map(\.center) } else { [] as [PlotPoint] }
        }
    }

    @Test("a scatter is one mark, as large for a million points as for ten")
    func compact() throws {
        let count = 1_000_000
        let x = (0..<count).map(Double.init)
        let markers = try markers(scatter(x, x))
        #expect(markers.count == count && markers.color == Self.color)
        var items: [Markers.Item] = []
        items.append(addingCapacity: 2) { markers.read(count - 2..<count, into: &$0) }
        #expect(items.allSatisfy { $0.radius == 1.5 } && items[0].center != items[1].center)
    }

    @Test("they lie where points drawn one by one lie, also far from zero and on every scale")
    func same() throws {
        let epoch = (0..<50).map { 1.7e9 + Double($0) }
        let growing = (0..<50).map { 0.001 * Double($0 * $0) - 0.01 }
        let scales: [() throws -> Axis] = [
            { NumberAxis() }, { LogarithmicAxis() }, { SymmetricLogarithmicAxis() },
            {
                let axis = DiscontinuousNumberAxis()
                try axis.addExcludedRange(NumberRange(0.2, 1))
                return axis
            },
        ]
        for make in scales {
            let drawn = try markers(scatter(epoch, growing), y: try make()).items.map(\.center)
            let expected = try positions(scatter(epoch, growing), y: try make())
            #expect(drawn.count == 50 && drawn.filter(\.isFinite) == expected && !expected.isEmpty)
        }
        let across = try markers(scatter(epoch, growing)).items.map(\.center.x)
        #expect(zip(across, across.dropFirst()).allSatisfy { $1 - $0 > 5 })
    }

    @Test("on upright axes, too")
    func vertical() throws {
        let (x, y) = ([1.0, 2, 5], [7.0, 1, 3])
        let style = ScatterSeriesStyle(pointStyle: Self.plain)
        func series() -> ScatterSeries {
            ScatterSeries(columns: SeriesColumns(x: Column(x), y: Column(y)), orientation: .vertical, style: style)
        }
        #expect(try markers(series()).items.map(\.center) == positions(series()))
    }

    @Test("a sample without a place has none")
    func gaps() throws {
        let series = scatter([0, 1, 2, .nan, 4, 5], [1, .nan, .infinity, 3, -.infinity, 2])
        #expect(try markers(series).items.map(\.center.isFinite) == [true, false, false, false, false, true])
    }

    @Test("points of more than one look are discs")
    func drawnStyles() throws {
        func isMarkers(_ change: (ScatterSeries) -> Void) throws -> Bool {
            let series = scatter([1, 2, 3], [-1, 2, 3])
            change(series)
            return try marks(series).contains { if case .markers = $0.shape { true } else { false } }
        }
        #expect(try isMarkers { _ in })
        #expect(try isMarkers { $0.style.pointStyle.colorBelowBaseline = Self.color })
        #expect(
            try isMarkers {
                $0.style.pointStyle.innerRadius = 1
                $0.style.pointStyle.innerColor = .clear
            })
        #expect(try !isMarkers { $0.style.pointStyle.colorBelowBaseline = .black })
        #expect(
            try !isMarkers {
                $0.style.pointStyle.innerRadius = 1
                $0.style.pointStyle.innerColor = .black
            })
        #expect(try !isMarkers { $0.selectedPoints = [1] })
        #expect(try !isMarkers { $0.pointStyleHook = { _, style in style } })
        #expect(try !isMarkers { $0.style.pointStyle.texture = PixelImage(size: PixelSize(width: 2, height: 2)) })
        #expect(try !isMarkers { $0.style.pointStyle.showPoints = false })
    }

    @Test("bubbles are markers, each of its radius")
    func bubbles() throws {
        let columns = SeriesColumns(
            x: Column([1.0, 2, 3, 4]), y: Column([1.0, 2, 3, 4]),
            area: Column([Double.pi, 4 * Double.pi, -1, Double.nan]))
        let series = BubbleSeries(
            columns: columns, style: BubbleSeriesStyle(scale: 1, pointStyle: PointStyle(color: Self.color)))
        let markers = try markers(series)
        #expect(markers.items.map(\.radius) == [1, 2, 0, 0] && markers.color == Self.color)
        series.pointStyleHook = { _, style in style }
        guard case .discs(let batch)? = try marks(series).first?.shape else {
            Issue.record("no discs")
            return
        }
        // If drawn one by one, large ones come first.
        #expect(batch.items.map(\.center) == [markers.items[1].center, markers.items[0].center])
    }

    @Test("points of lines are markers")
    func lines() throws {
        let style = LineSeriesStyle(lineWidth: 0, pointStyle: Self.plain)
        let line = LineSeries(columns: SeriesColumns(x: Column([1.0, 2, 3]), y: Column([1.0, .nan, 2])), style: style)
        let shapes = try marks(line).map(\.shape)
        #expect(shapes.contains { if case .markers(let markers) = $0 { markers.count == 3 } else { false } })
    }

    @Test("several series keep their order")
    func order() throws {
        let chart = Chart(width: 400, height: 300)
        for k in 0..<3 {
            chart.add(
                scatter(
                    [1, 2], [Double(k), 1],
                    PointStyle(showPoints: true, color: Color(UInt32(k)), radius: 2, innerRadius: 0)))
        }
        let marks = try plan(chart).scene.layers.first { $0.kind == .series }?.marks ?? []
        let colors = marks.map { if case .markers(let markers) = $0.shape { markers.color } else { Color.clear } }
        #expect(colors == (0..<3).map { Color(UInt32($0)) })
    }
}
