/// Corners of the canvas, where labels of axes of both directions extend past the plot area.
enum Corners {
    /// Removes labels that would overlap a title or labels of another axis. Items of category axes have priority, then
    /// labels of x-axes.
    static func clear(_ axes: inout [AxisMarks]) {
        guard axes.count > 1 else { return }
        let order = axes.indices.sorted { rank(axes[$0]) < rank(axes[$1]) }
        var kept: [(axis: Int, frame: TurnedFrame)] = axes.indices.compactMap { i in axes[i].titleFrame.map { (i, $0) }
        }
        for i in order {
            for (index, frame) in axes[i].labelsPastEnds() {
                if kept.contains(where: { $0.axis != i && $0.frame.overlaps(frame) }) {
                    axes[i].leaveOut(index)
                } else {
                    kept.append((i, frame))
                }
            }
        }
    }

    private static func rank(_ marks: AxisMarks) -> Int {
        (marks.layout.axis.isCategory ? 0 : 2) + (marks.layout.axis.isHorizontal ? 0 : 1)
    }
}
