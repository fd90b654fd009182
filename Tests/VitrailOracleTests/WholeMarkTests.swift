import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailReference
import VitrailScene
import VitrailTestNumbers

/// Draws random charts with automatic ranges twice by the exact reference: as planned, and without the clip of their
/// series. Equal pictures show that no mark is cut.
///
/// `VITRAIL_WHOLE_CHARTS=2000` makes more charts; `VITRAIL_WHOLE_SEED=17` makes one of them.
@Suite("No mark is cut on automatic ranges")
struct WholeMarkTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// Seeds of additional charts that once failed because a widened part of a fill was cut.
    private static let found: [UInt64] = [492, 1171, 1444, 1570]

    @Test("random charts are the same without the clip of the plot area")
    func random() throws {
        let only = Self.environment["VITRAIL_WHOLE_SEED"].flatMap { UInt64($0) }
        let count = Self.environment["VITRAIL_WHOLE_CHARTS"].flatMap { UInt64($0) } ?? 150
        var inked = 0
        for seed in only.map({ [$0] }) ?? Array(0..<count) + Self.found {
            var random = SeededNumbers(seed: seed)
            let chart = RandomChart.make(&random)
            let scene = try plan(chart).scene
            let cut = ReferenceRasterizer.render(scene.seriesAlone(isClipped: true)).image
            let whole = ReferenceRasterizer.render(scene.seriesAlone(isClipped: false)).image
            #expect(cut == whole, "seed \(seed): \(chart.series.map { type(of: $0) }) at \(chart.frame)")
            if cut != PixelImage(size: scene.size, filledWith: scene.background) { inked += 1 }
        }
        #expect(inked > 0)
    }

    @Test("a clip that cuts is seen")
    func cut() throws {
        var random = SeededNumbers(seed: 3)
        var scene = try plan(RandomChart.make(&random)).scene.seriesAlone(isClipped: false)
        let whole = ReferenceRasterizer.render(scene).image
        for i in scene.layers[0].marks.indices {
            scene.layers[0].marks[i].clip = PixelRect(
                x: 0, y: 0, width: scene.size.width / 2, height: scene.size.height)
        }
        #expect(ReferenceRasterizer.render(scene).image != whole)
    }
}

extension Scene {
    /// The marks of series on the background.
    fileprivate func seriesAlone(isClipped: Bool) -> Scene {
        var scene = self
        var marks = layers.filter { $0.kind == .series }.flatMap(\.marks)
        if !isClipped { for i in marks.indices { marks[i].clip = nil } }
        scene.layers = [Layer(.series, marks: marks)]
        return scene
    }
}

/// A chart of a few series on number axes with automatic ranges.
private enum RandomChart {
    static func make(_ random: inout SeededNumbers) -> Chart {
        let chart = Chart(
            frame: Rect(
                x: 0, y: 0, width: random.double(120...360).rounded(), height: random.double(90...240).rounded()))
        for _ in 0..<Int.random(in: 1...3, using: &random) { chart.add(series(&random)) }
        let axis = NumberAxis()
        axis.nice = Bool.random(using: &random)
        chart.yAxis = axis
        return chart
    }

    private static func series(_ random: inout SeededNumbers) -> CartesianSeries {
        let count = Int.random(in: 1...30, using: &random)
        let (low, span) = (random.double(-50...50), pow(10, random.double(-2...3)))
        func values() -> Column {
            Column((0..<count).map { _ in random.double(0...1) < 0.1 ? .nan : low + span * random.double(0...1) })
        }
        let x = Column((0..<count).map(Double.init))
        let width = random.double(0.5...9)
        let points = PointStyle(
            showPoints: Bool.random(using: &random), radius: random.double(1...12), innerRadius: random.double(0...6))
        var columns = SeriesColumns(x: x, y: values())
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return LineSeries(columns: columns, style: LineSeriesStyle(lineWidth: width, pointStyle: points))
        case 1:
            return LineSeries(
                columns: columns, style: LineSeriesStyle(showFill: true, areaLineWidth: width, pointStyle: points))
        case 2: return StepLineSeries(columns: columns, style: LineSeriesStyle(lineWidth: width, pointStyle: points))
        case 3: return ScatterSeries(columns: columns, style: ScatterSeriesStyle(pointStyle: points))
        case 4:
            columns.area = values()
            return BubbleSeries(columns: columns)
        case 5:
            columns = SeriesColumns(x: x)
            (columns[.low], columns[.high]) = (values(), values())
            return BandSeries(columns: columns, style: BandSeriesStyle(lineWidth: width, pointStyle: points))
        case 6: return ColumnSeries(columns: columns, style: BarColumnSeriesStyle(lineColor: .black, lineWidth: width))
        case 7:
            columns = SeriesColumns(x: x)
            for key in [DataKey.open, .high, .low, .close] { columns[key] = values() }
            return OHLCSeries(columns: columns, style: OHLCSeriesStyle(trunkWidth: width, armWidth: width))
        default:
            columns = SeriesColumns(x: x)
            for key in [DataKey.open, .high, .low, .close] { columns[key] = values() }
            return CandlestickSeries(
                columns: columns, style: CandlestickSeriesStyle(outlineWidth: width, stickWidth: width))
        }
    }
}
