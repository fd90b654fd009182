import Testing
import Vitrail

@Suite("Look of ticks")
struct TickLookTests {
    private func chart(x: NumberRange = NumberRange(0, 10), step: AxisStep? = 5) -> Chart {
        let chart = Probe.chart(x: x, y: NumberRange(0, 10)).bare()
        chart.xAxis?.majorTickFrequency = step
        chart.xAxis?.anchorPoint = 0
        chart.xAxis?.style.majorTickStyle = TickStyle(
            showTicks: true, lineColor: .pureBlue, lineWidth: 1, labelColor: .pureRed)
        return chart
    }

    @Test("C-064 the alter hook is called once per tick of each layout pass; what it sets shows")
    func alter() async throws {
        let chart = chart()
        let recorder = TickRecorder { tick, axis in
            guard axis.direction == .x else { return }
            switch tick.value {
            case 0: tick.showLabel = false
            case 5:
                tick.labelBackgroundColor = .pureGreen
                tick.label = "a much longer text"
            default:
                tick.labelColor = .pureBlue
                tick.labelFont = FontStyle(size: 30)
                tick.showTick = false
            }
        }
        // Minor ticks are also passed to the hook, and hidden by it here.
        chart.xAxis?.minorTickFrequency = 2.5
        chart.xAxis?.style.minorTickStyle = TickStyle(showTicks: true, showLabels: false)
        let plain = try await Probe(chart)
        chart.delegate = recorder
        let probe = try await Probe(chart)
        for axis in chart.allAxes {
            let values = recorder.calls.filter { $0.axis === axis }.map(\.value)
            let ticks = Set(values)
            let passes = values.count / ticks.count
            #expect((1...3).contains(passes) && values.count == passes * ticks.count)
            // Each pass has each tick once.
            for pass in 0..<passes { #expect(Set(values[(pass * ticks.count)..<((pass + 1) * ticks.count)]) == ticks) }
        }
        #expect(Set(recorder.calls.filter { $0.axis === chart.xAxis }.map(\.value)) == [0, 2.5, 5, 7.5, 10])
        #expect(probe.ink(.pureRed, in: try probe.below(at: 0, halfWidth: 15)) == nil)
        let box = try #require(probe.ink(.pureGreen))
        let text = try #require(probe.ink(.pureRed, in: try probe.below(at: 5, halfWidth: 80)))
        let old = try #require(plain.ink(.pureRed, in: try plain.below(at: 5, halfWidth: 80)))
        #expect(box.width > 90 && text.width > 10 * old.width)
        // The larger font has enough space.
        let large = try #require(probe.ink(.pureBlue, in: try probe.below(at: 10, halfWidth: 40)))
        #expect(large.height >= 20 && large.y > probe.plot.maxY + 5)
        #expect(probe.plot.maxY < plain.plot.maxY - 10)
    }

    @Test("C-064 the hook's gridlines, stripes, tick colours and places of labels show")
    func alterGrid() async throws {
        let chart = chart()
        chart.yAxis?.style.majorTickStyle = TickStyle(showLabels: false)
        let recorder = TickRecorder { tick, axis in
            guard axis.direction == .x, tick.value == 5 else { return }
            tick.showGridline = true
            tick.gridlineColor = .pureGreen
            tick.lineColor = .black
            tick.labelOffset = (x: 20, y: 8)
        }
        let plain = try await Probe(chart)
        chart.delegate = recorder
        let probe = try await Probe(chart)
        let line = try #require(probe.ink(.pureGreen))
        let position = try probe.position(of: 5, 0).x
        #expect(line.height == probe.plot.height && abs(Double(line.x) + 0.5 - position) <= 1)
        let tick = try #require(
            probe.ink(
                .black, in: PixelRect(x: probe.plot.x, y: probe.plot.maxY + 1, width: probe.plot.width, height: 5)))
        #expect(abs(Double(tick.x) + 0.5 - (try probe.position(of: 5, 0).x)) <= 1)
        let (before, after) = (
            try #require(plain.ink(.pureRed, in: try plain.below(at: 5, halfWidth: 60))),
            try #require(probe.ink(.pureRed, in: try probe.below(at: 5, halfWidth: 60)))
        )
        #expect(after.x - before.x == 20 && after.y - before.y == 8)
        chart.xAxis?.style.gridStripeStyle = GridStripeStyle(
            showGridStripes: true, stripeColor: Color(0xEEEEEE), alternateStripeColor: Color(0xDDDDDD))
        let stripes = TickRecorder { tick, axis in
            if axis.direction == .x, tick.value == 5 { tick.stripeColor = .pureGreen }
        }
        chart.delegate = stripes
        let striped = try await Probe(chart)
        #expect(try striped.color(7, 5) == .pureGreen)
        #expect(try striped.color(3, 5) == Color(0xEEEEEE))
    }

