/// How labels lie at an axis: turned how, on which side, and what that takes of the room along and across it. All in points.
struct LabelGeometry {
    /// The side of the line on which labels stand.
    let side: Side
    let orientation: TickLabelOrientation

    /// The room of one label.
    struct Box: Equatable {
        /// Away from the axis.
        var across: Double
        /// Along the axis, from the tick towards the axis' start and towards its end.
        var before: Double
        var after: Double
    }

    private var isHorizontal: Bool { side.isHorizontal }

    /// The box of a text block.
    func box(width: Double, height: Double) -> Box {
        switch (orientation, isHorizontal) {
        case (.horizontal, true), (.vertical, false): return Box(across: height, before: width / 2, after: width / 2)
        case (.horizontal, false), (.vertical, true): return Box(across: width, before: height / 2, after: height / 2)
        case (.diagonal, _):
            // The tick is at one end of the text; the rest hangs before it, or after it where the text starts there.
            let (near, far) = (height / 2 * Self.slope, (width + height / 2) * Self.slope)
            let hangsBefore = side == .bottom || side == .left
            return Box(across: near + far, before: hangsBefore ? far : near, after: hangsBefore ? near : far)
        }
    }

    /// Distance along the axis that keeps two labels apart by `gap`, a share of the line height.
    func distance(_ first: Box, _ second: Box, lineHeight: Double, gap: Double) -> Double {
        switch orientation {
        // Parallel lines of text are apart by their heights, measured at a right angle.
        case .diagonal: lineHeight * (1 + gap) / Self.slope
        case .horizontal, .vertical: first.after + second.before + lineHeight * gap
        }
    }

    /// The part of the text that is at the tick, and its turn; `shift` is how much farther out the text's middle line starts.
    func anchor(lineHeight: Double) -> (across: Double, down: Double, rotation: Double, shift: Double) {
        switch (side, orientation) {
        case (.bottom, .horizontal): (0.5, 0, 0, 0)
        case (.top, .horizontal): (0.5, 1, 0, 0)
        case (.left, .horizontal): (1, 0.5, 0, 0)
        case (.right, .horizontal): (0, 0.5, 0, 0)
        case (.bottom, .vertical): (1, 0.5, .pi / 2, 0)
        case (.top, .vertical): (0, 0.5, .pi / 2, 0)
        case (.left, .vertical): (0.5, 1, .pi / 2, 0)
        case (.right, .vertical): (0.5, 0, .pi / 2, 0)
        case (.bottom, .diagonal), (.left, .diagonal): (1, 0.5, .pi / 4, lineHeight / 2 * Self.slope)
        case (.top, .diagonal), (.right, .diagonal): (0, 0.5, .pi / 4, lineHeight / 2 * Self.slope)
        }
    }

    /// sin 45° = cos 45°.
    static let slope = 0.5.squareRoot()
}
