extension SeriesDescription.Kind {
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
}

private struct KindOfStyle: SeriesStyleUse {
    func callAsFunction<Value>(_ kind: SeriesDescription.Kind, _ style: Value) -> SeriesDescription.Kind { kind }
}

private struct ValueOfStyle<Wanted>: SeriesStyleUse {
    func callAsFunction<Value>(_ kind: SeriesDescription.Kind, _ style: Value) -> Wanted? { style as? Wanted }
}
