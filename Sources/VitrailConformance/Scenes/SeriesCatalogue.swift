import Glibc
package import VitrailChart
package import VitrailColumns
package import VitrailScene

/// Kinds of series, each in styles that exercise all of its drawing.
package enum SeriesKind: String, CaseIterable, Sendable {
    case line, area, step, band
    case scatter, texture, bubble
    case column, stackedColumn, bar, stackedBar, stackedArea, stackedStep
    case candlestick, outlinedCandlestick, ohlc
    case errorBar
    case polar, radar, openPolar
    case pie, donut, thinSlices, fullPie, fullDonut, spokes
    /// A custom series of the host: the result of `SeriesCase.custom`.
    case custom

    /// The orientations that the model allows; `nil` for radial series, which have none.
    package var orientations: [CartesianSeries.Orientation?] {
        switch self {
        case .polar, .radar, .openPolar, .pie, .donut, .thinSlices, .fullPie, .fullDonut, .spokes: [nil]
        case .column, .stackedColumn, .custom: [.horizontal]
        case .bar, .stackedBar: [.vertical]
        default: CartesianSeries.Orientation.allCases
        }
    }
}

/// Makes custom series for a chart.
package struct CustomSeriesMaker: Sendable {
    package var name: String
    package var xAxis = AxisType.number
    /// Whether the axes have padding around the samples.
    package var isPadded = true
    /// Whether its samples can be removed one by one.
    package var hasSamples = true
    package var make: @Sendable (SeriesCase) -> [Series]

    package init(
        _ name: String, xAxis: AxisType = .number, isPadded: Bool = true, hasSamples: Bool = true,
        make: @escaping @Sendable (SeriesCase) -> [Series]
    ) {
        (self.name, self.xAxis, self.isPadded, self.hasSamples, self.make) = (name, xAxis, isPadded, hasSamples, make)
    }
}

/// A small chart of one kind of series and nothing else. Axes, texts and grids would be ink that always agrees, and
/// lower every mean.
package struct SeriesCase: Sendable, CustomStringConvertible {
    /// The number of samples.
    package enum Amount: String, Sendable, CaseIterable { case all, one, gaps }

    package var kind: SeriesKind
    /// `nil`: a radial series.
    package var orientation: CartesianSeries.Orientation?
    package var scale = 1.0
    package var amount = Amount.all
    package var custom: CustomSeriesMaker?

    package init(
        kind: SeriesKind, orientation: CartesianSeries.Orientation? = nil, scale: Double = 1, amount: Amount = .all,
        custom: CustomSeriesMaker? = nil
    ) {
        (self.kind, self.orientation, self.scale, self.amount, self.custom) = (kind, orientation, scale, amount, custom)
    }

    /// Returns all cases of the library's series.
    package static func builtIn(scales: [Double], amount: Amount = .all) -> [SeriesCase] {
        SeriesKind.allCases.filter { $0 != .custom }.flatMap { kind in
            kind.orientations.flatMap { orientation in
                scales.map { SeriesCase(kind: kind, orientation: orientation, scale: $0, amount: amount) }
            }
        }
    }

    /// `kind.orientation.scale`
    package var description: String {
        "\(custom?.name ?? kind.rawValue).\(orientation?.rawValue ?? "round").\(SceneCase.number(scale))"
    }

    package func chart() -> Chart {
        let isRadial = [.polar, .radar, .openPolar].contains(kind)
        let (width, height) = kind == .spokes ? (150.0, 90.0) : orientation == nil ? (64, 64) : (80, 60)
        let chart = Chart(frame: Rect(x: 0, y: 0, width: width, height: height), theme: .flat)
        chart.scale = scale
        if orientation != nil || isRadial {
            chart.xAxis = (kind == .radar ? AxisType.category : custom?.xAxis ?? .number).makeAxis()
            chart.yAxis = AxisType.number.makeAxis()
        }
        for axis in chart.allAxes {
            axis.style = Self.bare
            if orientation != nil, custom?.isPadded ?? true {
                (axis.rangePaddingLow, axis.rangePaddingHigh) = (0.4, 0.4)
            }
        }
        for series in series() { chart.add(series) }
        return chart
    }

    private static let bare: AxisStyle = {
        let nothing = TickStyle(showTicks: false, showLabels: false)
        return AxisStyle(
            lineWidth: 0, majorTickStyle: nothing, minorTickStyle: nothing,
            majorGridLineStyle: MajorGridLineStyle(showMajorGridLines: false),
            gridStripeStyle: GridStripeStyle(showGridStripes: false))
    }()
}

// MARK: - Data

extension SeriesCase {
    package static let blue = Color(0x2C6FDB)
    package static let red = Color(0xE0443E)
    private static let green = Color(0x2E9E5B)
    private static let orange = Color(0xE8811A)
    private static let ink = Color(0x1F2937)

