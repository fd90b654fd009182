import VitrailChart
import VitrailRaster
import VitrailScene
import VitrailTessellation

/// Facts about a series that are known before its samples are read.
public struct SeriesLoad: Sendable, Hashable {
    public var kind: SeriesDescription.Kind
    /// Maximum number of samples.
    public var samples: Int
    /// Whether samples are reduced to the pixels that they cover. If not, each sample is drawn.
    public var isReduced = true
    /// Whether samples are ascending along the independent axis.
    public var isAscending = false
    /// Whether stacked sums are stored in memory.
    public var isStacked = false
    /// Whether an unordered line is drawn from its coverage per pixel.
    public var isPlain = false
    /// Whether a line or band has a fill.
    public var isFilled = false
    /// Whether a line or the edges of a band are dashed.
    public var isDashed = false
    /// Points at the samples. `nil`: none, or the default points of the kind.
    public var points: Points?

    public struct Points: Sendable, Hashable {
        /// Radius in pixels.
        public var radius = 3.0
        /// Whether a point has more than one disc, or points differ in colour.
        public var hasLayers = false
        public var shape = Shape.disc

        public enum Shape: Sendable, Hashable {
            case disc
            /// A disc with an outline, or a symbol of lines.
            case outlinedDisc
            /// A symbol drawn as a box.
            case box
            /// Another polygon, which is tessellated.
            case polygon(isOutlined: Bool)
            /// A picture.
            case texture
        }

        public init() {}
    }

    /// Typical radius of a bubble in pixels.
    static let bubbleRadius = 20.0

    public init(_ kind: SeriesDescription.Kind, samples: Int) { (self.kind, self.samples) = (kind, samples) }
}

extension MemoryEstimate {
    /// Adds a series.
    public mutating func add(_ series: SeriesLoad) {
        let kind = series.kind.described
        addPassing(kind.planningMemory(series))
        if series.isStacked { kept += series.samples * kind.bytesPerStackedSample }
        if case .shapes(let largest) = output {
            guard series.samples > largest, kind.mayBecomePicture else {
                kept += series.bytesAsShapes
                return
            }
            hasPictures = true
        }
        kept += Self.bytesPerSeries
        kind.addDrawing(series, to: &self)
        addPoints(series)
    }

    /// Styles, marks and draw calls of a series.
    static let bytesPerSeries = 40_000

    mutating func addLine(_ series: SeriesLoad) {
        let count = series.samples
        // Mainly the symbol in the legend.
        kept += 90_000
        if series.kind == .radialLine {
            kept += count * (series.isReduced ? 80 : 160)
            scratchBytesPerPixel = max(scratchBytesPerPixel, 2)
        } else if !series.isReduced {
            let isBand = series.kind == .band
            addWaiting(count, bytes: isBand ? 800 : 400)
            kept += count * (isBand ? 170 : series.kind == .stepLine ? 85 : 45)
            if series.isFilled, !isBand {
                addWaiting(count, bytes: 400)
                kept += count * 60
            }
            scratchBytesPerPixel = max(scratchBytesPerPixel, 21)
        } else if !series.isAscending, series.isDrawnBySegments {
            // Segments that cross the picture.
            kept += min(count, 150) * 3_000
            if count < 500 { addWaiting(min(count, 150), bytes: 30_000, maximum: 30_000_000) }
        } else if series.isAscending || !series.isPlain, count > DashedLine.maxSamples {
            kept += 70_000
        }
        if series.isDashed, count <= DashedLine.maxSamples {
            kept += dashes(series)
        }
        guard series.isFilled, series.kind != .radialLine, count > min(size.width, size.height) else { return }
        // A band also has edges.
        let maximum = AreaTarget.maxMemory(pixels: pixelCount) * (series.kind == .band ? 7 : 4) / 4
        kept +=
            series.isAscending
            ? Int(Double(maximum) * min(Double(count) / Double(16 * size.width), 1)) : maximum * 3 / 4
    }

    /// Memory for the coverage of dashes, on the CPU and the device.
    private func dashes(_ series: SeriesLoad) -> Int {
        let (pixels, count) = (Double(pixelCount), Double(series.samples))
        let share = min(count / 50, 1)
        return switch series.kind {
        case .radialLine: Int(pixels * share * 1.6)
        case .band: Int(pixels * share * 2.4)
        // Steps shorter than a dash have no dashes.
        case .stepLine: Int(pixels * share * 1.1 * max(min((Double(size.width) / count - 0.5) / 2, 1), 0))
        // Very long lines are solid.
        default: Int((series.isAscending || count <= 300 ? pixels : min(pixels, 500_000)) * share * 1.2)
        }
    }

    private mutating func addPoints(_ series: SeriesLoad) {
        guard let points = series.points else { return }
        let count = series.samples
        switch points.shape {
        case .disc:
            let isLine = series.kind.drawsLines
            // Small discs of one colour take no memory, however many there are.
            if series.isReduced, series.kind != .bubble {
                kept += count * (points.hasLayers ? 45 : points.radius > 4 ? 16 : 0)
            }
            if isLine { kept += min(count * 700, 3_000_000) }
        case .outlinedDisc:
            kept += count * 60
        case .box:
            addWaiting(count, bytes: 300)
            kept += count * 160
        case .polygon(let isOutlined):
            let isLarge = points.radius > 4
            kept += count * (1_200 + (isOutlined ? 2_000 : 0) + (isLarge ? 2_500 : 0))
            if isLarge || isOutlined { kept += min(count, 4_000) * 35_000 }
        case .texture:
            kept += count * 450
        }
    }
}

extension SeriesLoad {
    /// Whether an unordered line has so few samples that each segment is drawn.
    fileprivate var isDrawnBySegments: Bool {
        var facts = MarkFacts()
        (facts.samples, facts.isOrdered) = (samples, false)
        return RenderStrategy.choose(.line, facts).strategy == .segments
    }

    /// Memory for planning: per sample, and with an upper limit if samples are ascending.
    func planningMemory(ascending: Int, others: Int) -> Int {
        isAscending ? min(samples, 1 << 20) * ascending : samples * others
    }

    /// Memory of the SVG text and of its shapes for bars, prices and error bars.
    var vectorMemoryOfBars: Int { isReduced ? min(samples, 1 << 16) * 50 : samples * 150 }

    /// Memory of the SVG text and of its shapes.
    fileprivate var bytesAsShapes: Int { samples * bytesPerPointAsShape + kind.described.vectorMemory(self) }

    private var bytesPerPointAsShape: Int {
        switch points?.shape {
        case nil: 0
        case .disc: (kind.drawsLines ? 120 : 0) + (points?.hasLayers == true ? 200 : 0)
        case .outlinedDisc, .box: 120
        case .polygon(let isOutlined): isOutlined ? 2_000 : 1_000
        case .texture: 450
        }
    }
}
