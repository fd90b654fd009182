import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// Start and sweep of a slice in radians, 0 at 12 o'clock, positive anticlockwise.
struct SliceAngles: Equatable {
    var start: Double
    /// Signed; 0: not drawn.
    var sweep: Double

    var mid: Double { start + sweep / 2 }
}

extension PieSeries {
    /// The angles of all slices, in their order. The first starts at `initialRotation + rotation`, each next one at the
    /// end of the last.
    func angles() -> [SliceAngles] { angles(drawnStyle.normal) }

    /// - Parameter style: a style completed from the theme.
    func angles(_ style: PieSeriesStyle) -> [SliceAngles] {
        let start = ((style.initialRotation ?? 0) + rotation).remainder(dividingBy: 2 * .pi)
        guard start.isFinite, let peak = slices.lazy.map(\.value).max(), peak > 0 else {
            return slices.map { _ in SliceAngles(start: start.isFinite ? start : 0, sweep: 0) }
        }
        // Shares of the largest value have a finite sum, even if values are close to the largest Double.
        let total = slices.reduce(0) { $0 + $1.value / peak }
        let turn = (drawDirection ?? style.drawDirection) == .clockwise ? -2 * Double.pi : 2 * Double.pi
        var sum = 0.0
        return slices.map { slice in
            let share = slice.value / peak
            defer { sum += share }
            return SliceAngles(start: start + turn * (sum / total), sweep: turn * (share / total))
        }
    }

    /// The slice at an angle; `nil` if nothing is drawn.
    public func indexOfSlice(atAngle angle: Double) -> Int? {
        guard angle.isFinite else { return nil }
        let angles = angles()
        let found = angles.firstIndex { slice in
            guard slice.sweep != 0 else { return false }
            let turn = (slice.sweep > 0 ? angle - slice.start : slice.start - angle).truncatingRemainder(
                dividingBy: 2 * .pi)
            return (turn < 0 ? turn + 2 * .pi : turn) < abs(slice.sweep)
        }
        // Because of rounding, shares may add up to slightly less than a full turn.
        return found ?? angles.lastIndex { $0.sweep != 0 }
    }

    /// The mid angle of a slice; `nil` if there is no such slice.
    public func midAngle(ofSlice k: Int) -> Double? { slices.indices.contains(k) ? angles()[k].mid : nil }

    /// Centre of the pie or donut at the last render, in points of the chart.
    public var donutCenter: (x: Double, y: Double)? {
        chart?.plotAreaFrame.map { ($0.midX, $0.midY) }
    }

    /// The middle of a slice at the last render, in points of the chart: at its mid angle and mid radius, moved by its
    /// protrusion. `nil` if there is no such slice, or before the first picture.
    public func sliceCenter(_ k: Int) -> (x: Double, y: Double)? {
        guard let center = donutCenter, let shown, slices.indices.contains(k) else { return nil }
        let position = PieRing(self, drawnStyle: drawnStyle, fit: shown).slice(k).middle
        return (center.x + position.x, center.y + position.y)
    }

    var drawnStyle: PieResolvedStyle { PieResolvedStyle(self, theme: chart?.theme ?? .flat) }
}

/// The styles of a series, completed from the theme.
struct PieResolvedStyle {
    let normal: PieSeriesStyle
    let selected: PieSeriesStyle
    let spoke: SpokeStyle
    let textColor: Color

    init(_ series: PieSeries, theme: Theme) {
        let isDonut = series.hole > 0
        let base = series.isDescribed ? theme.describedPieStyle(isDonut: isDonut) : theme.pieStyle(isDonut: isDonut)
        let own = series.isDescribed ? series.style : theme.crusted(series.style, isDonut: isDonut)
        normal = own.filled(from: base)
        selected = series.selectedStyle.filled(from: theme.selectedPieStyle(isDonut: series.hole > 0)).filled(
            from: normal)
        spoke = base.spokeStyle
        textColor = theme.sliceTextColor
    }

    func style(isSelected: Bool) -> PieSeriesStyle { isSelected ? selected : normal }
}

/// Radii and spoke lengths, if they are not set.
struct PieFit: Equatable {
    /// Outer radius, in points.
    var outer: Double
    /// Distance from the rim to the end of spokes without a set length, in points.
    var reach = Self.reach

    /// Outer radius as a share of the plot area's smaller side, if nothing needs space beside the pie.
    static let outerShare = 0.45
    static let reach = 40.0
}

/// A series with its layout: points from its centre, x to the right, y down.
struct PieRing {
    /// Sum of all values.
    private let total: Double
    let series: PieSeries
    let drawnStyle: PieResolvedStyle
    let angles: [SliceAngles]
    let fit: PieFit