    private static let wave = (0..<21).map { 4 * sin(Double($0) / 2.3) + Double($0 % 5) / 3 }
    package static let few: [Double] = [4.3, -3.1, 7.2, 0.2, -6.4, 5]

    private func taken(_ values: [Double]) -> [Double] {
        switch amount {
        case .all: values
        case .one: Array(values.prefix(1))
        case .gaps: values.map { _ in .nan }
        }
    }

    /// Samples at 0, 1, 2, …
    package func columns(_ across: [Double], keyed: [DataKey: [Double]] = [:]) -> SeriesColumns {
        var result = SeriesColumns(keyed: keyed.mapValues { Column(taken($0)) })
        let count = taken(across).count
        let along = Column((0..<count).map(Double.init))
        let values = keyed.isEmpty || keyed[.area] != nil ? Column(taken(across)) : nil
        (result.x, result.y) = orientation == .vertical ? (values, along) : (along, values)
        return result
    }

    private func slices(_ values: [Double]) -> SeriesColumns {
        let values = taken(values)
        return SeriesColumns(x: Column(values.indices.map { "s\($0)" }), y: Column(values))
    }

    /// Replaces every ninth sample by a gap.
    private static func gapped(_ values: [Double]) -> [Double] {
        values.enumerated().map { $0.offset % 9 == 4 ? .nan : $0.element }
    }
}

// MARK: - Series

extension SeriesCase {
    private func series() -> [Series] {
        switch kind {
        case .line, .area, .step, .band: lines()
        case .scatter, .texture, .bubble: points()
        case .column, .stackedColumn, .bar, .stackedBar: bars()
        case .stackedArea, .stackedStep: stackedLines()
        case .candlestick, .outlinedCandlestick, .ohlc:
            [Self.prices(kind, orientation ?? .horizontal, columns: priceColumns())]
        case .errorBar: errorBars()
        case .polar, .radar, .openPolar: radial()
        case .pie, .donut, .thinSlices, .fullPie, .fullDonut, .spokes: [pie()]
        case .custom: custom?.make(self) ?? []
        }
    }

    private static let symbols = PointStyle(
        showPoints: true, color: blue.faded(0.7), radius: 3.3, innerColor: .white, innerRadius: 1.4,
        colorBelowBaseline: red,
        innerColorBelowBaseline: orange.faded(0.6))

    private static let filled = LineSeriesStyle(
        showFill: true, areaColor: blue, areaColorLowGradient: blue.faded(0.2), areaLineColor: blue, areaLineWidth: 1.5,
        areaLineColorBelowBaseline: red, areaColorBelowBaseline: orange,
        areaColorGradientBelowBaseline: orange.faded(0.2))

    private func lines() -> [Series] {
        let orientation = orientation ?? .horizontal
        func based(_ series: CartesianSeries) -> CartesianSeries {
            series.baseline = 0.7
            return series
        }
        switch kind {
        case .area:
            return [
                based(
                    LineSeries(columns: columns(Self.gapped(Self.wave)), orientation: orientation, style: Self.filled))
            ]
        case .step:
            let line = LineSeriesStyle(lineColor: Self.green.faded(0.6), lineWidth: 3)
            return [
                based(
                    StepLineSeries(
                        columns: columns(Self.gapped(Self.wave)), orientation: orientation, style: Self.filled)),
                StepLineSeries(columns: columns(Self.wave.map { 2 - $0 / 2 }), orientation: orientation, style: line),
            ]
        case .band:
            let data = columns(Self.wave, keyed: [.high: Self.wave, .low: Self.wave.map { 2 - $0 * 0.6 }])
            let style = BandSeriesStyle(
                lineColorHigh: Self.blue, lineColorLow: Self.red, lineWidth: 1.5, areaColorNormal: Self.blue.faded(0.4),
                areaColorInverted: Self.orange.faded(0.7))
            return [BandSeries(columns: data, orientation: orientation, style: style)]
        default:
            let style = LineSeriesStyle(
                lineColor: Self.blue, lineWidth: 2.5, lineColorBelowBaseline: Self.red, pointStyle: Self.symbols)
            let wide = LineSeriesStyle(lineColor: Self.green.faded(0.5), lineWidth: 5)
            return [
                based(LineSeries(columns: columns(Self.wave), orientation: orientation, style: style)),
                LineSeries(
                    columns: columns(Self.gapped(Self.wave.map { 1 - $0 * 0.7 })), orientation: orientation, style: wide
                ),
            ]
        }
    }

