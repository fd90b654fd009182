import Foundation
import Testing
import Vitrail

/// Samples of docs/from-the-guides.md, for document 000: axes, ranges and ticks.
@Suite("Guide: axes")
struct AxisSamples {
    // MARK: Axes

    @Test("a chart gets its axes")
    func axisTypes() throws {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        // sample: axis-types
        chart.xAxis = NumberAxis()
        chart.yAxis = NumberAxis()
        // end
        #expect(chart.allAxes.count == 2 && chart.xAxis is NumberAxis)
        chart.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 5]))))
        _ = try plan(chart)
        #expect(chart.yAxis?.dataRange == NumberRange(1, 5))
    }

    @Test("an axis crosses the other one at a value")
    func axisCrossing() async throws {
        let chart = sampleChart([-5, 5], y: NumberRange(-10, 10))
        // sample: axis-crossing
        chart.xAxis?.axisPositionValue = 0
        chart.xAxis?.axisLabelsAreFixed = true
        // end
        chart.xAxis?.style.lineColor = .pureRed
        chart.xAxis?.style.lineWidth = 2
        let picture = try await Picture(chart)
        #expect(try picture.color(0.1, 0) == .pureRed)
        chart.yAxis?.setRange(2, 8)
        let pinned = try await Picture(chart)
        let plot = try #require(chart.plotAreaFrame)
        #expect((-2...1).contains { pinned.color(at: (plot.midX, plot.maxY + Double($0))) == .pureRed })
    }

    @Test("a default range, a range set later, and padding")
    func ranges() throws {
        let chart = sampleChart([0, 50])
        // sample: default-range
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 100))
        // end
        // sample: range-padding
        chart.yAxis?.rangePaddingLow = 5
        chart.yAxis?.rangePaddingHigh = 10
        // end
        _ = try plan(chart)
        #expect(chart.xAxis?.axisRange == NumberRange(0, 100) && chart.yAxis?.defaultRange == NumberRange(-5, 60))
        // sample: set-range
        chart.xAxis?.setRange(10, 40)
        // end
        #expect(chart.xAxis?.axisRange == NumberRange(10, 40))
        chart.autoCalculateAxisRanges = false
        chart.reloadData()
        _ = try plan(chart)
        #expect(chart.xAxis?.axisRange == NumberRange(10, 40))
    }

    @Test("values become places and texts, and places values")
    func mapping() throws {
        // sample: own-texts
        final class Dozens: NumberAxis {
            override func string(forId value: Double) -> String { "\(Int(value / 12)) dz" }
        }
        // end
        let chart = sampleChart([0, 48])
        chart.yAxis = Dozens(defaultRange: NumberRange(0, 48))
        _ = try plan(chart)
        // sample: axis-mapping
        let position = chart.yAxis?.pixelValue(forDataValue: 12)
        let value = chart.yAxis?.dataValue(forPixelValue: position ?? 0)
        let text = chart.yAxis?.string(forId: 36)
        // end
        let height = try #require(chart.plotAreaFrame?.height)
        #expect(abs((position ?? 0) - height * 0.75) < 1e-9 && value == 12 && text == "3 dz")
    }

    @Test("a second y-axis on the right has its own series")
    func secondAxis() throws {
        final class Source: SampleSource {
            let points: [[any ChartData]] = [
                [DataPoint(x: 0, y: 1), DataPoint(x: 1, y: 2)], [DataPoint(x: 0, y: 500), DataPoint(x: 1, y: 900)],
            ]
            // sample: axis-of-a-series
            func xAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { chart.allXAxes[0] }
            func yAxis(forSeriesAt index: Int, in chart: Chart) -> Axis? { chart.allYAxes[index] }
            // end
        }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), xAxisType: .number, yAxisType: .number)
        // sample: second-axis
        let right = NumberAxis()
        right.axisPosition = .reverse
        chart.addYAxis(right)
        // end
        let source = Source()
        chart.dataSource = source
        _ = try plan(chart)
        let (plot, canvas) = (try #require(chart.plotAreaFrame), try #require(chart.canvasFrame))
        #expect(right.dataRange == NumberRange(500, 900) && chart.yAxis?.dataRange == NumberRange(1, 2))
        #expect(canvas.maxX - plot.maxX > 15 && chart.secondaryYAxes.first === right)
        keep(source)
    }

    // MARK: Ticks

    /// Notes the major ticks of the x-axis.
    private final class Ticks: ChartDelegate {
        var values: [Double] = []
        var lines: [Bool] = []
        var texts: [String] = []
        func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
            guard axis === chart.xAxis, tick.isMajor else { return }
            values.append(tick.value)
            lines.append(tick.showTick)
            texts.append(tick.label)
        }
    }

    @Test("tick lines go, ticks come at a frequency from an anchor, and labels are formatted")
    func ticks() throws {
        let chart = sampleChart([0, 1], x: NumberRange(-3.5, 7.5))
        let ticks = Ticks()
        chart.delegate = ticks
        _ = try plan(chart)
        #expect(ticks.lines.contains(true))
        let axis = try #require(chart.xAxis as? NumberAxis)
        // sample: hide-ticks
        axis.style.majorTickStyle.showTicks = false
        // end
        // sample: tick-frequency
        axis.majorTickFrequency = 2
        axis.anchorPoint = 1
        // end
        // sample: number-formatter
        axis.numberFormatter.minimumFractionDigits = 1
        axis.numberFormatter.positiveSuffix = " kg"
        // end
        (ticks.values, ticks.lines, ticks.texts) = ([], [], [])
        _ = try plan(chart)
        #expect(Set(ticks.values) == [-3, -1, 1, 3, 5, 7] && !ticks.lines.contains(true))
        #expect(ticks.texts.contains("3.0 kg") && ticks.texts.contains("−3.0"))
    }

    @Test("labels of dates are formatted")
    func dateTicks() throws {
        let chart = Chart(width: 600, height: 400, xAxisType: .dateTime)
        chart.add(
            LineSeries(columns: SeriesColumns(x: Column(secondsSince1970: [0, 86_400 * 4]), y: Column([1.0, 2]))))
        let axis = try #require(chart.xAxis as? DateTimeAxis)
        // sample: date-formatter
        axis.dateFormatter.dateFormat = "EEE d"
        axis.majorTickFrequency = .days(2)
        // end
        let ticks = Ticks()
        chart.delegate = ticks
        _ = try plan(chart)
        #expect(Set(ticks.texts) == ["Thu 1", "Sat 3", "Mon 5"])
    }

    @Test("the delegate names the ticks, and changes single ones")
    func tickHooks() async throws {
        final class Delegate: ChartDelegate {
            // sample: own-ticks
            func chart(_ chart: Chart, majorTickValuesFor axis: Axis) -> [Double]? {
                axis === chart.xAxis ? [0, 1, 3] : nil
            }
            // end

            // sample: alter-tick
            func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
                if tick.value == 3 { tick.labelBackgroundColor = Color(0xFF0000) }
            }
            // end
        }
        let chart = sampleChart([1, 1, 1, 1])
        let plain = try await Picture(chart)
        let delegate = Delegate()
        chart.delegate = delegate
        let picture = try await Picture(chart)
        #expect(plain.count(.pureRed) == 0 && picture.count(.pureRed) > 20)
        let end = try picture.position(of: 3, 1).x
        let reds = (0..<600).filter { x in
            (380..<400).contains { picture.color(at: (Double(x), Double($0))) == .pureRed }
        }
        #expect(reds.allSatisfy { abs(Double($0) - end) < 20 })
        keep(delegate)
    }

    @Test("labels at the ends of the range go or stay")
    func clipping() async throws {
        let chart = sampleChart([0, 1], x: NumberRange(0, 10))
        let axis = try #require(chart.xAxis)
        axis.majorTickFrequency = 5
        axis.style.majorTickStyle.labelColor = .pureRed
        axis.style.majorTickStyle.showTicks = false
        // sample: clipping
        axis.tickLabelClippingModeLow = .neitherPersist
        axis.tickLabelClippingModeHigh = .ticksAndLabelsPersist
        // end
        /// Whether there is something red below the axis at a value.
        func hasLabel(_ value: Double) async throws -> Bool {
            let picture = try await Picture(chart)
            let (x, bottom) = (try picture.position(of: value, 0).x, try #require(chart.plotAreaFrame?.maxY))
            return (-8...8).contains { dx in
                (1...20).contains { picture.color(at: (x + Double(dx), bottom + Double($0))).isClose(to: .pureRed, 60) }
            }
        }
        #expect(try await hasLabel(5))
        #expect(try await hasLabel(10))
        #expect(try await !hasLabel(0))
        axis.tickLabelClippingModeLow = .ticksAndLabelsPersist
        #expect(try await hasLabel(0))
    }
}
