import VitrailImage
import VitrailScene

/// Invariants of every driver's pictures; no reference is needed.
enum InvariantGroup {
    static let group = CaseGroup("invariant") {
        SampleShapes.all.flatMap { shape in
            [
                ConformanceCase("translation.\(shape.name)") { context in try translation(shape, context) },
                ConformanceCase("tiles.\(shape.name)") { context in try tiles(shape, context) },
                ConformanceCase("clip_is_crop.\(shape.name)") { context in try clipIsCrop(shape, context) },
                ConformanceCase("repeatable.\(shape.name)") { context in try repeatable(shape, context) },
                ConformanceCase("resized.\(shape.name)") { context in try resized(shape, context) },
            ]
        } + [
            ConformanceCase("straight_alpha.round_trip") { context in try roundTrip(context) },
            ConformanceCase("neighbours.sector") { context in try seams(context) },
            ConformanceCase("premultiplied.never_above_alpha") { context in try premultiplied(context) },
        ]
    }

    private static func sample(_ shape: SampleShape, _ context: CaseContext) -> Shape {
        var numbers = context.numbers
        return shape.make(&numbers)
    }

    /// After a move by whole pixels, the picture must be equal at its new position. Tolerance: one step, for the last
    /// bit of the larger coordinates.
    private static func translation(_ shape: SampleShape, _ context: CaseContext) throws -> CaseOutcome {
        let one = sample(shape, context)
        let here = try context.draw(scene([one]))
        let moved = try context.draw(scene([one.moved(x: 16, y: 8)]))
        let size = (160 - 16, 120 - 8)
        return same(
            moved.cropped(to: PixelRect(x: 16, y: 8, width: size.0, height: size.1)),
            here.cropped(to: PixelRect(x: 0, y: 0, width: size.0, height: size.1)),
            within: 1)
    }

    /// Four pictures of a quarter each must form the whole picture.
    private static func tiles(_ shape: SampleShape, _ context: CaseContext) throws -> CaseOutcome {
        let one = sample(shape, context)
        let whole = try context.draw(scene([one]))
        var joined = PixelImage(size: whole.size)
        for (x, y) in [(0, 0), (80, 0), (0, 60), (80, 60)] {
            let tile = try context.draw(scene([one.moved(x: -Float(x), y: -Float(y))], width: 80, height: 60))
            for row in 0..<60 { for column in 0..<80 { joined[x + column, y + row] = tile[column, row] } }
        }
        return same(joined, whole, within: 1)
    }

    /// Inside a clip, the picture must equal the whole picture bit by bit; outside, it must be background.
    private static func clipIsCrop(_ shape: SampleShape, _ context: CaseContext) throws -> CaseOutcome {
        let one = sample(shape, context)
        let clip = PixelRect(x: 37, y: 21, width: 84, height: 66)
        let whole = try context.draw(scene([one]))
        let clipped = try context.draw(scene([one], clip: clip))
        var expected = PixelImage(size: whole.size, filledWith: .white)
        for y in clip.y..<clip.maxY { for x in clip.x..<clip.maxX { expected[x, y] = whole[x, y] } }
        return same(clipped, expected)
    }

    private static func repeatable(_ shape: SampleShape, _ context: CaseContext) throws -> CaseOutcome {
        let one = scene([sample(shape, context)])
        let first = try context.draw(one)
        // Draw another picture in between, to detect leftover state.
        _ = try context.draw(
            scene([.discs(DiscBatch(items: [.init(center: point(30, 30), radius: 20, color: .black)]))]))
        return same(try context.draw(one), first)
    }

    /// Pictures of several sizes on one device must equal pictures on a new device: no state of an earlier target may
    /// remain.
    private static func resized(_ shape: SampleShape, _ context: CaseContext) throws -> CaseOutcome {
        let one = sample(shape, context)
        let sizes = [(160, 120), (80, 60), (200, 90), (64, 64), (160, 120), (33, 140), (80, 60)]
        let alone = try sizes.map { width, height in
            context.closeSession()
            return try context.draw(scene([one], width: width, height: height))
        }
        guard !alone[0].isOfOneColor else { return blank }
        context.closeSession()
        for (size, expected) in zip(sizes, alone) {
            let outcome = agree(
                try context.draw(scene([one], width: size.0, height: size.1), isKept: true), expected, within: 0)
            guard case .pass = outcome else { return outcome }
        }
        return .pass()
    }

