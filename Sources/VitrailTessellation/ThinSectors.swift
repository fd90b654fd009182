import VitrailScene

/// Converts slices that are so thin that many lie in one pixel to sectors about as wide as a cell, in the mean colour
/// of the slices.
///
/// Slices are added up in an 8-bit target, and each is rounded. With ten thousand of them, the picture would have a
/// hole. So where slices are thinner than a cell, neighbours are joined into one sector. This is done ring by ring,
/// since every slice gets thinner towards the centre.
///
/// ```
///   ╲  │  │  ╱  R      A slice that is wide enough at the rim is itself drawn, down to the ring where it gets thin.
///    ╲ │  │ ╱   R/2    Each ring starts at half the radius of the next outer one, so that sectors stay about as
///     ╲│  │╱    R/4    wide as a cell. With a crust the steps are smaller, because the share of the crust in thin
///       ╲╱      …      slices grows towards the centre.
/// ```
///
/// The loss of detail stays within a cell; neighbours of one colour lose nothing. The total colour and coverage are
/// preserved.
struct ThinSectors {
    /// A sector to draw.
    struct Piece: Equatable {
        var item: SectorBatch.Item
        /// Inner radius: no part nearer to the centre is drawn, and no crust runs along there. 0: the whole item is
        /// drawn.
        var cut: Float = 0
    }

    /// Width of a cell, in pixels.
    private static let width = 0.25
    /// Ratio of successive ring radii, without a crust and with one. The share of the crust then changes by a twelfth.
    private static let step = 0.5
    private static let stepWithCrust = 0.917
    /// Rings are not divided further below this radius, in pixels.
    private static let innermost = 0.5

    private(set) var pieces: [Piece] = []

    init(_ items: [SectorBatch.Item]) {
        pieces.reserveCapacity(items.count)
        var start = 0
        while start < items.count {
            var end = start + 1
            while end < items.count, Self.isNeighbour(items[end], of: items[end - 1]) { end += 1 }
            append(items[start..<end])
            start = end
        }
    }

    /// Whether both have the same ring and the same sense of rotation, and do not overlap.
    private static func isNeighbour(_ item: SectorBatch.Item, of other: SectorBatch.Item) -> Bool {
        guard item.center == other.center, item.innerRadius == other.innerRadius, item.outerRadius == other.outerRadius,
            item.sweep * other.sweep > 0
        else { return false }
        let gap = Double(item.startAngle) - Double(other.startAngle) - Double(other.sweep)
        return item.sweep > 0 ? gap > -slack : gap < slack
    }

    /// Tolerance in radians: the precision of Float for an angle of a few turns.
    private static let slack = 1e-5

    // MARK: Runs

    /// A slice in Double, with the values that are used in every ring.
    private struct Slice {
        var start: Double
        /// Signed.
        var sweep: Double
        /// Premultiplied.
        var fill: SIMD4<Double>
        var crust: SIMD4<Double>
        /// Pixels; 0: no crust.
        var crustWidth: Double

        init(_ item: SectorBatch.Item) {
            (start, sweep) = (Double(item.startAngle), Double(item.sweep))
            (fill, crust) = (item.fill.exact, item.crust.exact)
            crustWidth =
                item.crust.alpha > 0 && item.crustWidth > 0 && item.crustWidth.isFinite ? Double(item.crustWidth) : 0
        }

        func isThin(at radius: Double) -> Bool { abs(sweep) * radius <= ThinSectors.width }
    }

    /// Appends a run of neighbours.
    private mutating func append(_ items: ArraySlice<SectorBatch.Item>) {
        guard let first = items.first else { return }
        let (inner, outer) = (max(0, Double(first.innerRadius)), Double(first.outerRadius))
        guard items.count > 1, outer > inner, outer.isFinite else { return pieces += items.map { Piece(item: $0) } }
        let slices = items.map(Slice.init)
        let rings = Self.rings(slices, inner: inner, outer: outer)
        for (item, slice) in zip(items, slices) {
            // The largest ring at whose outer radius the slice is thin.
            let cut = rings.dropLast().first { slice.isThin(at: $0) } ?? 0
            if cut <= inner {
                pieces.append(Piece(item: item))
            } else if cut < outer {
                pieces.append(Piece(item: item, cut: Float(cut)))
            }
        }
        for (far, near) in zip(rings, rings.dropFirst()) where near < far {
            append(slices, Ring(inner: inner, outer: outer, near: near, far: far), like: first)
        }
    }

