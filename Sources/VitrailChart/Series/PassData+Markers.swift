import VitrailColumns
import VitrailScene

extension PassData {
    /// The samples as markers in a style; `nil` if a point needs more than one disc in one colour.
    func markers(_ value: SeriesValue, _ style: PointStyle) -> Markers? {
        let drawnStyle = PointSymbols(context).drawnStyle(style)
        guard style.texture == nil, drawnStyle.isOneDisc else { return nil }
        return markers(value, radius: drawnStyle.radius, color: drawnStyle.color)
    }

    /// The samples of `xPointRange` as markers of one colour. Samples without a position have none. Samples are mapped
    /// when they are painted, and the mapped points are not stored.
    ///
    /// - Parameter radius: pixels.
    func markers(_ value: SeriesValue, radius: Float, color: Color) -> Markers? {
        guard let source = positions(value) else { return nil }
        return Markers(count: source.count, color: color) { range, items in
            source.forEach(range, into: &items, holdsFar: false) { $0.append(Markers.Item(center: $2, radius: radius)) }
        }
    }

    /// Markers with a size for each sample.
    ///
    /// - Parameters:
    ///   - sizes: one value per sample; `radius` converts it to pixels.
    func markers(
        _ value: SeriesValue, sizes: Column, color: Color, radius: @escaping @Sendable (Double) -> Float
    ) -> Markers? {
        guard let source = positions(value) else { return nil }
        return Markers(count: source.count, color: color) { range, items in
            sizes.withView { sizes in
                source.forEach(range, into: &items, holdsFar: false) {
                    $0.append(Markers.Item(center: $2, radius: radius(sizes[$1])))
                }
            }
        }
    }
}
