extension DataPointLabelStyle {
    /// Whether labels show the coordinate of an axis direction, for a series with this orientation.
    func shows(_ direction: Axis.Direction, _ orientation: CartesianSeries.Orientation) -> Bool {
        switch displayValues ?? (orientation == .horizontal ? .y : .x) {
        case .x: direction == .x
        case .y: direction == .y
        case .both: true
        }
    }
}
