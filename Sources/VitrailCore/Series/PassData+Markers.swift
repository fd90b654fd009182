import VitrailScene

extension PassData {
    /// The same in a style; nil where points need more than one disc of one colour each.
    func markers(_ value: SeriesValue, _ style: PointStyle) -> Markers? {
        let look = PointSymbols(context).look(style)
        guard style.texture == nil, look.isOneDisc else { return nil }
        return markers(value, radius: look.radius, color: look.color)
    }

    /// The samples of `xPointRange` as markers of one colour, none for a sample without a place. They are mapped when they are painted; nothing is
    /// kept of each.
    ///
    /// - Parameter radius: pixels.
    func markers(_ value: SeriesValue, radius: Float, color: Color) -> Markers? {
        guard let source = places(value) else { return nil }
        return Markers(count: source.count, color: color) { range, items in
            source.forEach(range, into: &items, holdsFar: false) { $0.append(Markers.Item(center: $2, radius: radius)) }
        }
    }

    /// - Parameters:
    ///   - sizes: one a sample, of which `radius` makes pixels.
    func markers(_ value: SeriesValue, sizes: Column, color: Color, radius: @escaping @Sendable (Double) -> Float) -> Markers? {
        guard let source = places(value) else { return nil }
        return Markers(count: source.count, color: color) { range, items in
            sizes.lend { sizes in
                source.forEach(range, into: &items, holdsFar: false) { $0.append(Markers.Item(center: $2, radius: radius(sizes[$1]))) }
            }
        }
    }
}
