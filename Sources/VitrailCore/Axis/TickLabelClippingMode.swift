/// What becomes of a tick whose label reaches past the end of the axis area.
///
/// The axis area goes on beside the plot area as far as the canvas does; for an axis that is pinned inside the plot area it ends with the
/// plot area. It does not end where the range ends: then a label would go whenever its tick came nearer to an end than half its width. That was
/// drawn and looked at: columns, whose first sample lies half a spacing inside the range, lost their first date, and a range of 0.9…1020 on a
/// logarithmic axis the labels of 1 and 1000, all with room to spare; and while panning the labels came and went with room left beside them.
public enum TickLabelClippingMode: String, Sendable, CaseIterable {
    /// Both are shown as long as the value is in range; the label may run over neighbouring axes.
    case ticksAndLabelsPersist
    /// The label is left out, the tick is shown.
    case ticksPersist
    /// Both are left out.
    case neitherPersist
}
