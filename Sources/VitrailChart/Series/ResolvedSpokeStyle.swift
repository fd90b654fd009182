public import VitrailScene

/// The style of a spoke with theme and defaults applied. No property is `nil`, so hooks can calculate with the values.
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
    /// Distance of the anchor from the slice's middle along its mid angle, points; positive: outwards.
    public var anchorOffset: Double
    /// Radius of the disc at the anchor, points; 0: no disc.
    public var anchorRadius: Double
    public var anchorColor: Color
    /// Points; 0: no line.
    public var width: Double
    public var color: Color
    /// Length of the line from the anchor outwards, points.
    public var length: Double
    /// Distance between the line's end and the label, points.
    public var labelPadding: Double

    /// - Parameter length: The length if `style` has none.
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
    /// A style with every property set.
    public init(_ style: ResolvedSpokeStyle) {
        self.init(
            showSpokes: style.showSpokes, anchorOffset: style.anchorOffset, anchorRadius: style.anchorRadius,
            anchorColor: style.anchorColor,
            width: style.width, color: style.color, length: style.length, labelPadding: style.labelPadding)
    }
}

extension PieSeries {
    /// The spoke of normal or selected slices: `style.spokeStyle` or `selectedStyle.spokeStyle`, completed by the theme
    /// and then by defaults. Styles of single slices from `setSpokeStyle` are not included.
    ///
    /// The default length is half of the slice's radial thickness plus 40 points, for the radii before the pie shrinks
    /// to make space for labels. Before the first render, unset radii count as 0.
    public func resolvedSpokeStyle(isSelected: Bool) -> ResolvedSpokeStyle {
        let drawnStyle = drawnStyle.style(isSelected: isSelected)
        let side = chart?.plotAreaFrame.map { min($0.width, $0.height) } ?? 0
        let radii = PieRing(self, drawnStyle: self.drawnStyle, angles: [], fit: PieFit(outer: PieFit.outerShare * side))
            .radii(isSelected: isSelected)
        return ResolvedSpokeStyle(drawnStyle.spokeStyle, length: (radii.outer - radii.inner) / 2 + PieFit.reach)
    }

    /// Gives one slice its own spoke, until data are loaded again.
    public func setSpokeStyle(_ style: ResolvedSpokeStyle, slice k: Int) { setSpokeStyle(SpokeStyle(style), slice: k) }
}