    private func stackedLines() -> [Series] {
        [Self.blue, Self.orange.faded(0.6), Self.green].enumerated().map { k, color in
            let data = columns(Self.wave.map { 1.3 + abs($0 + Double(k)) / 2 })
            let style = LineSeriesStyle(
                showFill: true, areaColor: color, areaColorLowGradient: k == 2 ? .white : nil, areaLineColor: Self.ink,
                areaLineWidth: k == 1 ? 0 : 1)
            let series =
                kind == .stackedStep
                ? StepLineSeries(columns: data, orientation: orientation ?? .horizontal, style: style)
                : LineSeries(columns: data, orientation: orientation ?? .horizontal, style: style)
            series.stackIndex = 0
            return series
        }
    }

    private func points() -> [Series] {
        if kind == .bubble {
            let areas = Self.wave.indices.map { 1 + Double(($0 * 7) % 12) }
            let style = BubbleSeriesStyle(
                biggestBubbleDiameterForAutoScaling: 19,
                pointStyle: PointStyle(showPoints: true, color: Self.blue.faded(0.6)))
            let bubbles = BubbleSeries(columns: columns(Self.wave, keyed: [.area: areas]), style: style)
            bubbles.orientation = orientation ?? .horizontal
            return [bubbles]
        }
        var style = Self.symbols
        if kind == .texture { style.texture = Self.star }
        let drawnStyle = ScatterSeriesStyle(
            pointStyle: style, selectedPointStyle: PointStyle(color: Self.green, radius: 6))
        let series = ScatterSeries(
            columns: columns(Self.wave), orientation: orientation ?? .horizontal, style: drawnStyle)
        series.baseline = 0.7
        series.selectedPoints = [3, 12]
        series.pointStyleHook = { index, style in
            var style = style
            style.radius = style.radius.map { $0 * (1 + Double(index % 4) / 3) }
            if index % 7 == 5 { style.texture = nil }
            return style
        }
        return [series]
    }

    /// A star with four soft rays, 20 × 14, translucent at their ends.
    private static let star: PixelImage = {
        var image = PixelImage(size: PixelSize(width: 20, height: 14))
        for y in 0..<14 {
            for x in 0..<20 {
                let (u, v) = (abs(Double(x) - 9.5) / 9.5, abs(Double(y) - 6.5) / 6.5)
                let alpha = max(0, 1 - u - v + 0.3 * (1 - max(u, v)))
                let color = Color(UInt32(0x20_40FF) - UInt32(x) * 0x5, alpha: min(alpha, 1)).premultiplied * 255
                image[x, y] = SIMD4(
                    UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()),
                    UInt8(color.w.rounded()))
            }
        }
        return image
    }()

    private func bars() -> [Series] {
        let isStacked = kind == .stackedColumn || kind == .stackedBar
        let outlined = BarColumnSeriesStyle(
            showAreaWithGradient: true, areaColor: Self.blue, areaColorGradient: Self.blue.faded(0.2),
            areaColorBelowBaseline: Self.orange,
            areaColorGradientBelowBaseline: Self.red, lineColor: Self.ink, lineColorBelowBaseline: Self.red,
            lineWidth: 1.5, cornerRatio: 1)
        let plain = BarColumnSeriesStyle(areaColor: Self.green.faded(0.7), cornerRatio: 0.6)
        let sharp = BarColumnSeriesStyle(areaColor: Self.orange)
        let values = [Self.few, Self.few.map { 3 - $0 / 2 }, Self.few.map { $0 / 3 }]
        return zip([outlined, plain, sharp], values).prefix(isStacked ? 3 : 2).map { style, values in
            let series =
                orientation == .vertical
                ? BarSeries(columns: columns(values), style: style)
                : ColumnSeries(columns: columns(values), style: style)
            if isStacked { series.stackIndex = 1 } else { series.baseline = 1.1 }
            return series
        }
    }

    private func radial() -> [Series] {
        let values = taken(kind == .radar ? [3, 7, 2, 9, 5, .nan, 4, 8] : Self.wave.map { 5 + $0 })
        let x =
            kind == .radar ? Column(values.indices.map { "no \($0)" }) : Column(values.indices.map { Double($0) / 21 })
        let isOpen = kind == .openPolar
        let style = RadialLineSeriesStyle(
            lineColor: Self.red.faded(0.6), lineWidth: 3, showFill: !isOpen, areaColor: Self.blue.faded(0.7),
            areaColorLowGradient: kind == .polar ? Self.red.faded(0.2) : nil, areaLineColor: Self.ink,
            areaLineWidth: 1.5, pointStyle: Self.symbols)
        return [
            RadialLineSeries(columns: SeriesColumns(x: x, y: Column(values)), pointsWrapAround: !isOpen, style: style)
        ]
    }

    private func pie() -> Series {
        let values: [Double] =
            switch kind {
            case .thinSlices: (0..<40).map { 1 + Double(($0 * 31) % 23) }
            case .fullPie, .fullDonut: [7]
            default: [5, 3, 2, 1, 0, 0.5]
            }
        let isDonut = [.donut, .thinSlices, .fullDonut].contains(kind)
        let pie = isDonut ? DonutSeries(columns: slices(values)) : PieSeries(columns: slices(values))
        pie.rotation = 0.4
        pie.style = PieSeriesStyle(showLabels: false)
        if kind != .pie {
            pie.style.crustColors = [Self.ink, Self.red.faded(0.5)]
            pie.style.crustThickness = 2.5
            pie.selectedStyle = PieSeriesStyle(outerRadius: 23, crustThickness: 4, protrusion: 6)
            pie.setSlice(0, selected: kind != .fullPie)
        }
        if kind == .donut {
            pie.drawDirection = .clockwise
            pie.style.sliceGap = 2
        }
        if kind == .spokes {
            pie.style.showLabels = true
            pie.style.labelContent = .nameAndShare
            pie.style.spokeStyle = SpokeStyle(
                showSpokes: true, anchorOffset: 3, anchorRadius: 2.5, anchorColor: Self.red, width: 1.5)
        }
        return pie
    }
}