    /// A colour with any alpha over a transparent background must be read back within the precision of its alpha.
    private static func roundTrip(_ context: CaseContext) throws -> CaseOutcome {
        var numbers = context.numbers
        let colors = (0..<16 * 12).map { _ in numbers.color(alpha: Double(numbers.byte()) / 255) }
        let items = colors.enumerated().map { k, color in
            let (x, y) = (Float(k % 16) * 10, Float(k / 16) * 10)
            return RectBatch.Item(rect: PlotRect(minX: x, minY: y, maxX: x + 10, maxY: y + 10), fill: color)
        }
        let picture = try context.draw(scene([.rects(RectBatch(items: items))], background: .clear))
        for (k, color) in colors.enumerated() {
            let (x, y) = (k % 16 * 10 + 5, k / 16 * 10 + 5)
            let found = picture.color(x: x, y: y)
            func failure(_ reason: String) -> CaseOutcome {
                var expected = picture
                expected[x, y] = PixelImage(size: PixelSize(width: 1, height: 1), filledWith: color)[0, 0]
                return .fail(reason, expected: expected, found: picture)
            }
            guard abs(Int(found.alpha) - Int(color.alpha)) <= 1 else { return failure("\(color) is read as \(found)") }
            let limit = color.alpha == 0 ? 255 : 2 + 255 / Int(color.alpha)
            for channel in [\Color.red, \.green, \.blue]
            where abs(Int(found[keyPath: channel]) - Int(color[keyPath: channel])) > limit {
                return failure("\(color) is read as \(found); \(limit)/255 is allowed at this alpha")
            }
        }
        return .pass()
    }

    /// Adjacent slices must leave no gaps.
    private static func seams(_ context: CaseContext) throws -> CaseOutcome {
        let items = (0..<17).map { k in
            SectorBatch.Item(
                center: point(80.3, 60.6), innerRadius: 0, outerRadius: 52, startAngle: Float(k) * 2 * .pi / 17,
                sweep: 2 * .pi / 17, fill: .black)
        }
        let picture = try context.draw(scene([.sectors(SectorBatch(items: items))]))
        var expected = picture
        for y in 0..<120 {
            for x in 0..<160 {
                let (dx, dy) = (Double(x) + 0.5 - 80.3, Double(y) + 0.5 - 60.6)
                let radius = (dx * dx + dy * dy).squareRoot()
                if radius > 3, radius < 50, picture[x, y].x > 1 { expected[x, y] = SIMD4(0, 0, 0, 255) }
            }
        }
        return expected == picture
            ? .pass() : .fail("light shines through between slices", expected: expected, found: picture)
    }

    /// No channel of a premultiplied picture exceeds its alpha.
    private static func premultiplied(_ context: CaseContext) throws -> CaseOutcome {
        var numbers = context.numbers
        let shapes = SampleShapes.all.map { $0.make(&numbers) }
        let picture = try context.draw(scene(shapes, background: .clear))
        guard !picture.isOfOneColor else { return blank }
        var expected = picture
        for y in 0..<120 {
            for x in 0..<160 {
                let pixel = picture[x, y]
                expected[x, y] = pointwiseMin(pixel, SIMD4(repeating: pixel.w))
            }
        }
        return expected == picture
            ? .pass() : .fail("a channel is larger than alpha", expected: expected, found: picture)
    }

    /// Compares two pictures of one driver. Fails if the reference has only one colour, because then nothing was drawn.
    static func same(_ result: PixelImage, _ reference: PixelImage, within tolerance: UInt8 = 0) -> CaseOutcome {
        reference.isOfOneColor ? blank : agree(result, reference, within: tolerance)
    }

    static let blank = CaseOutcome.fail("the picture that the other one is held against is blank")

    static func agree(_ result: PixelImage, _ reference: PixelImage, within tolerance: UInt8) -> CaseOutcome {
        let comparison = PerChannelComparison(tolerance: tolerance).compare(result, expected: reference)
        return CaseOutcome(comparison, reference: reference, result: result)
    }
}

extension PixelImage {
    /// Whether all pixels are equal, that is, nothing is visible.
    var isOfOneColor: Bool {
        let first = pixels.prefix(4)
        return stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0..<$0 + 4] == first }
    }
}
