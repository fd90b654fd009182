extension Chart {
    /// Handles a tap: toggles the selection of the nearest series, or of its nearest point, as its `selectionMode`
    /// says.
    ///
    /// A series that its `hitProvider` reports as hit takes precedence. If no series is hit, the nearest one is
    /// selected. Series with a custom provider are excluded, because that provider has already answered no.
    func select(x: Double, y: Double) -> Bool {
        guard let plot = plotAreaFrame else { return false }
        let (x, y) = (x - plot.x, y - plot.y)
        guard x >= 0, y >= 0, x <= plot.width, y <= plot.height else { return false }
        var best: (series: CartesianSeries, point: Int, distance: Double, isHit: Bool)?
        for series in cartesian where series.selectionMode != .none && !series.hidden {
            let hit = series.hit(x: x, y: y)
            guard hit != nil || series.isSelectedFromAfar else { continue }
            let nearest = series.nearestPoint(x: x, y: y)
            guard let point = hit ?? nearest?.index else { continue }
            let distance = nearest?.distance ?? .infinity
            // For equal distances take the later series: it is drawn on top.
            if let best, best.isHit != (hit != nil) ? best.isHit : distance > best.distance { continue }
            best = (series, point, distance, hit != nil)
        }
        guard let best, let point = best.series.dataPoint(at: best.point) else { return false }
        toggle(best.series, point, at: (x + plot.x, y + plot.y))
        return true
    }

    private func toggle(_ series: CartesianSeries, _ point: ChartPoint, at pixel: (x: Double, y: Double)) {
        redrawChart()
        guard series.selectionMode == .point else {
            series.selected.toggle()
            if series.selected, series.toggleSelection {
                for other in cartesian where other !== series { other.selected = false }
            }
            delegate?.chart(self, toggledSelectionForSeries: series, near: point, at: pixel)
            return
        }
        let index = point.dataPointIndex
        let isSelected = !series.selectedPoints.contains(index)
        if isSelected, series.togglePointSelection { series.selectedPoints = [] }
        if isSelected { series.selectedPoints.insert(index) } else { series.selectedPoints.remove(index) }
        var point = point
        point.selected = isSelected
        delegate?.chart(self, toggledSelectionForPoint: point, of: series, at: pixel)
    }

    /// Handles a tap on a pie or donut chart.
    func selectSlice(x: Double, y: Double) -> Bool {
        guard radialTapEnabled, let (series, slice) = slice(x: x, y: y) else { return false }
        series.toggle(slice, at: (x, y))
        return true
    }
}
