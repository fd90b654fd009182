extension Chart {
    /// Handles a long press.
    func track(_ phase: GesturePhase, x: Double, y: Double) -> Bool {
        guard let plot = plotAreaFrame else { return false }
        let (x, y) = (x - plot.x, y - plot.y)
        if phase == .began {
            guard x >= 0, y >= 0, x <= plot.width, y <= plot.height else { return false }
            interaction.stopMotions()
        }
        guard phase == .began || crosshair.isActive else { return false }
        let isFree = phase == .began || crosshair.mode == .floating
        guard
            let found = isFree
                ? nearestTracked(x: x, y: y)
                : crosshair.trackingSeries.flatMap({ s in s.nearestPoint(x: x, y: y).map { (s, $0.index) } })
        else {
            if phase == .began, crosshair.isActive { crosshair.remove() }
            return phase != .began
        }
        let (series, index) = found
        let between = crosshair.interpolatePoints ? series.between(x: x, y: y) : nil
        crosshair.follow(index, between: between, of: series)
        if let values = between ?? series.axisValues(ofDataPoint: index) {
            delegate?.crosshairMoved(self, x: values.x, y: values.y)
        }
        return true
    }

    /// Nearest series with an enabled crosshair, and its nearest point. For equal distances, the last series.
    private func nearestTracked(x: Double, y: Double) -> (CartesianSeries, Int)? {
        var best: (series: CartesianSeries, point: NearestPoint)?
        for series in cartesian where series.crosshairEnabled && !series.hidden {
            guard let point = series.nearestPoint(x: x, y: y), point.distance <= best?.point.distance ?? .infinity
            else { continue }
            best = (series, point)
        }
        return best.map { ($0.series, $0.point.index) }
    }
}

/// Values in units of the axes.
typealias AxisValues = (x: Double, y: Double)

extension CartesianSeries {
    /// Values of a point at its drawn position; for a point with several values the close, or else the first. `nil`: no
    /// such point, or a gap.
    func axisValues(ofDataPoint index: Int) -> AxisValues? {
        guard let loaded, let row = row(ofDataPoint: index),
            let sample = loaded.rows.map({ $0.firstIndex(of: row) }) ?? row, sample < loaded.count,
            let k = loaded.values.firstIndex(of: .keyed(.close)) ?? loaded.values.firstIndex(where: \.isOnAxis)
        else { return nil }
        let along = loaded.along.withView { $0[sample] }
        let across = loaded.across[k].withView { $0[sample] }
        guard along.isFinite, across.isFinite else { return nil }
        return orientation == .horizontal ? (along, across) : (across, along)
    }

    /// Position of values on the series' axes, in points of the chart, as of the last render.
    func position(of values: AxisValues) -> (x: Double, y: Double)? {
        guard let chart, let plot = chart.plotAreaFrame,
            let x = chart.ownAxis(self, .x)?.pixelValue(forDataValue: values.x),
            let y = chart.ownAxis(self, .y)?.pixelValue(forDataValue: values.y)
        else { return nil }
        return (plot.x + x, plot.y + y)
    }

    /// Interpolated values of the line at the old independent value, from the present data. `nil`: the line does not
    /// extend there.
    func values(besides old: AxisValues) -> AxisValues? {
        let isHorizontal = orientation == .horizontal
        guard let height = height(at: isHorizontal ? old.x : old.y) else { return nil }
        return isHorizontal ? (old.x, height) : (height, old.y)
    }

    /// Interpolated values of a line at a plot area position. `nil` if the line cannot be interpolated there, and on a
    /// category axis.
    ///
    /// - Parameters: points, from the top left of the plot area.
    func between(x: Double, y: Double) -> AxisValues? {
        guard let axis = chart?.ownAxis(self, independentField == .x ? .x : .y), !axis.isCategory,
            let value = axis.dataValue(forPixelValue: axis.isHorizontal ? x : y), let height = height(at: value)
        else { return nil }
        return orientation == .horizontal ? (value, height) : (height, value)
    }
}
