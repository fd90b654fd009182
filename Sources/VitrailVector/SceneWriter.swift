import VitrailScene
import VitrailSystem

/// The state while one document is written.
struct SceneWriter {
    let scene: Scene
    let options: SVGOptions
    /// The whole image, in device pixels.
    let bounds: PixelRect
    var body = SVGWriter()
    var defs = SVGWriter()
    var notes: [String] = []
    var usesImages = false
    private var clips: [PixelRect: Int] = [:]
    /// The clip of the open clip group.
    private var openClip: Int?
    /// The faded group that is open.
    private var openGroup: FadedGroup?
    var gradients: [Gradient: Int] = [:]
    /// Images that several marks use (such as point symbols); each is written only once.
    let repeated: [PixelImage]
    /// The repeated images already written; the index is their number.
    var written: [PixelImage] = []

    init(scene: Scene, options: SVGOptions) {
        self.scene = scene
        self.options = options
        bounds = PixelRect(x: 0, y: 0, width: max(0, scene.size.width), height: max(0, scene.size.height))
        repeated = Self.repeatedPictures(of: scene)
    }

    private static func repeatedPictures(of scene: Scene) -> [PixelImage] {
        var repeated: [PixelImage] = []
        var seen: [PixelImage] = []
        for mark in scene.marks {
            guard case .image(let picture) = mark.shape, picture.source == nil, !repeated.contains(picture.image) else {
                continue
            }
            if seen.contains(picture.image) {
                repeated.append(picture.image)
            } else if seen.count < maxCompared {
                seen.append(picture.image)
            }
        }
        return repeated
    }

    /// Maximum number of images that are compared, which bounds the cost.
    private static let maxCompared = 64

    // MARK: Layers

    mutating func write<Failure: Error>(
        _ kind: Layer.Kind, _ parts: [ScenePart], png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        guard !parts.isEmpty else { return }
        body.write("<g")
        body.attribute("data-layer", text: kind.rawValue)
        body.write(">\n")
        for part in parts where !WorkLimit.isReached {
            switch part {
            case .mark(let mark):
                if case .hook = mark.shape { enter(nil) } else { enter(mark.group) }
                try write(mark, isSeries: kind == .series, png: png)
            case .picture(let picture, let label):
                // The image already includes the group's opacity.
                enter(nil)
                try write(picture, label: label, png: png)
            case .marks: preconditionFailure("marks were not made a picture")
            }
        }
        enter(nil)
        closeClip()
        body.write("</g>\n")
    }

    private mutating func enter(_ group: FadedGroup?) {
        guard group != openGroup else { return }
        closeClip()
        if openGroup != nil { body.write("</g>\n") }
        openGroup = group
        guard let group else { return }
        body.write("<g")
        body.attribute("opacity", min(max(Double(group.opacity), 0), 1))
        body.write(">\n")
    }

    private mutating func write<Failure: Error>(
        _ mark: Mark, isSeries: Bool, png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let clip = mark.clip.map(bounds.intersection) ?? bounds
        guard !clip.isEmpty else { return }
        open(clip)
        let isGroup = isSeries && !mark.label.isEmpty
        let start = body.bytes.count
        if isGroup { openGroup(mark.label) }
        let opened = body.bytes.count
        try write(mark, clip: clip, isSeries: isSeries, png: png)
        if body.bytes.count == opened {
            body.truncate(to: start)
        } else if isGroup {
            body.write("</g>\n")
        }
    }

    private mutating func openGroup(_ label: String) {
        body.write("<g")
        body.attribute("data-mark", text: label)
        body.write(">\n")
    }

    private mutating func write<Failure: Error>(
        _ mark: Mark, clip: PixelRect, isSeries: Bool, png: (PixelImage) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        switch mark.shape {
        case .polyline(let polyline): write(polyline, clip: clip)
        case .unorderedPolyline(let unorderedPolyline): write(unorderedPolyline.polyline, clip: clip)
        case .area(let area): write(area, clip: clip)
        case .rects(let batch): write(batch, clip: clip)
        case .discs(let batch): write(batch, clip: clip)
        case .markers(let markers): write(markers, clip: clip)
        case .sectors(let batch): write(batch)
        case .glyphs(let run): write(run)
        case .image(let image): try write(image, png: png)
        case .field(let field): try write(field, label: mark.label, isSeries: isSeries, png: png)
        case .samples(let samples): write(samples, clip: clip)
        case .line(let line): write(line, clip: clip)
        case .points(let points): write(points.markers, clip: clip)
        case .bars(let bars): write(bars.rects, clip: clip)
        case .samplesArea(let area): write(area.area, clip: clip)
        case .hook(let hook): note("hook \(hook.token)", "a vector picture has no GL", label: mark.label)
        }
    }

