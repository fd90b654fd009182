import ArgumentParser
import Vitrail

/// Options for the look and the file format of pictures, and for reading their data.
struct PictureOptions: ParsableArguments {
    @Option(help: "png, apng, jpeg, webp, rgba or svg. Default: by the output's extension.")
    var format: String?
    @Option(help: "Size in points, such as 960x540.")
    var size: String?
    @Option(help: "Device pixels per point.")
    var scale: Double?
    @Option(help: "flat, light, dark or flatDark.")
    var theme: String?
    @Option(help: "JPEG or lossy WebP quality, 0 to 100.")
    var quality: Int?
    @Option(
        help: """
            SVG: always, auto or never write series as shapes. auto writes a series as a picture if it has more than \
            \(SVGOptions.defaultLargestMark) points or shapes.
            """)
    var vector = "auto"
    @Option(
        help: """
            How samples become pixels: auto, raw (geometry of every sample, made for each picture) or resident (geometry \
            of every sample from columns that stay on the device). Default: the description's.
            """)
    var strategy: String?
    @Flag(help: "Copy data files into memory instead of mapping them: for files that other programs write meanwhile.")
    var noMap = false

    func validate() throws {
        guard VectorPolicy(rawValue: vector) != nil else {
            throw ValidationError("--vector is always, auto or never, not \(vector)")
        }
        if let strategy, StrategyName(rawValue: strategy) == nil {
            let names = StrategyName.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--strategy is one of \(names), not \(strategy)")
        }
        if let theme, Theme.named(theme) == nil {
            throw ValidationError("--theme is flat, light, dark or flatDark, not \(theme)")
        }
        if let scale, !(0.1...16).contains(scale) { throw ValidationError("--scale is 0.1 to 16, not \(scale)") }
        if let quality, !(0...100).contains(quality) { throw ValidationError("--quality is 0 to 100, not \(quality)") }
        if size != nil { _ = try sizeInPoints() }
    }

    private func sizeInPoints() throws -> (width: Double, height: Double)? {
        guard let size else { return nil }
        let parts = size.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1],
            case let sides = 1...Double(PictureLimits.side), sides.contains(width), sides.contains(height)
        else { throw ValidationError("--size is WIDTHxHEIGHT in points, each 1 to \(PictureLimits.side), not \(size)") }
        return (width, height)
    }

    var reading: ReadingOptions { ReadingOptions(mapsFiles: !noMap) }

    func choices() throws -> PictureChoices {
        let size = try sizeInPoints()
        return PictureChoices(
            width: size?.width, height: size?.height, scale: scale, theme: theme, quality: quality,
            vector: VectorPolicy(rawValue: vector) ?? .auto, reading: reading,
            strategy: strategy.flatMap(StrategyName.init))
    }
}

/// Overrides of a description's picture options. `nil`: no override.
struct PictureChoices {
    /// Points.
    var width: Double?
    var height: Double?
    var scale: Double?
    /// The name of an existing theme.
    var theme: String?
    var quality: Int?
    var vector = VectorPolicy.auto
    /// How data files are read.
    var reading = ReadingOptions()
    var strategy: StrategyName?

    /// Pixels of a chart with this size and scale after overrides. Clamped to valid sizes, because `apply` reports
    /// invalid ones.
    func pixels(width: Double, height: Double, scale: Double) -> PixelSize {
        func side(_ points: Double) -> Int {
            Int(min(max((points * (self.scale ?? scale)).rounded(), 1), Double(PictureLimits.side)))
        }
        return PixelSize(width: side(self.width ?? width), height: side(self.height ?? height))
    }

    /// The memory estimate of a described chart with these overrides.
    ///
    /// - Parameter isBanded: whether the picture is written band by band.
    func memoryEstimate(
        of description: ChartDescription, as format: OutputFormat, isBanded: Bool
    ) throws(DescriptionError) -> MemoryEstimate {
        var description = description
        if let strategy { description.strategy = strategy.strategy }
        return try description.memoryEstimate(
            size: pixels(width: description.size.width, height: description.size.height, scale: description.scale),
            output: memoryOutput(as: format, isBanded: isBanded), pictures: .standard)
    }

    func memoryOutput(as format: OutputFormat, isBanded: Bool) -> MemoryEstimate.Output {
        switch format {
        // WebP keeps planes of the whole picture.
        case .image(.webp): .pixels(encoder: 12, isBanded: false)
        // The bytes that are written at once.
        case .image(.rgba): .pixels(encoder: 6, isBanded: isBanded)
        case .image: .pixels(encoder: 0, isBanded: isBanded)
        // The previous frame, and the changed parts.
        case .apng: .pixels(encoder: 8, isBanded: false)
        case .svg:
            switch vector {
            case .always: .shapes(largest: .max)
            case .auto: .shapes(largest: SVGOptions.defaultLargestMark)
            case .never: .shapes(largest: 0)
            }
        }
    }

    /// - Throws: `CommandError.usage` if size and scale, one of them from the chart, give an invalid picture size.
    func apply(to chart: Chart) throws(CommandError) {
        if width != nil || height != nil {
            chart.frame = Rect(x: 0, y: 0, width: width ?? chart.frame.width, height: height ?? chart.frame.height)
        }
        if let scale { chart.scale = scale }
        if let strategy { chart.strategy = strategy.strategy }
        if let theme, let named = Theme.named(theme) { chart.applyTheme(named, keepingStyles: true) }
        guard width != nil || height != nil || scale != nil else { return }
        // Each override is within its limits, but the other value may come from the description.
        let (width, height) = (
            (chart.frame.width * chart.scale).rounded(), (chart.frame.height * chart.scale).rounded()
        )
        let sides = 1...Double(PictureLimits.side)
        guard sides.contains(width), sides.contains(height), width * height <= Double(PictureLimits.pixels) else {
            throw CommandError.usage(
                "\(Self.text(chart.frame.width))x\(Self.text(chart.frame.height)) points at scale \(Self.text(chart.scale)) is no picture that can "
                    + "be drawn: a side is 1 to \(PictureLimits.side) pixels, and all of it at most \(PictureLimits.pixels)"
            )
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }
}
