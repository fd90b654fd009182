import VitrailImage
import VitrailScene

/// Shapes whose samples stay on the device, far from the origin of their units.
enum ResidentShapes {
    static let group = CaseGroup("shape.resident") { lines + points + bars + areas }

    /// Targets of floats that add up thousands of shapes.
    private static let floats = ["GL_EXT_color_buffer_float", "GL_EXT_float_blend"]

    private static let lines: [ConformanceCase] =
        [Float(1), 1.5, 4, 12].map { width in
            SceneCase.exact("line.w\(SceneCase.part(width))") { numbers in
                let values = (0..<200).map { $0 % 41 == 40 ? .nan : Double(numbers.float(-50...50)) }
                return scene([
                    .line(
                        LineMark(x: along(200), y: across(values), range: 0..<200, width: width, paint: .solid(.black)))
                ])
            }
        } + [
            // Three blocks of samples.
            SceneCase.exact("line.many") { numbers in
                let count = 2 * SampleBlock.length + 500
                var walk = 0.0
                let values = (0..<count).map { _ -> Double in
                    walk += Double(numbers.float(-1...1)) - walk * 0.001
                    return walk
                }
                return scene([
                    .line(
                        LineMark(
                            x: along(count), y: across(values), range: 0..<count, width: 1.5, paint: .solid(.black)))
                ])
            }
        ]

    private static let points: [ConformanceCase] =
        [(60, Float(6)), (3_000, 2)].map { count, radius in
            SceneCase.exact("points.n\(count)", needs: floats) { numbers in
                let values = (0..<count).map { _ in Double(numbers.float(-50...50)) }
                return scene([
                    .points(
                        PointsMark(
                            x: along(count), y: across(values), range: 0..<count, radius: radius,
                            color: Color(0xCC3300, alpha: 0.4)))
                ])
            }
        } + [
            SceneCase.exact("bubbles", needs: floats) { numbers in
                let values = (0..<80).map { _ in Double(numbers.float(-50...50)) }
                let squares = (0..<80).map { $0 % 9 == 0 ? -1 : Double(numbers.float(0...90)) }
                return scene([
                    .points(
                        PointsMark(
                            x: along(80), y: across(values), range: 0..<80, radius: 0,
                            sizes: SampleAxis(Samples(squares), SampleTransform()), color: Color(0x2C6FDB, alpha: 0.6)))
                ])
            }
        ]

    private static let bars: [ConformanceCase] = [(20, Float(5.3)), (2_000, 0.06), (20_000, 0.006)].map {
        count, width in
        SceneCase.exact("bars.n\(count)", needs: width < 1 ? floats : []) { numbers in
            let values = (0..<count).map { _ in Double(numbers.float(-50...50)) }
            return scene([
                .bars(
                    BarsMark(
                        x: along(count), y: across(values), range: 0..<count, low: -width / 2, high: width / 2,
                        base: 60.4, color: Color(0x2C6FDB), areSlivers: width < 1))
            ])
        }
    }

    /// Two paints are painted over one another where they share a pixel, which is not exact for thousands of crossings.
    private static let areas: [ConformanceCase] = [(60, false), (60, true), (5_000, false)].map { count, hasTwoPaints in
        SceneCase.exact("area.n\(count)\(hasTwoPaints ? ".inverted" : "")", needs: floats) { numbers in
            let first = (0..<count).map { _ in Double(numbers.float(-50...50)) }
            let second = (0..<count).map { $0 == count / 2 ? .nan : Double(numbers.float(-50...50)) }
            return scene([
                .samplesArea(
                    AreaMark(
                        along: along(count), first: across(first), second: across(second), range: 0..<count,
                        paint: .solid(Color(0x2C6FDB)),
                        invertedPaint: hasTwoPaints ? .solid(Color(0xCC3300, alpha: 0.5)) : nil))
            ])
        }
    }

    /// Rows at equal distances over the picture.
    private static func along(_ count: Int) -> SampleAxis {
        SampleAxis(
            Samples((0..<count).map { 1e9 + Double($0) }),
            SampleTransform(origin: 1e9, scale: 150 / Double(count), start: 5.3))
    }

    /// Values of ±50 in the middle of the picture.
    private static func across(_ values: [Double]) -> SampleAxis {
        SampleAxis(Samples(values.map { $0 + 7e5 }), SampleTransform(origin: 7e5, scale: -1, start: 60.4))
    }

    /// An array as a source.
    private struct Samples: SampleSource {
        let id = SampleID()
        private let values: [Double]
        private let blocks: [SampleBlock]

        init(_ values: [Double]) {
            self.values = values
            blocks = stride(from: 0, to: values.count, by: SampleBlock.length).map { start in
                let all = values[start..<min(start + SampleBlock.length + 1, values.count)]
                let finite = all.filter(\.isFinite)
                guard let first = finite.first else { return .empty }
                return SampleBlock(
                    origin: first, minimum: finite.min() ?? first, maximum: finite.max() ?? first,
                    gapCount: all.count - finite.count)
            }
        }

        var indices: Range<Int> { values.indices }
        func forEachPart(of range: Range<Int>, _ body: (Int, Span<Double>) -> Void) {
            body(range.lowerBound, values.span.extracting(range))
        }
        func block(_ number: Int) -> SampleBlock { blocks[number] }
    }
}
