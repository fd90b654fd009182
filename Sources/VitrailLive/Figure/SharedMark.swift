import Vitrail

/// The position that linked charts mark: the crosshair of one chart moves to the nearest sample in the others.
struct SharedMark {
    private var known: [Mark?]

    private struct Mark: Equatable {
        let series: ObjectIdentifier
        let point: Int
        /// Between two samples, in units of the axis.
        let x: Double?

        init?(_ crosshair: Crosshair) {
            guard let series = crosshair.trackingSeries, let point = crosshair.trackingPoint else { return nil }
            (self.series, self.point, x) = (ObjectIdentifier(series), point, crosshair.trackingValues?.x)
        }
    }

    init(_ count: Int) { known = Array(repeating: nil, count: count) }

    /// Takes the present marks as known, so that they are not passed on.
    mutating func note(_ panels: [LiveChart]) { known = panels.map { Mark($0.chart.crosshair) } }

    /// Passes on a mark that has changed, or was removed.
    ///
    /// - Parameter source: the chart that counts if several have changed.
    mutating func share(_ panels: [LiveChart], from source: Int, _ ranges: SharedRanges) {
        let changed = panels.indices.filter { Mark(panels[$0].chart.crosshair) != known[$0] }
        guard let leader = changed.contains(source) ? source : changed.first else { return }
        for index in panels.indices where index != leader && ranges.haveSameX(panels[leader], panels[index]) {
            Self.pass(from: panels[leader], to: panels[index])
        }
        note(panels)
    }

    private static func pass(from leader: LiveChart, to panel: LiveChart) {
        let (crosshair, own) = (leader.chart.crosshair, panel.chart.crosshair)
        guard let series = crosshair.trackingSeries, let point = crosshair.trackingPoint else {
            if own.isActive { own.remove() }
            return
        }
        guard series.orientation == .horizontal, let axis = leader.chart.xAxis,
            let x = crosshair.trackingValues.map({ $0.x + Double(axis.valueOrigin) })
                ?? series.x(ofPoint: point, on: axis)
        else { return }
        let candidates = panel.markable.filter { $0.orientation == .horizontal }
        guard
            let match = candidates.first(where: { $0.title == series.title && !series.title.isEmpty })
                ?? candidates.first(where: { $0 === own.trackingSeries }) ?? candidates.first,
            let nearest = match.point(nearestTo: x, on: panel.chart.xAxis)
        else { return }
        own.show(at: nearest, of: match)
    }
}

extension CartesianSeries {
    /// A point's x: a number, seconds since 1970, or the index of a category. `nil`: it has none.
    fileprivate func x(ofPoint index: Int, on axis: Axis?) -> Double? {
        switch dataPoint(at: index)?.xValue {
        case .number(let number)?: number
        case .date(let seconds)?: seconds
        case .text(let item)?: (axis as? CategoryAxis)?.items.firstIndex(of: item).map(Double.init)
        case nil: nil
        }
    }

    /// The point with the nearest x. Found by halving where x ascends; otherwise the best of the points on the way.
    fileprivate func point(nearestTo x: Double, on axis: Axis?) -> Int? {
        var (low, high) = (0, numberOfDataPoints - 1)
        var best: (index: Int, distance: Double)?
        func distance(_ index: Int) -> Double? {
            guard let own = self.x(ofPoint: index, on: axis) else { return nil }
            if abs(own - x) < best?.distance ?? .infinity { best = (index, abs(own - x)) }
            return own - x
        }
        while low <= high {
            let middle = (low + high) / 2
            guard let difference = distance(middle) else {
                // A missing x: its neighbours decide.
                low += 1
                continue
            }
            if difference == 0 { break }
            if difference < 0 { low = middle + 1 } else { high = middle - 1 }
        }
        return best?.index
    }
}