    /// Radii of the borders between rings, from the rim inwards. A crust along rim or hole has a ring of its own.
    private static func rings(_ slices: [Slice], inner: Double, outer: Double) -> [Double] {
        var radii: [Double] = []
        var radius = outer
        let step = slices.contains { $0.crustWidth > 0 } ? stepWithCrust : step
        while radius > max(inner, innermost) {
            radii.append(radius)
            radius *= step
        }
        radii.append(inner)
        let crust = slices.lazy.filter { $0.isThin(at: outer) }.map(\.crustWidth).max() ?? 0
        if crust > 0, 2 * crust < outer - inner {
            radii += inner > 0 ? [outer - crust, inner + crust] : [outer - crust]
        }
        return radii.sorted(by: >)
    }

    // MARK: Groups

    /// A ring from `near` to `far`, in pixels from the centre, for slices from `inner` to `outer`. `near` < `far`.
    private struct Ring {
        var inner, outer, near, far: Double

        /// The mean colour of a slice: its fill, with its crust over it along edges, rim and hole.
        func color(of slice: Slice) -> SIMD4<Double> {
            let crust = slice.crustWidth
            guard crust > 0 else { return slice.fill }
            let sweep = abs(slice.sweep)
            // Nearer to the centre than this, the crusts of both edges meet.
            let low = max(near, inner + crust, 2 * crust / sweep)
            let high = min(far, outer - crust)
            let bare = high > low ? sweep * (high * high - low * low) / 2 - 2 * crust * (high - low) : 0
            // The divisor is not 0: neighbours have Float sweeps ≠ 0, and `near` < `far`.
            let share = 1 - bare / (sweep * (far * far - near * near) / 2)
            return slice.fill + (slice.crust - slice.fill * slice.crust.w) * share
        }
    }

    /// Neighbours that are joined into one sector.
    private struct Group {
        var start = 0.0
        var end = 0.0
        /// Sum of premultiplied colours times radians.
        var color = SIMD4<Double>.zero
        /// The only colour. nil: there are several colours, or gaps.
        var onlyColor: SIMD4<Double>?
    }

    /// Appends the slices that are thin in a ring. Slices are joined if together they fit into a cell at the ring's
    /// outer radius, or have one colour.
    private mutating func append(_ slices: [Slice], _ ring: Ring, like item: SectorBatch.Item) {
        var group: Group?
        func flush(_ pieces: inout [Piece]) {
            // Slices with sweeps below the resolution of their angles have no area.
            if let group, group.end != group.start { pieces.append(Self.piece(group, ring, like: item)) }
            group = nil
        }
        for slice in slices {
            guard slice.isThin(at: ring.far) else {
                flush(&pieces)
                continue
            }
            let color = ring.color(of: slice)
            let end = slice.start + slice.sweep
            var goesOn = true
            if let open = group {
                goesOn = color == open.onlyColor && abs(slice.start - open.end) <= Self.slack
                if !goesOn, abs(end - open.start) * ring.far > Self.width { flush(&pieces) }
            }
            var own = group ?? Group(start: slice.start, end: slice.start, onlyColor: color)
            if !goesOn, group != nil { own.onlyColor = nil }
            own.end = end
            own.color += color * abs(slice.sweep)
            group = own
        }
        flush(&pieces)
    }

    private static func piece(_ group: Group, _ ring: Ring, like item: SectorBatch.Item) -> Piece {
        var item = item
        (item.innerRadius, item.outerRadius) = (Float(ring.near), Float(ring.far))
        (item.startAngle, item.sweep) = (Float(group.start), Float(group.end - group.start))
        item.fill = Color(premultiplied: group.color / abs(group.end - group.start))
        item.crustWidth = 0
        return Piece(item: item)
    }
}

extension Color {
    /// Premultiplied, 0…1.
    fileprivate var exact: SIMD4<Double> {
        let alpha = Double(self.alpha) / 255
        return SIMD4(Double(red) / 255 * alpha, Double(green) / 255 * alpha, Double(blue) / 255 * alpha, alpha)
    }

    package init(premultiplied color: SIMD4<Double>) {
        guard color.w > 0 else {
            self = .clear
            return
        }
        self.init(
            red: UInt8(share: color.x / color.w), green: UInt8(share: color.y / color.w),
            blue: UInt8(share: color.z / color.w),
            alpha: UInt8(share: color.w))
    }
}