    mutating func note(_ what: String, _ reason: String, label: String) {
        notes.append(what + (label.isEmpty ? "" : " (\(label))") + ": " + reason)
    }

    // MARK: Clips

    /// Opens a clip group; consecutive marks with the same clip share it.
    private mutating func open(_ clip: PixelRect) {
        let number = clip == bounds ? nil : number(of: clip)
        guard number != openClip else { return }
        closeClip()
        guard let number else { return }
        body.write("<g")
        body.reference("clip-path", Name.clip, number)
        body.write(">\n")
        openClip = number
    }

    mutating func closeClip() {
        if openClip != nil { body.write("</g>\n") }
        openClip = nil
    }

    private mutating func number(of clip: PixelRect) -> Int {
        if let known = clips[clip] { return known }
        let number = clips.count
        clips[clip] = number
        defs.write("<clipPath")
        defs.attribute("id") { $0.name(Name.clip, number) }
        defs.write("><rect")
        defs.rect(Double(clip.x), Double(clip.y), Double(clip.width), Double(clip.height))
        defs.write("/></clipPath>\n")
        return number
    }

    // MARK: Document

    /// The letters for the kinds of names.
    enum Name {
        static let clip = UInt8(ascii: "c")
        static let gradient = UInt8(ascii: "g")
        static let image = UInt8(ascii: "i")
        static let title = UInt8(ascii: "t")
        static let description = UInt8(ascii: "d")
    }

    func document() -> SVGDocument {
        var result = SVGWriter()
        writeOpening(into: &result)
        if !options.title.isEmpty { Self.writeText("title", Name.title, options.title, into: &result) }
        if !options.description.isEmpty { Self.writeText("desc", Name.description, options.description, into: &result) }
        if !defs.bytes.isEmpty {
            result.write("<defs>\n")
            result.append(defs)
            result.write("</defs>\n")
        }
        if scene.background.alpha > 0 {
            result.write("<rect")
            result.attribute("width", Double(bounds.width))
            result.attribute("height", Double(bounds.height))
            result.fill(scene.background)
            result.write("/>\n")
        }
        result.append(body)
        result.write("</svg>\n")
        result.markNames()
        return SVGDocument(bytes: result.bytes, notes: notes)
    }

    private func writeOpening(into result: inout SVGWriter) {
        let scale = scene.scale > 0 && scene.scale.isFinite ? scene.scale : 1
        result.write("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        if usesImages { result.write(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"") }
        result.attribute("width", Double(bounds.width) / scale)
        result.attribute("height", Double(bounds.height) / scale)
        result.attribute("viewBox") {
            $0.write("0 0")
            $0.next(Double(bounds.width))
            $0.next(Double(bounds.height))
        }
        result.write(" role=\"img\"")
        if !options.title.isEmpty || !options.description.isEmpty {
            result.attribute("aria-labelledby") {
                if !options.title.isEmpty { $0.name(Name.title, 0) }
                if !options.title.isEmpty, !options.description.isEmpty { $0.write(" ") }
                if !options.description.isEmpty { $0.name(Name.description, 0) }
            }
        }
        result.write(">\n")
    }

    private static func writeText(_ element: StaticString, _ kind: UInt8, _ text: String, into result: inout SVGWriter)
    {
        result.write("<")
        result.write(element)
        result.attribute("id") { $0.name(kind, 0) }
        result.write(">")
        result.escaped(text)
        result.write("</")
        result.write(element)
        result.write(">\n")
    }
}

extension SVGWriter {
    /// Writes ` x="…" y="…" width="…" height="…"`.
    mutating func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        attribute("x", x)
        attribute("y", y)
        attribute("width", width)
        attribute("height", height)
    }
}