    @Test("C-065 showTicks false takes away ticks only, showLabels false labels only")
    func parts() async throws {
        for (ticks, labels) in [(true, true), (false, true), (true, false), (false, false)] {
            let chart = chart()
            chart.xAxis?.style.majorTickStyle.showTicks = ticks
            chart.xAxis?.style.majorTickStyle.showLabels = labels
            let probe = try await Probe(chart)
            #expect((probe.ink(.pureBlue) != nil) == ticks)
            #expect((probe.ink(.pureRed) != nil) == labels)
        }
    }

    // MARK: Clipping

    /// An axis with ticks one pixel inside both ends of its range, in the middle of a wide picture.
    private func clipped(
        high: TickLabelClippingMode?, low: TickLabelClippingMode?, format: String = "%.0f"
    ) async throws -> Probe {
        let chart = chart(x: NumberRange(-10.05, 10.05), step: 10)
        chart.canvasInset = Insets(left: 100, right: 100)
        chart.yAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
        // Space for half of "−10".
        chart.yAxis?.width = 16
        chart.xAxis?.labelFormatString = format
        chart.xAxis?.tickLabelClippingModeHigh = high
        chart.xAxis?.tickLabelClippingModeLow = low
        let probe = try await Probe(chart)
        #expect(abs(try probe.position(of: 10, 0).x - Double(probe.plot.maxX) + 1) < 0.5)
        return probe
    }

    /// So long that even the canvas has no space for it beside the plot area.
    private static let long = "%.0f million dollars"

    private func label(_ probe: Probe, at value: Double) throws -> PixelRect? {
        probe.ink(.pureRed, in: try probe.below(at: value, halfWidth: 70))
    }
    private func tick(_ probe: Probe, at value: Double) throws -> PixelRect? {
        probe.ink(.pureBlue, in: try probe.below(at: value, halfWidth: 3))
    }

    @Test("C-066 ticksAndLabelsPersist: a tick one pixel inside the range keeps its full label beyond the axis area")
    func persist() async throws {
        let probe = try await clipped(high: .ticksAndLabelsPersist, low: .ticksAndLabelsPersist, format: Self.long)
        let middle = try #require(try label(probe, at: 0))
        for value in [-10.0, 10] {
            let ink = try #require(try label(probe, at: value))
            // As wide as its text: "10" compared with "0", and a minus.
            #expect(ink.width > middle.width)
            #expect(abs(Double(ink.x + ink.maxX) / 2 - (try probe.position(of: value, 0).x)) <= 2)
            #expect(try tick(probe, at: value) != nil)
        }
        // Past the canvas, and past the axis area with it, on both sides.
        #expect(try #require(try label(probe, at: 10)).maxX > 600 - 100 + 20)
        #expect(try #require(try label(probe, at: -10)).x < 100 - 20)
    }

    @Test(
        "C-067 ticksPersist: that label is gone, its tick stays; neitherPersist: both are gone; each end by its own property"
    )
    func removed() async throws {
        for high in TickLabelClippingMode.allCases {
            for low in TickLabelClippingMode.allCases {
                let probe = try await clipped(high: high, low: low)
                for (value, mode) in [(-10.0, low), (10, high)] {
                    #expect((try label(probe, at: value) != nil) == (mode == .ticksAndLabelsPersist))
                    #expect((try tick(probe, at: value) != nil) == (mode != .neitherPersist))
                }
                #expect(try label(probe, at: 0) != nil)
                #expect(try tick(probe, at: 0) != nil)
            }
        }
    }

