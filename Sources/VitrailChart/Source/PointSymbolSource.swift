public import VitrailScene

/// A data source that sets the look of single points: a picture instead of the symbol, or individual radii.
///
/// At each load, the chart calls `texture`, `radius` and `innerRadius` for every point of a series with symbols (lines,
/// bands, scatter, bubbles and radial lines), in ascending order, right after reading its data. The results override
/// `pointStyle` and `selectedPointStyle`. A `pointStyleHook` of the series receives the result and can change it.
/// Bubbles use only the picture, because their radius shows their value.
public protocol PointSymbolSource: DataSource {
    /// Picture instead of the symbol; its longer side is 2 · radius. `nil`: the symbol of the style.
    func texture(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> PixelImage?
    /// Radius in points. `nil`, not above 0 or not finite: the radius of the style.
    func radius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double?
    /// Radius of the inner disc in points. `nil`, not above 0 or not finite: the radius of the style.
    func innerRadius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double?
}

extension PointSymbolSource {
    public func texture(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> PixelImage? { nil }
    public func radius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? { nil }
    public func innerRadius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? { nil }
}

/// Overrides from the data source for the points of a series, by their index in the data.
struct PointOverrides {
    private var textures: [Int: PixelImage] = [:]
    private var radii: [Int: Double] = [:]
    private var innerRadii: [Int: Double] = [:]

    var isEmpty: Bool { textures.isEmpty && radii.isEmpty && innerRadii.isEmpty }

    /// Reads the overrides of each point of a range.
    mutating func ask(_ source: any PointSymbolSource, for points: Range<Int>, ofSeriesAt index: Int, in chart: Chart) {
        for point in points {
            if let texture = source.texture(forDataPointAt: point, forSeriesAt: index, in: chart), texture.width > 0,
                texture.height > 0
            {
                textures[point] = texture
            }
            radii[point] = Self.usable(source.radius(forDataPointAt: point, forSeriesAt: index, in: chart))
            innerRadii[point] = Self.usable(source.innerRadius(forDataPointAt: point, forSeriesAt: index, in: chart))
        }
    }

    /// Removes the overrides of the first points and shifts the indices of the others.
    mutating func removeFirst(_ number: Int) {
        func moved<Value>(_ values: [Int: Value]) -> [Int: Value] {
            Dictionary(uniqueKeysWithValues: values.compactMap { $0 >= number ? ($0 - number, $1) : nil })
        }
        (textures, radii, innerRadii) = (moved(textures), moved(radii), moved(innerRadii))
    }

    private static func usable(_ radius: Double?) -> Double? {
        radius.flatMap { $0 > 0 && $0.isFinite ? min($0, PictureLimits.length) : nil }
    }

    func apply(to style: PointStyle, at index: Int) -> PointStyle {
        var style = style
        if let texture = textures[index] { style.texture = texture }
        if let radius = radii[index] { style.radius = radius }
        if let innerRadius = innerRadii[index] { style.innerRadius = innerRadius }
        return style
    }
}
