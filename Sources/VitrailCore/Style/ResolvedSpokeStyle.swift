public import VitrailScene

/// A spoke after theme and defaults: nothing in it is nil, so that hooks can calculate with it.
///
/// ```swift
/// func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries) {
///     var spokeStyle = series.resolvedSpokeStyle(isSelected: point.selected)
///     spokeStyle.length += 15
///     series.setSpokeStyle(spokeStyle, slice: slice)
/// }
/// ```
public struct ResolvedSpokeStyle: Sendable, Hashable {
    public var showSpokes: Bool
    /// From the slice's middle along its mid angle, points; outwards positive.
    public var anchorOffset: Double
    /// Of the disc at the anchor, points; 0 = none.
    public var anchorRadius: Double
    public var anchorColor: Color
    /// Points; 0 = no line.
    public var width: Double
    public var color: Color
    /// From the anchor outwards, points.
    public var length: Double
    /// Between the line's end and the label, points.
    public var labelPadding: Double

    /// - Parameter length: used where the style has none.
    init(_ style: SpokeStyle, length: Double) {
        showSpokes = style.showSpokes ?? false
        anchorOffset = style.anchorOffset ?? 0
        anchorRadius = style.anchorRadius ?? Self.anchorRadius
        anchorColor = style.anchorColor ?? .black
        width = style.width ?? 1
        color = style.color ?? .black
        self.length = style.length ?? length
        labelPadding = style.labelPadding ?? 10
    }

    /// Points.
    private static let anchorRadius = 5.0
}

extension SpokeStyle {
    /// With everything set.
    public init(_ style: ResolvedSpokeStyle) {
        self.init(
            showSpokes: style.showSpokes, anchorOffset: style.anchorOffset, anchorRadius: style.anchorRadius, anchorColor: style.anchorColor,
            width: style.width, color: style.color, length: style.length, labelPadding: style.labelPadding)
    }
}

extension PieSeries {
    /// The spoke of slices in a state: what `style.spokeStyle` or `selectedStyle.spokeStyle` sets, the rest from the theme, then defaults. What
    /// `setSpokeStyle` gave to single slices is not in it.
    ///
    /// The default length is half of the slice's radial thickness and 40 points, for radii before the pie gives way to labels. Before the first
    /// picture, radii that are not set count as 0.
    public func resolvedSpokeStyle(isSelected: Bool) -> ResolvedSpokeStyle {
        let look = look.style(isSelected: isSelected)
        let side = chart?.plotAreaFrame.map { min($0.width, $0.height) } ?? 0
        let radii = PieRing(self, look: self.look, angles: [], fit: PieFit(outer: PieFit.outerShare * side)).radii(isSelected: isSelected)
        return ResolvedSpokeStyle(look.spokeStyle, length: (radii.outer - radii.inner) / 2 + PieFit.reach)
    }

    /// Gives one slice a spoke of its own, until data are loaded again.
    public func setSpokeStyle(_ style: ResolvedSpokeStyle, slice k: Int) { setSpokeStyle(SpokeStyle(style), slice: k) }
}