// MARK: - Error bars

extension SeriesCase {
    /// Translucent whiskers with points, and thick ones without caps. Some ends coincide with the values, one sample
    /// has low and high exchanged, some are gaps.
    private func errorBars() -> [Series] {
        let error = Self.wave.indices.map { 0.4 + Double($0 % 4) }
        var low = zip(Self.wave, error).map { $0 - $1 }
        var high = zip(Self.wave, error).map { $0 + $1 / 2 }
        (low[2], high[5]) = (Self.wave[2], Self.wave[5])
        (low[9], high[9]) = (high[9], low[9])
        let styles = [
            ErrorBarSeriesStyle(
                lineColor: Self.blue.faded(0.6), lineWidth: 1.5, capLength: 5, pointStyle: Self.symbols),
            ErrorBarSeriesStyle(
                lineColor: Self.red.faded(0.5), lineWidth: 3, capLength: 0, pointStyle: PointStyle(showPoints: false)),
        ]
        return styles.enumerated().map { k, style in
            let shift = Double(k) * 3
            var data = columns([], keyed: [.high: Self.gapped(high.map { $0 - shift }), .low: low.map { $0 - shift }])
            let along = Column(taken(Self.wave).indices.map(Double.init))
            let values = Column(taken(Self.wave.map { $0 - shift }))
            (data.x, data.y) = orientation == .vertical ? (values, along) : (along, values)
            return ErrorBarSeries(columns: data, orientation: orientation ?? .horizontal, style: style)
        }
    }
}

// MARK: - Prices

extension SeriesCase {
    /// Each sample opens at the previous close. Some close where they opened, one has high and low exchanged, one is a
    /// gap.
    private func priceColumns() -> SeriesColumns {
        let close: [Double] = (0..<13).map { k -> Double in
            let jump = Double(k * 7 % 5) / 4
            return 5 + 3 * sin(Double(k) / 3) + jump
        }
        let open: [Double] = [4.2] + close.indices.dropFirst().map { $0 % 9 == 4 ? close[$0] : close[$0 - 1] }
        var high: [Double] = close.indices.map { max(open[$0], close[$0]) + Double($0 % 4) / 3 }
        var low: [Double] = close.indices.map { min(open[$0], close[$0]) - Double($0 % 3) / 2 }
        (high[7], low[7]) = (low[7], high[7])
        high[11] = .nan
        return columns(close, keyed: [.open: open, .high: high, .low: low, .close: close])
    }

    package static func prices(
        _ kind: SeriesKind, _ orientation: CartesianSeries.Orientation, columns: SeriesColumns? = nil
    ) -> CartesianSeries {
        let columns = columns ?? SeriesCase(kind: kind, orientation: orientation).priceColumns()
        switch kind {
        case .ohlc:
            let style = OHLCSeriesStyle(risingColor: blue.faded(0.6), trunkWidth: 1.5, armWidth: 1)
            return OHLCSeries(title: "bars", columns: columns, orientation: orientation, style: style)
        case .outlinedCandlestick:
            let style = CandlestickSeriesStyle(
                risingColor: .white, fallingColor: blue.faded(0.6), fallingColorGradient: orange.faded(0.3),
                outlineColor: ink.faded(0.7),
                outlineWidth: 1.3, stickWidth: 1.5)
            return CandlestickSeries(title: "hollow", columns: columns, orientation: orientation, style: style)
        default: return CandlestickSeries(title: "candles", columns: columns, orientation: orientation)
        }
    }
}
