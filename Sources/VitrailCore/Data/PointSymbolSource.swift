public import VitrailScene

/// A data source that decides how single points look: with a picture in place of their symbol, or with radii of their own.
///
/// Asked at each load, for every point of a series with symbols (lines, bands, scatter, bubbles and radial lines), ascending, right after its
/// data: `texture`, `radius`, `innerRadius`. What they answer goes before `pointStyle` and `selectedPointStyle`; a `pointStyleHook` of the series
/// gets the outcome and has the last word. Bubbles take the picture alone: their radius is their value.
public protocol PointSymbolSource: DataSource {
    /// In place of the symbol: its longer side is 2 · radius; nil = the style's.
    func texture(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> PixelImage?
    /// Points; nil, and what is not > 0, = the style's.
    func radius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double?
    /// Of the inner disc, points; nil, and what is not > 0, = the style's.
    func innerRadius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double?
}

extension PointSymbolSource {
    public func texture(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> PixelImage? { nil }
    public func radius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? { nil }
    public func innerRadius(forDataPointAt pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> Double? { nil }
}

/// What a data source said of the points of a series, by their index in the data; nothing where it said nothing.
struct PointOverrides {
    private var textures: [Int: PixelImage] = [:]
    private var radii: [Int: Double] = [:]
    private var innerRadii: [Int: Double] = [:]

    var isEmpty: Bool { textures.isEmpty && radii.isEmpty && innerRadii.isEmpty }

    /// Asks for each point of a range.
    mutating func ask(_ source: any PointSymbolSource, for points: Range<Int>, ofSeriesAt index: Int, in chart: Chart) {
        for point in points {
            if let texture = source.texture(forDataPointAt: point, forSeriesAt: index, in: chart), texture.width > 0, texture.height > 0 {
                textures[point] = texture
            }
            radii[point] = Self.usable(source.radius(forDataPointAt: point, forSeriesAt: index, in: chart))
            innerRadii[point] = Self.usable(source.innerRadius(forDataPointAt: point, forSeriesAt: index, in: chart))
        }
    }

    /// The first points are gone: what was said of the others is theirs under their new indexes.
    mutating func removeFirst(_ number: Int) {
        func moved<Value>(_ values: [Int: Value]) -> [Int: Value] {
            Dictionary(uniqueKeysWithValues: values.compactMap { $0 >= number ? ($0 - number, $1) : nil })
        }
        (textures, radii, innerRadii) = (moved(textures), moved(radii), moved(innerRadii))
    }

    private static func usable(_ radius: Double?) -> Double? {
        radius.flatMap { $0 > 0 && $0.isFinite ? min($0, ChartDescription.maxPixels) : nil }
    }

    func apply(to style: PointStyle, at index: Int) -> PointStyle {
        var style = style
        if let texture = textures[index] { style.texture = texture }
        if let radius = radii[index] { style.radius = radius }
        if let innerRadius = innerRadii[index] { style.innerRadius = innerRadius }
        return style
    }
}
