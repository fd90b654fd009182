/// What becomes of a tick whose label reaches past the end of the axis area: as far as the canvas goes on beside the plot area, or to the
/// plot area's own end where the axis is pinned inside it.
public enum TickLabelClippingMode: String, Sendable, CaseIterable {
    /// Both are shown as long as the value is in range; the label may run over neighbouring axes.
    case ticksAndLabelsPersist
    /// The label is left out, the tick is shown.
    case ticksPersist
    /// Both are left out.
    case neitherPersist
}
