import VitrailScene

/// Converts title, subtitle, caption and source to marks.
extension Layers {
    func texts() -> [Mark] {
        warnOfMissingTexts()
        return titles() + notes()
    }

    private func titles() -> [Mark] {
        guard let title = layout.title else { return [] }
        let drawnStyle = TextBlock.ResolvedStyle(
            color: title.style.textColor ?? .black, background: title.style.backgroundColor ?? .clear, label: "title")
        let marks = title.block.marks(at: position(of: title.frame(layout)), drawnStyle, typesetter)
        guard let subtitle = title.subtitle, let frame = title.subtitleFrame(layout) else { return marks }
        let color = chart.theme.xAxis.titleStyle.textColor ?? drawnStyle.color
        return marks
            + subtitle.marks(
                at: position(of: frame), TextBlock.ResolvedStyle(color: color, label: "subtitle"), typesetter)
    }

    private func notes() -> [Mark] {
        let color = chart.theme.xAxis.majorTickStyle.labelColor ?? .black
        return (layout.notes?.placed ?? []).flatMap { note in
            let frame = Rect(x: note.x, y: note.y, width: note.block.width, height: note.block.height)
            return note.block.marks(
                at: position(of: frame), TextBlock.ResolvedStyle(color: color, label: note.note.name), typesetter)
        }
    }

    private func position(of frame: Rect) -> TextAnchor {
        TextAnchor(x: frame.x * typesetter.scale, y: frame.y * typesetter.scale, across: 0, down: 0)
    }

    /// Warns about missing and cut texts in described charts. A program can get missing texts from the frames in its
    /// own chart.
    private func warnOfMissingTexts() {
        guard chart.isDescribed else { return }
        var missing = (layout.notes?.missing ?? []).map(\.name)
        if !chart.title.isEmpty, layout.title == nil { missing.append("title") }
        if !chart.subtitle.isEmpty, layout.title == nil || !chart.title.isEmpty && layout.title?.subtitle == nil {
            missing.append("subtitle")
        }
        for name in missing { chart.warn(.ignored(path: name, reason: "it does not fit; set a larger \"size\"")) }
        let cut =
            [("title", layout.title?.block), ("subtitle", layout.title?.subtitle)]
            + (layout.notes?.placed ?? []).map { ($0.note.name, $0.block) }
        for case (let name, let block?) in cut where block.isCut {
            chart.warn(.doubtful(path: name, reason: "it is cut because it does not fit; set a larger \"size\""))
        }
    }
}
