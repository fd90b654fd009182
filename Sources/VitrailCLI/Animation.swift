import Vitrail
import VitrailDescription

/// All frames of a description as one file.
struct Animation {
    let description: ChartDescription
    let choices: PictureChoices
    /// Memory limit in bytes for shapes of unordered samples. `nil`: no limit.
    let room: Int?

    /// The written file.
    struct Made {
        var picture: EncodedPicture
        var frameCount: Int
    }

    /// Draws, encodes and writes frame by frame.
    ///
    /// - Parameter write: takes the next bytes.
    /// - Returns: the facts of the file, without its bytes.
    nonisolated(nonsending) func write(
        on renderer: some ChartRenderer, to write: ([UInt8]) throws -> Void
    ) async throws -> Made {
        guard var reader = ChartFrameReader(description), let count = description.frames?.count else {
            preconditionFailure("a still is no animation")
        }
        var watch = Stopwatch()
        var file = AnimationFile(frameCount: count)
        var warnings = FrameWarnings()
        var made: EncodedPicture?
        while let frame = try reader.next(pictures: .standard) {
            if let room { frame.chart.unorderedMemoryBudget = room }
            try choices.apply(to: frame.chart)
            let read = watch.lap()
            var picture = try await renderer.render(frame.chart, for: nil, hooks: [:], deadline: nil)
            picture.statistics.milliseconds.read = read
            warnings.add(picture.warnings.map { "\($0)" }, of: frame.index)
            _ = watch.lap()
            let bytes = try file.append(picture, delay: frame.delay)
            picture.statistics.milliseconds.encode = watch.lap()
            try write(bytes)
            picture.statistics.milliseconds.write = watch.lap()
            if let before = made?.statistics.milliseconds { picture.statistics.milliseconds.add(before) }
            made = EncodedPicture(
                bytes: [], width: picture.image.width, height: picture.image.height, warnings: [],
                statistics: picture.statistics,
                altText: picture.altText)
        }
        try write(try file.finish())
        guard var picture = made else { preconditionFailure("an animation has a frame") }
        picture.warnings = warnings.told
        return Made(picture: picture, frameCount: count)
    }
}

/// The file. It is created with the first frame and has its text.
private struct AnimationFile: ~Copyable {
    let frameCount: Int
    private var file: AnimatedPNG?

    init(frameCount: Int) { self.frameCount = frameCount }

    mutating func append(_ picture: RenderedImage, delay: Double) throws(ImageError) -> [UInt8] {
        if file == nil { file = try AnimatedPNG(first: picture, frameCount: frameCount) }
        try file!.append(picture, delay: delay)
        return file!.takeBytes()
    }

    consuming func finish() throws(ImageError) -> [UInt8] {
        guard let file = file.take() else { return [] }
        return try file.finish()
    }
}

/// The warnings of all frames, each listed once, because most hold for many frames.
struct FrameWarnings {
    private var order: [String] = []
    private var frames: [String: (first: Int, count: Int)] = [:]

    /// Maximum number of listed texts. Further ones are only counted.
    static let maximum = 20

    mutating func add(_ warnings: [String], of frame: Int) {
        for warning in Set(warnings).sorted(by: { warnings.firstIndex(of: $0)! < warnings.firstIndex(of: $1)! }) {
            if frames[warning] == nil { order.append(warning) }
            let known = frames[warning] ?? (frame, 0)
            frames[warning] = (known.first, known.count + 1)
        }
    }

    /// For example `frames[2] and 3 more: series[0]: …`.
    var told: [String] {
        let texts = order.prefix(Self.maximum).map { warning in
            let (first, count) = frames[warning] ?? (0, 1)
            return "frames[\(first)]\(count > 1 ? " and \(count - 1) more" : ""): \(warning)"
        }
        let rest = order.count - Self.maximum
        return rest > 0 ? texts + ["frames: \(rest) more \(rest == 1 ? "warning" : "warnings")"] : texts
    }
}

extension RenderStatistics.Milliseconds {
    fileprivate mutating func add(_ other: Self) {
        read += other.read
        open += other.open
        plan += other.plan
        tessellate += other.tessellate
        upload += other.upload
        draw += other.draw
        readback += other.readback
        encode += other.encode
        write += other.write
        total += other.total
    }
}

extension OutputFormat {
    /// Whether a file of this format can be an animation.
    var holdsFrames: Bool { self == .apng || self == .image(.png) }

    /// The file format for a description. Frames turn PNG into animated PNG.
    ///
    /// - Throws: `DescriptionError` for frames in a format that holds one picture.
    func holding(_ description: ChartDescription) throws(DescriptionError) -> OutputFormat {
        guard description.frames != nil else { return self }
        guard holdsFrames else {
            throw DescriptionError(
                path: "frames",
                message:
                    "\(name) holds one picture; frames are written as apng or png (-o NAME.apng, or the format apng)")
        }
        return .apng
    }
}
