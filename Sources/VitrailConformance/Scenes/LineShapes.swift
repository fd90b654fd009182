import Glibc
import VitrailImage
import VitrailScene

/// Strokes: one shape with any number of runs, with round joins and butt caps.
enum LineShapes {
    private static let widths: [Float] = [0.5, 1, 1.5, 4, 12]

    static let group = CaseGroup("shape.line") {
        patterns.flatMap(strokes) + patterns.flatMap(raw) + painted + resident
    }

    private static func strokes(_ pattern: Pattern) -> [ConformanceCase] {
        widths.map { width in
            SceneCase.exact("\(pattern.name).w\(SceneCase.part(width))", limits: pattern.limits) { numbers in
                scene([.polyline(Polyline(points: pattern.make(&numbers), width: width, paint: .solid(pattern.color)))])
            }
        }
    }

    /// Strokes without decimation: every segment is drawn, over one another in a target of cells.
    private static func raw(_ pattern: Pattern) -> [ConformanceCase] {
        [Float(1), 4].map { width in
            SceneCase.exact(
                "raw.\(pattern.name).w\(SceneCase.part(width))", limits: pattern.rawLimits ?? pattern.limits
            ) { numbers in
                var scene = scene([
                    .polyline(Polyline(points: pattern.make(&numbers), width: width, paint: .solid(pattern.color)))
                ])
                scene.decimation = .none
                return scene
            }
        }
    }

    private static let painted: [ConformanceCase] = SamplePaints.all.map { name, paint in
        SceneCase.exact("paint.\(name)") { numbers in
            let points = (0..<20).map { point(Float($0) * 8 + 3, numbers.float(10...110)) }
            return scene([.polyline(Polyline(points: points, width: 5, paint: paint))])
        }
    }

    private static let resident: [ConformanceCase] = widths.map { width in
        SceneCase.exact("resident.w\(SceneCase.part(width))") { numbers in resident(width, &numbers) }
    }

    private struct Pattern: Sendable {
        let name: String
        var limits = InkComparison.Limits()
        /// Limits for drawing every segment. `nil`: the same as `limits`.
        var rawLimits: InkComparison.Limits?
        var color = Color.black
        let make: @Sendable (inout CaseNumbers) -> [PlotPoint]
    }

    private static let patterns: [Pattern] = [
        Pattern(name: "segments") { numbers in
            (0..<18).flatMap { _ in
                [
                    point(numbers.float(-20...180), numbers.float(-20...140)),
                    point(numbers.float(-20...180), numbers.float(-20...140)), .gap,
                ]
            }
        },
        // Exact except for the last bit, which may be rounded either way.
        Pattern(name: "axis_parallel", limits: .init(mean: 1, p99: 1, max: 2)) { numbers in
            (0..<6).flatMap { k in
                let y = Float(k) * 20 + numbers.float(0...1) + 8
                return [point(numbers.float(2...70), y), point(numbers.float(80...158), y), .gap]
            }
        },
        Pattern(name: "zigzag") { numbers in (0..<27).map { point(Float($0) * 6 + 3, numbers.float(10...110)) } },
        // With two segments per pixel, each covers a part of a cell; the larger part counts for both.
        Pattern(name: "smooth", rawLimits: .init(p99: 24)) { _ in
            (0..<320).map { point(Float($0) / 2, 60 + 40 * sinf(Float($0) / 23) + 9 * sinf(Float($0) / 5)) }
        },
        Pattern(name: "folded") { _ in
            [
                point(20, 30), point(140, 40), point(20, 30.5), point(140, 90), point(140, 20), point(139.5, 110),
                point(60, 110), point(60.25, 40),
                point(60.25, 100),
            ]
        },
        // If an envelope jumps within an eighth of a pixel column, its linear piece extends beyond the jump, in one or
        // two pixels of a thousand.
        Pattern(name: "dense", limits: .init(interior: 24)) { numbers in
            (0..<640).map { point(Float($0) / 4, 60 + numbers.float(-1...1) * numbers.float(5...50)) }
        },
        Pattern(name: "gaps") { numbers in
            (0..<40).flatMap { k in
                let position = point(Float(k) * 4, numbers.float(15...105))
                return switch numbers.next() % 6 {
                case 0: [PlotPoint.gap]
                case 1: [position, position]
                default: [position]
                }
            }
        },
        Pattern(name: "short_runs") { numbers in
            (0..<24).flatMap { k in
                let (x, y) = (Float(k % 6) * 26 + 15, Float(k / 6) * 28 + 16)
                return (0..<(2 + k % 3)).map { _ in point(x + numbers.float(-4...4), y + numbers.float(-4...4)) } + [
                    .gap
                ]
            }
        },
        Pattern(name: "translucent", color: Color(0xCC3300, alpha: 0.4)) { numbers in
            (0..<30).map { _ in point(numbers.float(0...160), numbers.float(0...120)) }
        },
        Pattern(name: "far") { numbers in
            (0..<40).map { k in
                let reach: Float = k % 3 == 0 ? 1e6 : 200
                return point(80 + numbers.float(-reach...reach), 60 + numbers.float(-reach...reach))
            }
        },
    ]

    /// Points that stay on the device, far from the origin.
    private static func resident(_ width: Float, _ numbers: inout CaseNumbers) -> Scene {
        let offsets = (0..<130).map { k in k % 41 == 40 ? .gap : point(Float(k), numbers.float(-1...1)) }
        let points = ResidentPoints(
            id: ResidentID(rawValue: UInt64(width * 10)), generation: 1, offsets: offsets, originX: 1e9, originY: 5)
        let samples = Samples(
            points: points, range: 0..<130, scaleX: 1.2, translationX: -1.2e9 + 0.25, scaleY: -50,
            translationY: 60.4 + 5 * 50, width: width, color: .black)
        return scene([.samples(samples)])
    }
}
