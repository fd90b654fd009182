import Vitrail

/// A chart of four axes and hardly any data: ranges, ticks, measuring and setting labels, settling the layout, and the
/// marks of axes.
///
/// Times `plan` of a loaded chart: no data are read, but the whole layout is computed again, since no plan keeps any of
/// it. Warm: fonts are open, and glyphs and widths of earlier texts are cached.
enum LayoutStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        let still = Workloads.fourAxes()
        _ = try plan(still)
        let warm = try await bench.measure(share: 0.3) { _ = try plan(still) }
        let panned = Workloads.fourAxes()
        _ = try plan(panned)
        var step = 0.0
        let panning = try await bench.measure(share: 0.3) {
            // Pans by a tenth of each span back and forth, a five hundredth per step: the labels differ each time, but
            // none is new.
            step = step < 50 ? step + 1 : -50
            for (axis, range) in zip(panned.allAxes, Workloads.fourRanges) {
                let shift = range.span * 0.002 * (axis is LogarithmicAxis ? abs(step) : step)
                axis.setRange(range.minimum + shift, range.maximum + shift)
            }
            _ = try plan(panned)
        }
        return [
            Row(
                key: "layout.axes", name: "layout + ticks: four axes (date, category, number, log), 1920 × 1080, warm",
                sample: warm,
                goal: "≤ 0.3 ms"),
            Row(key: "layout.panning", name: "the same, ranges moved each time", sample: panning),
        ]
    }
}
