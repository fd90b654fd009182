import VitrailImage
import VitrailScene

/// Axis-parallel rectangles: columns, bars, gridlines, frames.
enum RectShapes {
    static let group = CaseGroup("shape.rect") { tips.flatMap(styles) + gradients + sharp + slivers + [far] }

    private static let tips: [(name: String, tip: RectBatch.Tip)] = [
        ("none", .none), ("top", .top), ("right", .right), ("bottom", .bottom), ("left", .left), ("all", .all),
    ]
    private static let outlines: [Float] = [0, 0.7, 1, 3, 9]

    private static func styles(name: String, tip: RectBatch.Tip) -> [ConformanceCase] {
        var cases = outlines.map { width in
            SceneCase.exact("tip.\(name).outline\(SceneCase.part(width))") { numbers in
                let stroke = width > 0 ? Color(0x002244, alpha: 0.8) : Color.clear
                return scene([
                    grid(&numbers, size: 3...14, strokeWidth: width) { rect, numbers in
                        let radius = numbers.float(0...0.5) * min(rect.width, rect.height)
                        return RectBatch.Item(
                            rect: rect, fill: Color(0x88BBFF), tip: tip, tipRadius: radius, stroke: stroke)
                    }
                ])
            }
        }
        cases.append(
            SceneCase.exact("narrow.\(name)") { numbers in
                scene([
                    grid(&numbers, size: 0.2...3, cell: 8) { rect, numbers in
                        RectBatch.Item(rect: rect, fill: .black, tip: tip, tipRadius: numbers.float(0...3))
                    }
                ])
            })
        return cases
    }

    private static let gradients: [ConformanceCase] = [RectBatch.GradientAxis.horizontal, .vertical].map { axis in
        SceneCase.exact("gradient.\(axis)") { numbers in
            let shape = grid(&numbers, size: 4...16) { rect, numbers in
                RectBatch.Item(
                    rect: rect, fill: numbers.color(), fillEnd: numbers.color(alpha: 0.5), tip: .top, tipRadius: 3)
            }
            guard case .rects(var batch) = shape else { return scene([]) }
            batch.gradientAxis = axis
            return scene([.rects(batch)])
        }
    }

    /// Exact except for the last bit.
    private static let exact = InkComparison.Limits(mean: 0.6, p99: 1, max: 1)

    private static let sharp: [ConformanceCase] = [Float(0.3), 2, 16].map { size in
        SceneCase.exact("sharp.upto\(SceneCase.part(size))", limits: exact) { numbers in
            scene([grid(&numbers, size: size / 3...size) { rect, _ in RectBatch.Item(rect: rect, fill: .black) }])
        }
    }

    /// Thousands of adjacent rectangles in a row of pixels, added up in a float target: exact to the last bit with
    /// 32-bit floats.
    private static let slivers: [ConformanceCase] = [Float(0.02), 0.3].map { width in
        SceneCase.exact(
            "slivers.w\(SceneCase.part(width))", limits: .init(mean: 1, p99: 1, max: 1),
            needs: ["GL_EXT_color_buffer_float", "GL_EXT_float_blend"]
        ) { numbers in
            let items = (0..<Int(100 / width)).map { k in
                let x = 20 + Float(k) * width * 1.25
                return RectBatch.Item(
                    rect: PlotRect(minX: x, minY: numbers.float(4...90), maxX: x + width, maxY: 110.4),
                    fill: numbers.color(alpha: k % 2 == 0 ? 1 : 0.5))
            }
            return scene([.rects(RectBatch(items: items, sliverWidth: width))])
        }
    }

    private static let far = SceneCase.exact("huge_coordinates", limits: exact) { _ in
        scene([
            .rects(
                RectBatch(items: [
                    RectBatch.Item(rect: PlotRect(minX: -1e9, minY: 20.25, maxX: 1e9, maxY: 21.75), fill: .black),
                    RectBatch.Item(
                        rect: PlotRect(minX: 50.5, minY: -1e6, maxX: 53.25, maxY: 1e6),
                        fill: Color(0xFF0000, alpha: 0.5)),
                ]))
        ])
    }

    /// One rectangle in each cell of a grid, so that none hides another.
    private static func grid(
        _ numbers: inout CaseNumbers, size: ClosedRange<Float>, cell: Float = 24, strokeWidth: Float = 0,
        _ item: (PlotRect, inout CaseNumbers) -> RectBatch.Item
    ) -> Shape {
        var items: [RectBatch.Item] = []
        for row in 0..<Int(120 / cell) {
            for column in 0..<Int(160 / cell) {
                let x = Float(column) * cell + numbers.float(3...5)
                let y = Float(row) * cell + numbers.float(3...5)
                items.append(
                    item(
                        PlotRect(minX: x, minY: y, maxX: x + numbers.float(size), maxY: y + numbers.float(size)),
                        &numbers))
            }
        }
        return .rects(RectBatch(items: items, strokeWidth: strokeWidth))
    }
}

extension CaseNumbers {
    mutating func color(alpha: Double = 1) -> Color {
        Color(UInt32(truncatingIfNeeded: next()) & 0xFF_FFFF, alpha: alpha)
    }
}
