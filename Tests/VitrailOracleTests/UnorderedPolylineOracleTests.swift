import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Unordered lines with any number of points, compared with the exact union of their segments and joints.
@Suite("Trajectories", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct UnorderedPolylineOracleTests {
    private static let clip = PixelRect(x: 7, y: 5, width: 221, height: 147)

    enum Course: CaseIterable {
        /// Steps of fractions of a pixel; of a few pixels; all over the picture; along axes only; in circles; far
        /// outside the picture; with gaps, single points, and repeated positions.
        case fine, coarse, wild, square, rounds, far, broken
    }

    private func points(_ course: Course, _ count: Int, seed: UInt64) -> [PlotPoint] {
        var numbers = SeededNumbers(seed: seed)
        var position = point(120, 80)
        return (0..<count).flatMap { i -> [PlotPoint] in
            func step(_ length: Float) {
                (position.x, position.y) = (
                    position.x + numbers.float(-length...length), position.y + numbers.float(-length...length)
                )
            }
            switch course {
            case .fine: step(0.7)
            case .coarse: step(9)
            case .wild: position = point(numbers.float(-20...260), numbers.float(-20...180))
            case .square:
                if i.isMultiple(of: 2) {
                    position.x = numbers.float(0...240)
                } else {
                    position.y = numbers.float(0...160)
                }
            case .rounds: position = point(120 + 100 * sin(Float(i) * 0.7), 80 + 70 * cos(Float(i) * 0.43))
            case .far:
                let isNear = i.isMultiple(of: 2)
                position = point(
                    numbers.float(isNear ? 0...240 : -1e7...1e7), numbers.float(isNear ? 0...160 : -1e6...1e6))
            case .broken:
                step(12)
                switch numbers.next() % 6 {
                case 0: return [position, .gap]
                case 1: return [.gap, position, .gap, position, position]
                case 2: return [position, position, position, .gap]
                case 3: return [point(.infinity, 3), position, position]
                default: break
                }
            }
            return [position]
        }
    }

    /// Courses with so few points that most of the picture is edges.
    @Test("are their segments and joints", arguments: Course.allCases, [0.4, 1, 2, 5.5, 40] as [Float])
    func union(course: Course, width: Float) async throws {
        let count = course == .fine ? 600 : width > 5 ? 12 : 60
        let line = UnorderedPolyline(points(course, count, seed: 11), width: width, color: Color(0x123456, alpha: 0.8))
        try await Oracle.expectAgreement(
            "trajectory \(course) \(width)", scene(.unorderedPolyline(line), clip: Self.clip),
            limits: .init(mean: 1.5, p99: 8, max: 16))
    }

    /// So many points that covered areas are skipped.
    @Test(
        "are the same where most of the picture is covered", arguments: [Course.fine, .wild, .rounds, .square],
        [1, 3] as [Float])
    func full(course: Course, width: Float) async throws {
        let line = UnorderedPolyline(
            points(course, course == .fine ? 60_000 : 1_500, seed: 5), width: width, color: .black)
        try await Oracle.expectAgreement(
            "full trajectory \(course) \(width)", scene(.unorderedPolyline(line), clip: Self.clip),
            limits: .init(mean: 1, p99: 8, max: 16))
    }

    private func coverage(
        _ points: [PlotPoint], width: Float, count: Int? = nil, threads: Int = 2
    ) throws -> CoverageMap {
        let line = UnorderedPolyline(points, width: width, color: .black)
        var bits: UnorderedBits?
        return try #require(
            UnorderedCoverage(width: width, count: count ?? points.count, clip: Self.clip)?.map(
                of: line, in: &bits, threads: threads))
    }

    @Test(
        "do not depend on threads, on the order of their parts, or on what was covered before",
        arguments: Course.allCases)
    func order(course: Course) throws {
        let (first, second) = (points(course, 9_000, seed: 1), points(course, 7_000, seed: 2))
        let one = try coverage(first + [.gap] + second, width: 1.5, threads: 1)
        for threads in [2, 3, 7] {
            #expect(try coverage(first + [.gap] + second, width: 1.5, threads: threads).coverage == one.coverage)
        }
        let other = try coverage(second + [.gap] + first, width: 1.5)
        #expect(other.coverage == one.coverage && other.tiles == one.tiles)
        // The bits used for another line are clear afterwards.
        var bits: UnorderedBits?
        for line in [first, second, [point(3, 4), point(200, 90)], first] {
            let counted = try #require(UnorderedCoverage(width: 1.5, count: line.count, clip: Self.clip))
            #expect(
                counted.map(of: UnorderedPolyline(line, width: 1.5, color: .black), in: &bits)?.coverage
                    == (try coverage(line, width: 1.5).coverage))
        }
        // The union keeps all coverage of each line.
        let alone = try coverage(first, width: 1.5)
        #expect(zip(alone.coverage, one.coverage).allSatisfy { $0 <= $1 })
    }

    @Test("of very many points are counted at half the places")
    func half() throws {
        for course in Course.allCases {
            let points = points(course, 200, seed: 3)
            let (all, half) = (try coverage(points, width: 2), try coverage(points, width: 2, count: 1 << 25))
            let differences = zip(all.coverage, half.coverage).map { abs(Double($0) - Double($1)) }
            #expect(differences.max() ?? 0 <= 16 && all.coverage != half.coverage)
        }
    }

    @Test("cover all of the pixels that they lie over, and nothing elsewhere")
    func ends() throws {
        // A horizontal segment with butt ends, and a single joint.
        let map = try coverage([point(50, 40), point(90, 40)], width: 4)
        func at(_ x: Int, _ y: Int) -> UInt8 { map.coverage[(y - Self.clip.y) * Self.clip.width + x - Self.clip.x] }
        #expect(at(50, 38) == 255 && at(89, 41) == 255 && at(70, 39) == 255)
        #expect(at(49, 40) == 0 && at(90, 40) == 0 && at(70, 37) == 0 && at(70, 42) == 0)
        #expect(map.coverage.reduce(0) { $0 + Int($1) } == 40 * 4 * 255)
        let corner = try coverage([point(50, 40), point(90, 40), point(90, 80)], width: 4)
        let round = [(90, 39), (91, 38)].map { x, y in
            corner.coverage[(y - Self.clip.y) * Self.clip.width + x - Self.clip.x]
        }
        #expect(round[0] == 255 && 1..<255 ~= round[1], "\(round)")
        let position = point(60, 60)
        #expect(try coverage([position, position], width: 4).coverage.allSatisfy { $0 == 0 })
        let disc = try coverage([position, position, position], width: 4).coverage.reduce(0) { $0 + Double($1) / 255 }
        #expect(abs(disc - 4 * .pi) < 0.15, "\(disc)")
        #expect(try coverage([position], width: 4).coverage.allSatisfy { $0 == 0 })
        #expect(try coverage([], width: 4).coverage.allSatisfy { $0 == 0 })
    }

    /// With few points each segment is drawn, with many the coverage is rasterised on the CPU.
    @Test(
        "polylines of many points that turn back are counted, too",
        arguments: [StrategyThreshold.samplesForCoverage.count - 1, StrategyThreshold.samplesForCoverage.count])
    func polylines(count: Int) async throws {
        let line = Polyline(points: points(.rounds, count, seed: 1), width: 1.5, paint: .solid(Color(0x884422)))
        var mark = Mark(.polyline(line), clip: Self.clip)
        mark.source = MarkSource(series: 0, tier: .exact)
        let scene = Scene(size: PixelSize(width: 240, height: 160), layers: [Layer(.series, marks: [mark])])
        #expect(
            tessellate(scene).series.map(\.tier) == [
                count < StrategyThreshold.samplesForCoverage.count ? .exact : .counted
            ])
        try await Oracle.expectAgreement("polyline of \(count) points", scene, limits: .init(mean: 1, p99: 8, max: 16))
    }

    @Test("are painted with others where all of them are faint and many")
    func faint() throws {
        let color = Color(red: 9, green: 80, blue: 200, alpha: 9)
        let lines = (0..<15).map {
            Shape.unorderedPolyline(UnorderedPolyline(points(.coarse, 5_000, seed: UInt64($0)), width: 1, color: color))
        }
        let chords = (0..<10).map { k in
            Shape.polyline(Polyline(points: points(.wild, 2, seed: UInt64(k)), width: 1, paint: .solid(color)))
        }
        func textures(_ shapes: [Shape]) -> Int {
            var scene = scene()
            scene.layers = [Layer(.series, marks: shapes.map { Mark($0, clip: Self.clip) })]
            return tessellate(scene).textures.count
        }
        // Rasterised on the CPU, and so many that they share one picture; a few of them have a picture each.
        #expect(textures(lines + chords) == 1)
        #expect(textures(lines) == 15)
    }
}
