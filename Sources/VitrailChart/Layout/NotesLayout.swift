/// Caption and source at the bottom: in one line if both fit, otherwise one below the other. All in points of the
/// surface.
///
/// ```
/// │ Without returns          Annual report 2024 │    │ A caption that is longer than half of the │
///                                                    │ line                                      │
///                                                    │ Annual report 2024                        │
/// ```
struct NotesLayout {
    /// A text with the name of its key.
    struct Note {
        let name: String
        let text: String
    }

    private(set) var placed: [(note: Note, block: TextBlock, x: Double, y: Double)] = []
    /// Notes without space.
    private(set) var missing: [Note] = []
    /// Height reserved at the bottom of the frame.
    private(set) var reserved = 0.0

    /// Distances below the notes, above them, and between two of them.
    private static let margins = (bottom: 8.0, top: 2.0, gap: 3.0)
    /// Minimum distance of two notes in one line.
    private static let distance = 24.0
    /// Maximum fraction of the frame's height for notes.
    private static let maxHeight = 0.25

    /// `nil`: no notes.
    init?(_ parts: ChartParts, _ typesetter: Typesetter) {
        guard !parts.notes.isEmpty else { return nil }
        let frame = parts.frame
        let share = min(1, frame.height / TitleLayout.fullMargins)
        let side = min(ChartLayout.margin, frame.width * ChartLayout.marginShare)
        let limits = TextBlock.Limits(width: frame.width - 2 * side, height: frame.height * Self.maxHeight)
        let font = parts.theme.xAxis.majorTickStyle.labelFont
        var left = limits.height
        for note in parts.notes {
            let room = TextBlock.Limits(width: limits.width, height: left)
            guard var block = TextBlock(fitting: note.text, font, within: room, typesetter) else {
                missing.append(note)
                continue
            }
            block.alignment = .left
            placed.append((note, block, frame.x + side, 0))
            left -= block.height + Self.margins.gap
        }
        guard !placed.isEmpty else { return }
        let isOneLine =
            placed.count > 1
            && placed.reduce(Self.distance) { $0 + $1.block.width } <= limits.width
            && placed.allSatisfy { $0.block.lines.count == 1 }
        let bottom = frame.maxY - Self.margins.bottom * share
        if isOneLine {
            let height = placed.map(\.block.height).max() ?? 0
            for k in placed.indices { placed[k].y = bottom - height }
            placed[placed.count - 1].x = frame.maxX - side - placed[placed.count - 1].block.width
        } else {
            var y = bottom
            for k in placed.indices.reversed() {
                y -= placed[k].block.height
                placed[k].y = y
                y -= Self.margins.gap
            }
        }
        reserved = frame.maxY - placed[0].y + Self.margins.top
    }
}

extension Chart {
    /// Caption and source, if not empty.
    var notes: [NotesLayout.Note] {
        [("caption", caption), ("source", source)].filter { !$0.1.isEmpty }.map {
            NotesLayout.Note(name: $0.0, text: $0.1)
        }
    }
}
