/// What becomes of a tick whose label reaches past the end of its axis, that is, of the plot area.
///
/// Where no mode is set, labels may use the room that the canvas has beside the plot area. Columns, whose first sample lies half a spacing inside
/// the range, would lose their first date otherwise, and a range of 0.9…1020 on a logarithmic axis the labels of 1 and 1000.
public enum TickLabelClippingMode: String, Sendable, CaseIterable {
    /// Both are shown as long as the value is in range; the label may run over neighbouring axes.
    case ticksAndLabelsPersist
    /// The label is left out, the tick is shown.
    case ticksPersist
    /// Both are left out.
    case neitherPersist
}