    @Test(
        "C-067 a label that touches the end from inside stays in every mode", arguments: TickLabelClippingMode.allCases)
    func inside(mode: TickLabelClippingMode) async throws {
        // "-9" and "9" are 15 pixels inside the ends; their labels are narrower.
        let chart = chart(x: NumberRange(-9.7, 9.7), step: 9)
        chart.xAxis?.tickLabelClippingModeHigh = mode
        chart.xAxis?.tickLabelClippingModeLow = mode
        let probe = try await Probe(chart)
        for value in [-9.0, 9] {
            let ink = try #require(try label(probe, at: value))
            #expect(ink.x >= probe.plot.x && ink.maxX <= probe.plot.maxX)
            #expect(try tick(probe, at: value) != nil)
        }
    }

    @Test("C-067 on a y-axis the high end is the upper one")
    func removedOnY() async throws {
        for high in TickLabelClippingMode.allCases {
            let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(-10.02, 10.02)).bare()
            chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
            let axis = try #require(chart.yAxis)
            axis.majorTickFrequency = 10
            axis.anchorPoint = 0
            axis.style.majorTickStyle = TickStyle(
                showTicks: true, lineColor: .pureBlue, lineWidth: 1, labelColor: .pureRed,
                labelFont: FontStyle(size: 50))
            axis.tickLabelClippingModeHigh = high
            axis.tickLabelClippingModeLow = .neitherPersist
            let probe = try await Probe(chart)
            func shows(_ color: Color, _ rows: Range<Int>) -> Bool {
                probe.ink(color, in: PixelRect(x: 0, y: rows.lowerBound, width: probe.plot.x, height: rows.count))
                    != nil
            }
            let (top, bottom) = (0..<probe.plot.y + 40, probe.plot.maxY - 40..<400)
            #expect(
                shows(.pureRed, top) == (high == .ticksAndLabelsPersist)
                    && shows(.pureBlue, top) == (high != .neitherPersist))
            #expect(!shows(.pureRed, bottom) && !shows(.pureBlue, bottom))
            #expect(
                shows(.pureRed, top.upperBound..<bottom.lowerBound)
                    && shows(.pureBlue, top.upperBound..<bottom.lowerBound))
        }
    }

    @Test("C-067 while no mode is set, a label past an end stays where the canvas has room for it, and its tick always")
    func room() async throws {
        for (format, fits) in [("%.0f", true), (Self.long, false)] {
            let probe = try await clipped(high: nil, low: nil, format: format)
            for value in [-10.0, 10] {
                let ink = try label(probe, at: value)
                #expect((ink != nil) == fits)
                if let ink { #expect(value < 0 ? ink.x < probe.plot.x : ink.maxX > probe.plot.maxX) }
                #expect(try tick(probe, at: value) != nil)
            }
        }
    }

    @Test(
        "C-067 while no mode is set, the axis makes room for a label on its very end; set modes leave it out and ask for no room"
    )
    func ends() async throws {
        let chart = chart()
        chart.xAxis?.labelFormatString = Self.long
        let wide = try await Probe(chart)
        for value in [0.0, 10] {
            let ink = try #require(try label(wide, at: value))
            #expect(ink.x > 0 && ink.maxX < 600 && ink.width > 70)
        }
        chart.xAxis?.tickLabelClippingModeHigh = .ticksPersist
        let narrow = try await Probe(chart)
        #expect(try label(narrow, at: 10) == nil)
        #expect(try label(narrow, at: 0) != nil)
        #expect(narrow.plot.maxX > wide.plot.maxX + 20 && narrow.plot.x == wide.plot.x)
    }

    // MARK: Orientation

    @Test("C-068 labels are wider than high, turned by 45°, or higher than wide, with the tick at their end")
    func orientation() async throws {
        for position in Axis.Position.allCases {
            for orientation in TickLabelOrientation.allCases {
                let chart = chart()
                chart.xAxis?.axisPosition = position
                chart.xAxis?.style.majorTickStyle.tickLabelOrientation = orientation
                chart.xAxis?.labelFormatString = "%.0f000000000"
                let probe = try await Probe(chart)
                let place = try probe.position(of: 5, 0).x
                let strip = PixelRect(x: Int(place) - 100, y: 0, width: 200, height: 400)
                let ink = try #require(probe.ink(.pureRed, in: strip))
                let middle = Double(ink.x + ink.maxX) / 2
                let isBottom = position == .normal
                #expect(isBottom ? ink.y > probe.plot.maxY : ink.maxY < probe.plot.y)
                switch orientation {
                case .horizontal: #expect(ink.width > 5 * ink.height && abs(middle - place) <= 1)
                case .vertical: #expect(ink.height > 5 * ink.width && abs(middle - place) <= 2)
                case .diagonal:
                    #expect(abs(ink.width - ink.height) <= 2)
                    // Rising to the right; its end is at the tick, or its start if above the plot area.
                    let left = try #require(probe.ink(.pureRed, in: PixelRect(x: ink.x, y: 0, width: 12, height: 400)))
                    let right = try #require(
                        probe.ink(.pureRed, in: PixelRect(x: ink.maxX - 12, y: 0, width: 12, height: 400)))
                    #expect(left.maxY == ink.maxY && right.y == ink.y && left.y > right.maxY)
                    #expect(abs(Double(isBottom ? ink.maxX : ink.x) - place) <= 6)
                }
            }
        }
    }

    @Test("C-068 at y-axes, too, with the tick at their middle or their end", arguments: Axis.Position.allCases)
    func orientationOnY(position: Axis.Position) async throws {
        for orientation in TickLabelOrientation.allCases {
            let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10)).bare()
            chart.xAxis?.style.majorTickStyle = TickStyle(showTicks: false, showLabels: false)
            let axis = try #require(chart.yAxis)
            axis.axisPosition = position
            axis.majorTickFrequency = 5
            axis.anchorPoint = 0
            axis.style.majorTickStyle = TickStyle(
                showTicks: true, tickLabelOrientation: orientation, labelColor: .pureRed)
            axis.labelFormatString = "%.0f00000000"
            let probe = try await Probe(chart)
            let place = try probe.position(of: 0, 5).y
            let ink = try #require(
                probe.ink(.pureRed, in: PixelRect(x: 0, y: Int(place) - 100, width: 600, height: 200)))
            let isLeft = position == .normal
            #expect(isLeft ? ink.maxX < probe.plot.x : ink.x > probe.plot.maxX)
            let middle = Double(ink.y + ink.maxY) / 2
            switch orientation {
            case .horizontal: #expect(ink.width > 5 * ink.height && abs(middle - place) <= 2)
            case .vertical: #expect(ink.height > 5 * ink.width && abs(middle - place) <= 2)
            case .diagonal:
                #expect(abs(ink.width - ink.height) <= 2)
                let left = try #require(
                    probe.ink(.pureRed, in: PixelRect(x: ink.x, y: ink.y, width: 12, height: ink.height)))
                let right = try #require(
                    probe.ink(.pureRed, in: PixelRect(x: ink.maxX - 12, y: ink.y, width: 12, height: ink.height)))
                #expect(left.maxY == ink.maxY && right.y == ink.y && left.y > right.maxY)
                #expect(abs(Double(isLeft ? ink.y : ink.maxY) - place) <= 6)
            }
        }
    }

    @Test("a longest-label hint alone reserves the room for labels")
    func hint() async throws {
        func left(_ hint: String?, labels: Double) async throws -> Int {
            let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, labels))
            chart.yAxis?.longestLabelHint = hint
            return try await Probe(chart).plot.x
        }
        let hinted = try await left("a long label", labels: 10)
        #expect(try await left("a long label", labels: 1e6) == hinted)
        #expect(try await left(nil, labels: 10) < hinted - 30)
    }

    @Test("a label's shadow lies one point down and to the right, under it")
    func shadow() async throws {
        // With both, an edge has neither colour, so measure the label without its shadow.
        let bare = try await Probe(self.chart())
        let label = try #require(bare.ink(.pureRed, in: try bare.below(at: 5, halfWidth: 20)))
        let chart = chart()
        chart.xAxis?.style.majorTickStyle.labelTextShadowColor = .pureBlue
        let probe = try await Probe(chart)
        let shadow = try #require(probe.ink(.pureBlue, in: try probe.below(at: 5, halfWidth: 20)))
        #expect(probe.plot == bare.plot)
        #expect(shadow.maxX == label.maxX + 1 && shadow.maxY == label.maxY + 1)
    }
}
