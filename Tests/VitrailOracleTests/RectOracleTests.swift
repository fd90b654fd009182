import Testing
import VitrailScene
import VitrailTestNumbers

@Suite("Rectangles are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct RectOracleTests {
    private static let tips: [RectBatch.Tip] = [.none, .top, .right, .bottom, .left, .all]

    /// One rectangle in each cell of a grid, so that none hides another.
    private func grid(
        _ seed: UInt64, size: ClosedRange<Float>, cell: Float = 20, strokeWidth: Float = 0,
        _ item: (PlotRect, inout SeededNumbers) -> RectBatch.Item
    ) -> Shape {
        var numbers = SeededNumbers(seed: seed)
        var items: [RectBatch.Item] = []
        for row in 0..<Int(160 / cell) {
            for column in 0..<Int(240 / cell) {
                let x = Float(column) * cell + numbers.float(1...2)
                let y = Float(row) * cell + numbers.float(1...2)
                let rect = PlotRect(
                    minX: x, minY: y, maxX: x + numbers.float(size), maxY: y + numbers.float(size))
                items.append(item(rect, &numbers))
            }
        }
        return .rects(RectBatch(items: items, strokeWidth: strokeWidth))
    }

    @Test("sharp ones to the last bit", arguments: [Float(0.3), 2, 16])
    func sharp(size: Float) async throws {
        let shape = grid(31, size: size / 3...size) { rect, _ in RectBatch.Item(rect: rect, fill: .black) }
        try await Oracle.expectAgreement(
            "rect sharp up to \(size)", scene(shape), limits: .init(mean: 0.6, p99: 1, max: 1))
    }

    @Test("tips", arguments: tips)
    func tip(tip: RectBatch.Tip) async throws {
        let shape = grid(32, size: 4...16) { rect, numbers in
            RectBatch.Item(rect: rect, fill: .black, tip: tip, tipRadius: numbers.float(0...9))
        }
        try await Oracle.expectAgreement("rect tip \(tip)", scene(shape))
    }

    @Test("tips of narrow bars", arguments: tips)
    func narrow(tip: RectBatch.Tip) async throws {
        let shape = grid(33, size: 0.2...3, cell: 8) { rect, numbers in
            RectBatch.Item(rect: rect, fill: .black, tip: tip, tipRadius: numbers.float(0...3))
        }
        try await Oracle.expectAgreement("rect narrow tip \(tip)", scene(shape))
    }

    @Test("large radii")
    func large() async throws {
        let items = [
            RectBatch.Item(
                rect: PlotRect(minX: 10.3, minY: 8.7, maxX: 118.6, maxY: 150.2), fill: .black, tip: .all, tipRadius: 54),
            RectBatch.Item(
                rect: PlotRect(minX: 125.1, minY: 20.4, maxX: 230.8, maxY: 150.2), fill: .black, tip: .top,
                tipRadius: 30),
        ]
        try await Oracle.expectAgreement("rect large radii", scene(.rects(RectBatch(items: items))))
    }

    @Test("outlines", arguments: tips, [Float(0.7), 1, 3, 9])
    func outline(tip: RectBatch.Tip, width: Float) async throws {
        let shape = grid(34, size: 3...14, cell: 26, strokeWidth: width) { rect, numbers in
            let inset: Float = 5
            let moved = PlotRect(
                minX: rect.minX + inset, minY: rect.minY + inset, maxX: rect.maxX + inset, maxY: rect.maxY + inset)
            return RectBatch.Item(
                rect: moved, fill: Color(0x88BBFF), tip: tip,
                tipRadius: numbers.float(0...0.5) * min(rect.width, rect.height),
                stroke: Color(0x002244, alpha: 0.8))
        }
        try await Oracle.expectAgreement("rect outline \(width) \(tip)", scene(shape))
    }

    @Test("outlines of short and narrow bars, as round as they can be", arguments: tips, [Float(0.7), 1, 3])
    func shortOutline(tip: RectBatch.Tip, width: Float) async throws {
        let shape = grid(36, size: 0.5...8, cell: 16, strokeWidth: width) { rect, numbers in
            let moved = PlotRect(minX: rect.minX + 3, minY: rect.minY + 3, maxX: rect.maxX + 3, maxY: rect.maxY + 3)
            return RectBatch.Item(
                rect: moved, fill: Color(0x88BBFF), tip: tip, tipRadius: numbers.float(0...8),
                stroke: Color(0x002244, alpha: 0.8))
        }
        try await Oracle.expectAgreement("rect short outline \(width) \(tip)", scene(shape))
    }

    @Test("gradients", arguments: [RectBatch.GradientAxis.horizontal, .vertical])
    func gradient(axis: RectBatch.GradientAxis) async throws {
        guard
            case .rects(var batch) = grid(
                35, size: 4...16,
                { rect, numbers in
                    RectBatch.Item(
                        rect: rect, fill: numbers.color(), fillEnd: numbers.color(alpha: 0.5), tip: .top, tipRadius: 3)
                })
        else { return }
        batch.gradientAxis = axis
        try await Oracle.expectAgreement("rect gradient \(axis)", scene(.rects(batch)))
    }

    @Test("stripes far beyond the clip")
    func stripes() async throws {
        let items = [
            RectBatch.Item(rect: PlotRect(minX: -1e9, minY: 20.25, maxX: 1e9, maxY: 21.75), fill: .black),
            RectBatch.Item(
                rect: PlotRect(minX: 50.5, minY: -1e6, maxX: 53.25, maxY: 1e6), fill: Color(0xFF0000, alpha: 0.5)),
        ]
        try await Oracle.expectAgreement(
            "rect stripes",
            scene(.rects(RectBatch(items: items)), clip: PixelRect(x: 10, y: 5, width: 200, height: 120)),
            limits: .init(mean: 0.6, p99: 1, max: 1))
    }

    @Test("slivers that share pixels", arguments: [Float(0.004), 0.1, 0.6], [1, 0.5])
    func slivers(width: Float, alpha: Double) async throws {
        var numbers = SeededNumbers(seed: 37)
        // Side by side, with gaps; at the end more than a pixel can hold.
        let items = (0..<Int(200 / width)).map { k in
            let x = 20 + Float(k) * width * 1.25 * (k % 9 == 0 ? 0.5 : 1)
            return RectBatch.Item(
                rect: PlotRect(
                    minX: x, minY: numbers.float(10...80), maxX: x + max(width, RectBatch.thinnestRect), maxY: 120.4),
                fill: k / Int(40 / width) % 2 == 0 ? Color(0x1F77B4, alpha: alpha) : numbers.color(alpha: alpha))
        }
        try await Oracle.expectAgreement(
            "rect slivers \(width) \(alpha)",
            scene(
                .rects(RectBatch(items: items, sliverWidth: width)),
                clip: PixelRect(x: 3, y: 20, width: 230, height: 110)),
            limits: .init(mean: 1, p99: 1, max: 1))
    }

    /// A single sliver would round to nothing in 8 bits.
    @Test("slivers with faint outlines", arguments: [Float(0.02), 0.3])
    func outlinedSlivers(width: Float) async throws {
        var numbers = SeededNumbers(seed: 38)
        let items = (0..<Int(80 / width)).map { k in
            let x = 20 + Float(k) * width * 1.25
            return RectBatch.Item(
                rect: PlotRect(minX: x, minY: numbers.float(10...80), maxX: x + width, maxY: 120.4),
                fill: Color(0x1F77B4, alpha: 0.3),
                stroke: Color(0x882200, alpha: 0.01))
        }
        try await Oracle.expectAgreement(
            "rect outlined slivers \(width)",
            scene(.rects(RectBatch(items: items, strokeWidth: 0.5, sliverWidth: width))),
            limits: .init(mean: 1, p99: 1, max: 2))
    }
}