    init(_ series: PieSeries, drawnStyle: PieResolvedStyle, angles: [SliceAngles]? = nil, fit: PieFit) {
        self.series = series
        total = series.slices.reduce(0) { $0 + $1.value }
        self.drawnStyle = drawnStyle
        self.angles = angles ?? series.angles(drawnStyle.normal)
        self.fit = fit
    }

    /// The percentage of a slice, computed from its value: a percentage computed from the sweep would have several
    /// rounding errors.
    func percentage(_ k: Int) -> Double {
        let percentage = series.slices[k].value * 100 / total
        return percentage.isFinite && total.isFinite ? percentage : abs(angles[k].sweep) / (2 * .pi) * 100
    }

    /// Whether the layout chooses the outer radius.
    var isFitted: Bool { Self.length(series.outerRadius) == nil && Self.length(drawnStyle.normal.outerRadius) == nil }

    func slice(_ k: Int) -> SliceGeometry {
        let isSelected = series.isSelected(row: k)
        let radii = radii(isSelected: isSelected)
        var protrusion = drawnStyle.style(isSelected: isSelected).protrusion ?? 0
        if let move = series.state.moves[k] {
            let (rest, way) = (
                drawnStyle.normal.protrusion ?? 0,
                (drawnStyle.selected.protrusion ?? 0) - (drawnStyle.normal.protrusion ?? 0)
            )
            protrusion = rest + way * move.share
        }
        return SliceGeometry(
            angles: angles[k], inner: radii.inner, outer: radii.outer,
            protrusion: protrusion.isFinite ? min(max(protrusion, -Self.farthest), Self.farthest) : 0)
    }

    /// Radii of selected or other slices, in points.
    func radii(isSelected: Bool) -> (inner: Double, outer: Double) {
        var outer = Self.length(series.outerRadius) ?? Self.length(drawnStyle.normal.outerRadius) ?? fit.outer
        var inner = Self.length(series.innerRadius) ?? Self.length(drawnStyle.normal.innerRadius)
        if isSelected {
            outer = Self.length(series.selectedStyle.outerRadius) ?? outer
            inner = Self.length(series.selectedStyle.innerRadius) ?? inner
        }
        return (min(inner ?? series.hole * outer, outer), outer)
    }

    private static func length(_ value: Double?) -> Double? {
        value.flatMap { $0.isNaN ? nil : min(max($0, 0), farthest) }
    }

    /// Points; beyond any picture, and small enough that Float distinguishes pixels.
    private static let farthest = 1e6
}

/// A slice in points from the centre of its series, x to the right, y down.
struct SliceGeometry {
    var angles: SliceAngles
    var inner: Double
    var outer: Double
    var protrusion: Double

    /// Unit vector of the mid angle.
    var direction: (x: Double, y: Double) { (-sin(angles.mid), -cos(angles.mid)) }
    /// The point where the radial edges meet.
    var apex: (x: Double, y: Double) { along(protrusion) }
    var middle: (x: Double, y: Double) { along(middleDistance) }
    /// Distance from the centre of the series.
    var middleDistance: Double { (inner + outer) / 2 + protrusion }

    /// The point on the mid angle at a distance from the series' centre.
    func along(_ distance: Double) -> (x: Double, y: Double) { (direction.x * distance, direction.y * distance) }

    /// Width of the slice at its mid radius.
    var width: Double { 2 * (inner + outer) / 2 * sin(min(abs(angles.sweep) / 2, .pi / 2)) }

    /// The angles without half of a gap on each side, in points at the mid radius. A single slice has no neighbour and
    /// no gap.
    func angles(leaving gap: Double) -> SliceAngles {
        let radius = (inner + outer) / 2
        guard gap > 0, radius > 0, abs(angles.sweep) < 2 * .pi - 1e-9 else { return angles }
        let turn = min(gap / radius, abs(angles.sweep) / 2) * (angles.sweep < 0 ? -1 : 1)
        return SliceAngles(start: angles.start + turn / 2, sweep: angles.sweep - turn)
    }

    /// Whether an axis-parallel rectangle certainly lies within the slice.
    func holds(center: (x: Double, y: Double), width: Double, height: Double) -> Bool {
        let (x, y) = (center.x - apex.x, center.y - apex.y)
        let half = abs(angles.sweep) / 2
        let isFull = half >= .pi - 1e-9
        for (dx, dy) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
            let corner = (x: x + dx * width, y: y + dy * height)
            let radius = (corner.x * corner.x + corner.y * corner.y).squareRoot()
            guard radius <= outer else { return false }
            if isFull { continue }
            // With more than half a turn, the half plane on the side of the mid angle lies completely in the sector, so
            // the test uses that half plane.
            let depth = corner.x * direction.x + corner.y * direction.y
            guard depth >= radius * cos(min(half, .pi / 2)) - 1e-9 else { return false }
        }
        let nearX = max(abs(x) - width / 2, 0)
        let nearY = max(abs(y) - height / 2, 0)
        return nearX * nearX + nearY * nearY >= inner * inner
    }
}
