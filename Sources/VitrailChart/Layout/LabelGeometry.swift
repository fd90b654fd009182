/// Geometry of labels at an axis: rotation, side, and the space along and across the axis. All in points.
struct LabelGeometry {
    /// Side of the line for the labels.
    let side: Side
    let orientation: TickLabelOrientation

    /// Space of one label.
    struct Box: Equatable {
        /// Away from the axis.
        var across: Double
        /// Along the axis, from the tick towards the axis's start, and towards its end.
        var before: Double
        var after: Double
    }

    private var isHorizontal: Bool { side.isHorizontal }

    /// Box of a text block.
    func box(width: Double, height: Double) -> Box {
        switch (orientation, isHorizontal) {
        case (.horizontal, true), (.vertical, false): return Box(across: height, before: width / 2, after: width / 2)
        case (.horizontal, false), (.vertical, true): return Box(across: width, before: height / 2, after: height / 2)
        case (.diagonal, _):
            // The tick is at one end of the text; the text extends before it, or after it if the text starts there.
            let (near, far) = (height / 2 * Self.slope, (width + height / 2) * Self.slope)
            let hangsBefore = side == .bottom || side == .left
            return Box(across: near + far, before: hangsBefore ? far : near, after: hangsBefore ? near : far)
        }
    }

    /// Minimum distance along the axis of two labels with a `gap`, a fraction of the line height.
    func distance(_ first: Box, _ second: Box, lineHeight: Double, gap: Double) -> Double {
        switch orientation {
        // The distance of parallel lines of text is their height, measured perpendicularly.
        case .diagonal: lineHeight * (1 + gap) / Self.slope
        case .horizontal, .vertical: first.after + second.before + lineHeight * gap
        }
    }

    /// Part of the text at the tick, and its rotation; `shift` is the additional outward distance of the text's middle
    /// line.
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
