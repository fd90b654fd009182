extension Chart {
    /// A long press.
    func track(_ phase: GesturePhase, x: Double, y: Double) -> Bool {
        guard let plot = plotAreaFrame else { return false }
        let (x, y) = (x - plot.x, y - plot.y)
        if phase == .began {
            guard x >= 0, y >= 0, x <= plot.width, y <= plot.height else { return false }
            interaction.stopMotions()
        }
        guard phase == .began || crosshair.isActive else { return false }
        let isFree = phase == .began || crosshair.mode == .floating
        guard let found = isFree ? nearestTracked(x: x, y: y) : crosshair.trackingSeries.flatMap({ s in s.nearestPoint(x: x, y: y).map { (s, $0.index) } })
        else {
            if phase == .began, crosshair.isActive { crosshair.remove() }
            return phase != .began
        }
        let (series, index) = found
        let between = crosshair.interpolatePoints ? series.between(x: x, y: y) : nil
        crosshair.follow(index, between: between, of: series)
        if let values = between ?? series.axisValues(ofDataPoint: index) { delegate?.crosshairMoved(self, x: values.x, y: values.y) }
        return true
    }

    /// Of series that may be tracked, the nearest one and its nearest point; of equally near ones, the last.
    private func nearestTracked(x: Double, y: Double) -> (CartesianSeries, Int)? {
        var best: (series: CartesianSeries, point: NearestPoint)?
        for series in cartesian where series.crosshairEnabled && !series.hidden {
            guard let point = series.nearestPoint(x: x, y: y), point.distance <= best?.point.distance ?? .infinity else { continue }
            best = (series, point)
        }
        return best.map { ($0.series, $0.point.index) }
    }
}

/// Values in units of the axes.
typealias AxisValues = (x: Double, y: Double)

extension CartesianSeries {
    /// Of a point as it is drawn: of one with several values the close, or the first. nil = there is no such point, or it is a gap.
    func axisValues(ofDataPoint index: Int) -> AxisValues? {
        guard let loaded, let row = row(ofDataPoint: index), let sample = loaded.rows.map({ $0.firstIndex(of: row) }) ?? row, sample < loaded.count,
            let k = loaded.values.firstIndex(of: .keyed(.close)) ?? loaded.values.firstIndex(where: \.isOnAxis)
        else { return nil }
        let along = loaded.along.lend { $0[sample] }
        let across = loaded.across[k].lend { $0[sample] }
        guard along.isFinite, across.isFinite else { return nil }
        return orientation == .horizontal ? (along, across) : (across, along)
    }

    /// Of values on its axes, in points of the chart, as of the last picture.
    func position(of values: AxisValues) -> (x: Double, y: Double)? {
        guard let chart, let plot = chart.plotAreaFrame, let x = chart.ownAxis(self, .x)?.pixelValue(forDataValue: values.x),
            let y = chart.ownAxis(self, .y)?.pixelValue(forDataValue: values.y)
        else { return nil }
        return (plot.x + x, plot.y + y)
    }

    /// The values of the line where it was followed before, as its data are now; nil = it does not run there any more.
    func values(besides old: AxisValues) -> AxisValues? {
        let isHorizontal = orientation == .horizontal
        guard let height = height(at: isHorizontal ? old.x : old.y) else { return nil }
        return isHorizontal ? (old.x, height) : (height, old.y)
    }

    /// Where a line runs at a place of the plot area: between its samples; nil where it cannot be followed so, on an axis of categories too.
    ///
    /// - Parameters: points, from the top left of the plot area.
    func between(x: Double, y: Double) -> AxisValues? {
        guard let axis = chart?.ownAxis(self, independentField == .x ? .x : .y), !(axis is CategoryAxis),
            let value = axis.dataValue(forPixelValue: axis.isHorizontal ? x : y), let height = height(at: value)
        else { return nil }
        return orientation == .horizontal ? (value, height) : (height, value)
    }
}
