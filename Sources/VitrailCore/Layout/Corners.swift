/// The corners of the canvas, where labels of axes of both directions reach past the plot area.
enum Corners {
    /// Leaves out labels that would lie on a title or on labels of another axis: items of category axes stay, then what is on x-axes.
    static func clear(_ axes: inout [AxisMarks]) {
        guard axes.count > 1 else { return }
        let order = axes.indices.sorted { rank(axes[$0]) < rank(axes[$1]) }
        var kept: [(axis: Int, frame: TurnedFrame)] = axes.indices.compactMap { i in axes[i].titleFrame.map { (i, $0) } }
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
        (marks.layout.axis is CategoryAxis ? 0 : 2) + (marks.layout.axis.isHorizontal ? 0 : 1)
    }
}
