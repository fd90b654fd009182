import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 000: data sources, points and labels.
///
/// Each sample stands in the test that runs it, between `// sample: NAME` and `// end`; `GuideArticleTests` compares it
/// with the article.
@Suite("Guide: data")
struct DataSamples {
    @Test("a simple data source takes points and plain numbers")
    func simpleDataSource() throws {
        let chart = sampleChart()
        // sample: simple-data-source
        let source = SimpleDataSource()
        source.addSeries(LineSeries(title: "measured"), [DataPoint(x: 0.5, y: 2), DataPoint(x: 1.5, y: 4)])
        source.addSeries(LineSeries(title: "counted"), [30, 10, 20])
        chart.dataSource = source
        // end
        _ = try plan(chart)
        #expect(chart.series.map(\.title) == ["measured", "counted"])
        #expect(chart.series[0].dataPoint(at: 1)?.xValue == 1.5)
        #expect(chart.series[1].dataPoint(at: 2).map { [$0.xValue, $0.yValue] } == [2, 20])
        keep(source)
    }

    // sample: own-objects
    final class Reading: ChartData {
        let time: Date
        let degrees: Double?

        init(time: Date, degrees: Double?) { (self.time, self.degrees) = (time, degrees) }

        var xValue: DataValue? { DataValue(time) }
        var yValue: DataValue? { degrees.map(DataValue.number) }
    }
    // end

    @Test("objects of the host are points, and come back")
    func ownObjects() throws {
        final class Source: SampleSource {
            let points: [[any ChartData]] = [
                (0..<3).map {
                    Reading(time: Date(timeIntervalSince1970: Double($0) * 3_600), degrees: $0 == 1 ? nil : 20)
                }
            ]
        }
        let source = Source()
        let chart = Chart(width: 600, height: 400, xAxisType: .dateTime)
        chart.dataSource = source
        _ = try plan(chart)
        let series = try #require(chart.series.first)
        #expect(series.data(at: 2) as? Reading === source.points[0][2] as? Reading && series.data(at: 2) != nil)
        #expect(series.dataPoint(at: 1)?.yValue == nil && chart.xAxis?.dataRange == NumberRange(0, 7_200))
    }

    @Test("points have labels")
    func pointLabels() throws {
        final class Texts: ChartDelegate {
            var texts: [String] = []
            func chart(_ chart: Chart, alter label: DataPointLabel, at point: ChartPoint, of series: CartesianSeries) {
                texts.append(label.text)
            }
        }
        let chart = sampleChart([10, 30, 20])
        let series = try #require(chart.series.first as? LineSeries)
        let texts = Texts()
        chart.delegate = texts
        _ = try plan(chart)
        #expect(texts.texts.isEmpty)
        // sample: point-labels
        series.style.dataPointLabelStyle.showLabels = true
        series.style.dataPointLabelStyle.displayValues = .y
        series.style.dataPointLabelStyle.offsetFromDataPoint = Offset(x: 0, y: -12)
        // end
        _ = try plan(chart)
        #expect(texts.texts == ["10", "30", "20"])
    }

    // MARK: Spokes

    @Test("slices have spokes, and selected ones another anchor")
    func spokes() throws {
        final class Source: SampleSource {
            let points: [[any ChartData]] = [
                [RadialDataPoint(name: "rent", value: 9), RadialDataPoint(name: "food", value: 5, selected: true)]
            ]
            // sample: spokes
            func series(at index: Int, in chart: Chart) -> Series {
                let series = DonutSeries()
                series.style.spokeStyle.showSpokes = true
                series.selectedStyle.spokeStyle.showSpokes = true
                series.style.spokeStyle.anchorRadius = 4
                series.selectedStyle.spokeStyle.anchorColor = Color(0x0000FF)
                series.selectedStyle.spokeStyle.anchorRadius = 9
                return series
            }
            // end
        }
        let source = Source()
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.dataSource = source
        _ = try plan(chart)
        let series = try #require(chart.series.first as? DonutSeries)
        let (normal, selected) = (
            series.resolvedSpokeStyle(isSelected: false), series.resolvedSpokeStyle(isSelected: true)
        )
        #expect(normal.showSpokes && normal.anchorRadius == 4 && normal.anchorColor != .pureBlue)
        #expect(
            selected.showSpokes && selected.anchorRadius == 9 && selected.anchorColor == .pureBlue
                && series.selectedSlices == [1])
        keep(source)
    }

    @Test("the hook for labels gives single slices a spoke of their own, the same one in each picture")
    func spokeOfOneSlice() throws {
        final class Delegate: ChartDelegate {
            // sample: spoke-of-one-slice
            func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries)
            {
                var spoke = series.resolvedSpokeStyle(isSelected: point.selected)
                let amount = point.yValue?.number ?? 0
                if amount < 1 {
                    spoke.showSpokes = false
                    label.isHidden = true
                } else {
                    spoke.length += amount * 3
                    if point.selected {
                        spoke.anchorColor = Color(0xFF8000)
                        spoke.anchorRadius *= 2
                    }
                    label.textColor = .black
                }
                series.setSpokeStyle(spoke, slice: slice)
            }
            // end
        }
        let series = DonutSeries(columns: SeriesColumns(x: Column(["a", "b", "c"]), y: Column([0.5, 4, 8])))
        series.style.spokeStyle.showSpokes = true
        series.selectedStyle.spokeStyle.showSpokes = true
        series.setSlice(2, selected: true)
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.add(series)
        let delegate = Delegate()
        chart.delegate = delegate
        _ = try plan(chart)
        let length = try #require(series.spokeStyle(ofSlice: 1)?.length)
        _ = try plan(chart)
        let spokes = try (0..<3).map { try #require(series.spokeStyle(ofSlice: $0)) }
        #expect(spokes.map(\.showSpokes) == [false, true, true])
        #expect(spokes[1].length == length && spokes[2].length == length + 12)
        #expect(spokes[2].anchorColor == .pureOrange && spokes[2].anchorRadius == 10 && spokes[1].anchorRadius == 5)
        keep(delegate)
    }
}
