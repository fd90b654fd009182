/// Treatment of a tick whose label extends past the end of its axis, that is, of the plot area.
///
/// Without a mode, labels may use the canvas space beside the plot area. Otherwise columns, whose first sample lies
/// half a spacing inside the range, would lose their first date, and a logarithmic range of 0.9…1020 the labels of 1
/// and 1000.
public enum TickLabelClippingMode: String, Sendable, CaseIterable {
    /// Tick and label are shown while the value is in range; the label may overlap neighbouring axes.
    case ticksAndLabelsPersist
    /// The label is removed, the tick is shown.
    case ticksPersist
    /// Tick and label are removed.
    case neitherPersist
}
