import VitrailScene

#if canImport(Glibc)
    import Glibc
#endif

/// A text in lines, for measuring and drawing titles and tick labels. All lengths in points.
///
/// ```
/// text ─ paragraphs (\n) ─ LineBreaker ─ lines ─┬─ fit ───────────────────────────► block
///                              ▲    smaller font │ do not                      cut, …
///                              ╰─────────────────┴─ at the smallest font ───────► block
/// ```
struct TextBlock {
    struct Line: Equatable {
        var text: String
        var width: Double
    }

    var lines: [Line]
    var font: FontStyle?
    var alignment = TextAlignment.center
    private(set) var width: Double
    let ascent: Double
    let lineHeight: Double
    /// Whether part of the text was truncated.
    private(set) var isCut = false

    var height: Double { Double(lines.count) * lineHeight }

    /// The unchanged text, broken only at its line feeds.
    init(_ text: String, _ font: FontStyle?, _ typesetter: Typesetter) {
        let size = typesetter.size(text, font)
        self.font = font
        (ascent, lineHeight) = (size.ascent, size.height)
        if text.utf8.contains(Self.lineFeed) {
            lines = Self.paragraphs(text).map { Line(text: $0, width: typesetter.size($0, font).width) }
            width = lines.map(\.width).max() ?? 0
        } else {
            lines = [Line(text: text, width: size.width)]
            width = size.width
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")
    /// Maximum lines; protects memory against a text of line feeds only.
    private static let maxLines = 100

    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n", maxSplits: maxLines, omittingEmptySubsequences: false).prefix(maxLines).map(
            String.init)
    }
}

// MARK: - Fitting

extension TextBlock {
    /// Size limits of a text.
    struct Limits {
        /// In points.
        var width: Double
        var height: Double
        /// Minimum font size as a fraction of the requested one.
        var scale = 1.0
    }

    /// The text within limits: in one line if it fits, otherwise broken between words into lines of similar length,
    /// otherwise in a smaller font, otherwise truncated with an ellipsis. `nil`: no space even for that.
    ///
    /// - Parameter keepingEnd: whether lines are truncated in the middle.
    init?(
        fitting text: String, _ font: FontStyle?, within limits: Limits, _ typesetter: Typesetter,
        keepingEnd: Bool = false
    ) {
        let whole = TextBlock(text, font, typesetter)
        if whole.width <= limits.width, whole.height <= limits.height {
            self = whole
            return
        }
        let breaker = LineBreaker(Self.paragraphs(text), font, typesetter)
        let minimum = min(max(limits.scale, 0.1), 1)
        var scale = 1.0
        while true {
            if let lines = breaker.lines(scale: scale, lineHeight: whole.lineHeight * scale, within: limits) {
                self.init(lines, Self.scaled(font, scale), typesetter)
                return
            }
            if scale <= minimum { break }
            scale = max(minimum, scale - 0.05)
        }
        let small = Self.scaled(font, minimum)
        guard
            let lines = breaker.cutLines(
                scale: minimum, lineHeight: whole.lineHeight * minimum, within: limits, small, typesetter,
                keepingEnd: keepingEnd)
        else { return nil }
        self.init(lines, small, typesetter)
        isCut = true
    }

    private init(_ lines: [Line], _ font: FontStyle?, _ typesetter: Typesetter) {
        let size = typesetter.size("", font)
        self.lines = lines
        self.font = font
        (ascent, lineHeight) = (size.ascent, size.height)
        width = lines.map(\.width).max() ?? 0
    }

    /// The same font in a smaller size.
    static func scaled(_ font: FontStyle?, _ scale: Double) -> FontStyle? {
        guard scale < 1 else { return font }
        var smaller = font ?? FontStyle()
        smaller.size = (smaller.size ?? Typesetter.defaultSize) * scale
        return smaller
    }
}

// MARK: - Drawing

extension TextBlock {
    /// Drawing style of a block.
    struct ResolvedStyle {
        var color: Color
        var background = Color.clear
        var shadow: Color?
        /// Outline colour of the letters, which makes them readable over lines and fills while hiding little. `nil`:
        /// none.
        var halo: Color?
        var clip: PixelRect?
        var label: String
    }

    /// The block, rotated, with its part (`across`, `down`) at a position.
    func marks(at position: TextAnchor, _ drawnStyle: ResolvedStyle, _ typesetter: Typesetter) -> [Mark] {
        let frame = TurnedFrame(
            position, width: width * typesetter.scale, height: height * typesetter.scale)
        var marks: [Mark] = []
        if drawnStyle.background.alpha > 0 {
            let pad = Self.boxPadding * typesetter.scale
            marks.append(
                Mark(
                    frame.filled(drawnStyle.background, padding: (pad, pad / 2)), clip: drawnStyle.clip,
                    label: drawnStyle.label + " box"))
        }
        if let shadow = drawnStyle.shadow, shadow.alpha > 0 {
            var moved = position
            moved.x += typesetter.scale
            moved.y += typesetter.scale
            marks += texts(TurnedFrame(moved, width: frame.width, height: frame.height), shadow, drawnStyle, typesetter)
        }
        return marks + halo(frame, position, drawnStyle, typesetter)
            + texts(frame, drawnStyle.color, drawnStyle, typesetter)
    }

    /// The text in the halo's colour, moved in all directions.
    private func halo(
        _ frame: TurnedFrame, _ position: TextAnchor, _ drawnStyle: ResolvedStyle, _ typesetter: Typesetter
    ) -> [Mark] {
        guard let color = drawnStyle.halo, color.alpha > 0 else { return [] }
        var drawnStyle = drawnStyle
        drawnStyle.label += Self.haloSuffix
        let radius = Self.haloRadius * typesetter.scale
        return (0..<Self.haloSteps).flatMap { k in
            let angle = 2 * .pi * Double(k) / Double(Self.haloSteps)
            var moved = position
            moved.x += radius * cos(angle)
            moved.y += radius * sin(angle)
            return texts(TurnedFrame(moved, width: frame.width, height: frame.height), color, drawnStyle, typesetter)
        }
    }

    /// Radius in points; number of directions, enough to close the gaps between the copies.
    private static let haloRadius = 1.5
    private static let haloSteps = 12
    private static let haloSuffix = " halo"

    private func texts(
        _ frame: TurnedFrame, _ color: Color, _ drawnStyle: ResolvedStyle, _ typesetter: Typesetter
    ) -> [Mark] {
        let share: Double
        switch alignment {
        case .left: share = 0
        case .center: share = 0.5
        case .right: share = 1
        }
        return lines.enumerated().compactMap { k, line in
            guard !line.text.isEmpty else { return nil }
            let at = frame.point(
                (width - line.width) * share * typesetter.scale, (Double(k) * lineHeight + ascent) * typesetter.scale)
            return typesetter.mark(
                line.text, font: font, color: color, baseline: at, rotation: frame.rotation, clip: drawnStyle.clip,
                label: drawnStyle.label)
        }
    }

    /// Distance in points between a text and the sides of its box.
    static let boxPadding = 4.0
}
