extension SeriesDescription.Kind {
    /// All kinds of descriptions.
    static let registered: [any DescribedSeriesKind.Type] = [
        LineKind.self, StepLineKind.self, RadialLineKind.self, RadialColumnKind.self, BandKind.self, ColumnKind.self,
        BarKind.self, CandlestickKind.self, OHLCKind.self, ErrorBarKind.self, BubbleKind.self, ScatterKind.self,
        DensityKind.self, DonutKind.self, PieKind.self,
    ]

    private static let table = Dictionary(uniqueKeysWithValues: registered.map { ($0.kind, $0) })

    /// The properties of the kind.
    var described: any DescribedSeriesKind.Type {
        guard let described = Self.table[self] else {
            preconditionFailure("\(rawValue) is missing in SeriesDescription.Kind.registered")
        }
        return described
    }
}

/// Something that is done with the style of a series, whose type depends on the kind.
protocol SeriesStyleUse {
    associatedtype Result
    func callAsFunction<Value>(_ kind: SeriesDescription.Kind, _ style: Value) -> Result
}

extension SeriesDescription.Style {
    public var kind: SeriesDescription.Kind { with(KindOfStyle()) }

    /// The style of the series. `nil`: it has another type.
    func value<Value>(_ type: Value.Type) -> Value? { with(ValueOfStyle<Value>()) }

    /// Calls `use` with the kind and the style of the series. No other code lists the cases.
    private func with<Use: SeriesStyleUse>(_ use: Use) -> Use.Result {
        switch self {
        case .line(let style): use(.line, style)
        case .stepLine(let style): use(.stepLine, style)
        case .radialLine(let style): use(.radialLine, style)
        case .radialColumn(let style): use(.radialColumn, style)
        case .band(let style): use(.band, style)
        case .column(let style): use(.column, style)
        case .bar(let style): use(.bar, style)
        case .candlestick(let style): use(.candlestick, style)
        case .ohlc(let style): use(.ohlc, style)
        case .errorBar(let style): use(.errorBar, style)
        case .bubble(let style): use(.bubble, style)
        case .scatter(let style): use(.scatter, style)
        case .density(let style): use(.density, style)
        case .donut(let style): use(.donut, style)
        case .pie(let style): use(.pie, style)
        }
    }
}

private struct KindOfStyle: SeriesStyleUse {
    func callAsFunction<Value>(_ kind: SeriesDescription.Kind, _ style: Value) -> SeriesDescription.Kind { kind }
}

private struct ValueOfStyle<Wanted>: SeriesStyleUse {
    func callAsFunction<Value>(_ kind: SeriesDescription.Kind, _ style: Value) -> Wanted? { style as? Wanted }
}
