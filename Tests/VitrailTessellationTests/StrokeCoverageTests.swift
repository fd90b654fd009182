import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Dense strokes whose pixel coverage is rasterised on the CPU.
@Suite("Coverage of dense strokes")
struct StrokeCoverageTests {
    private let clip = PixelRect(x: 5, y: 3, width: 90, height: 50)

    /// Runs that continue to the right, one above another, some from right to left, over all of the clip and beyond.
    private func runs(seed: UInt64, isVertical: Bool, apart: Float) -> [PlotPoint] {
        var numbers = SeededNumbers(seed: seed)
        var points: [PlotPoint] = []
        var along: Float = -10
        while along < 110 {
            let count = Int(numbers.double(1...9))
            var run: [PlotPoint] = []
            for k in 0..<count {
                along += k == 0 ? numbers.float(0.01...0.2) * apart : numbers.float(0...0.4) * apart
                let across = numbers.float(-4...4) * (numbers.double(0...1) < 0.1 ? 10 : 1) + 30
                run.append(isVertical ? point(across, along) : point(along, across))
                // A repeated position is a joint.
                if numbers.double(0...1) < 0.05 { run.append(run[run.count - 1]) }
            }
            points += (numbers.double(0...1) < 0.3 ? run.reversed() : run) + [.gap]
        }
        return points
    }

    private func map(
        _ points: [PlotPoint], width: Float, isVertical: Bool = false, perPixel: Int = 64, clip: PixelRect? = nil,
        threads: Int = 1
    ) throws -> CoverageMap {
        let coverage = try #require(
            StrokeCoverage(
                width: width, isVertical: isVertical, along: -10...111, perPixel: perPixel, clip: clip ?? self.clip))
        return coverage.map(of: points, points.split { !$0.isFinite }.map(\.indices), threads: threads)
    }

    /// Fraction of a pixel inside the rectangle of a segment or the disc of a joint, sampled at 48 × 48 positions.
    private func expected(_ points: [PlotPoint], width: Float, x: Int, y: Int) -> Float {
        let radius = width / 2
        var shapes: [(PlotPoint, PlotPoint, isJoint: Bool)] = []
        for run in points.split(whereSeparator: { !$0.isFinite }) {
            for (a, b) in zip(run, run.dropFirst()) { shapes.append((a, b, false)) }
            for joint in run.dropFirst().dropLast() { shapes.append((joint, joint, true)) }
        }
        let center = point(Float(x) + 0.5, Float(y) + 0.5)
        let near = shapes.filter { a, b, _ in
            min(a.x, b.x) - radius - 1 < center.x && max(a.x, b.x) + radius + 1 > center.x
                && min(a.y, b.y) - radius - 1 < center.y
                && max(a.y, b.y) + radius + 1 > center.y
        }
        var count = 0
        for i in 0..<48 {
            for j in 0..<48 {
                let position = point(Float(x) + (Float(i) + 0.5) / 48, Float(y) + (Float(j) + 0.5) / 48)
                let isCovered = near.contains { a, b, isJoint in
                    let (dx, dy) = (b.x - a.x, b.y - a.y)
                    let (px, py) = (position.x - a.x, position.y - a.y)
                    if isJoint { return px * px + py * py < radius * radius }
                    let length = (dx * dx + dy * dy).squareRoot()
                    guard length > 0 else { return false }
                    let along = (px * dx + py * dy) / length
                    return along > 0 && along < length && abs(px * dy - py * dx) / length < radius
                }
                if isCovered { count += 1 }
            }
        }
        return Float(count) / 2_304
    }

    /// Segments inside fully covered cells are skipped on arrival; segments that extend beyond are not.
    @Test(
        "of segments to and fro over a full picture is that of their union", arguments: [false, true],
        [0.4, 1.5, 5] as [Float])
    func full(isVertical: Bool, width: Float) throws {
        var numbers = SeededNumbers(seed: 8)
        var points: [PlotPoint] = []
        for k in 0..<1_500 {
            let positions = (0..<3).map { _ in numbers.float(-20...120) }.sorted()
            // The picture is full in its middle; later segments extend past it occasionally.
            let reach: Float = k > 800 && k.isMultiple(of: 50) ? 28 : 12
            points +=
                positions.map {
                    isVertical
                        ? point(numbers.float(30 - reach...30 + reach), $0)
                        : point($0, numbers.float(30 - reach...30 + reach))
                } + [.gap]
        }
        let map = try map(points, width: width, isVertical: isVertical)
        var (sum, worst, count) = (Float(0), Float(0), 0)
        for position in stride(from: 0, to: map.coverage.count, by: 37) {
            let (x, y) = (map.box.x + position % map.box.width, map.box.y + position / map.box.width)
            let error = abs(Float(map.coverage[position]) - 255 * expected(points, width: width, x: x, y: y))
            (sum, worst, count) = (sum + error, max(worst, error), count + 1)
        }
        #expect(sum / Float(count) < 1 && worst < 16, "\(sum / Float(count)), \(worst)")
    }

    @Test("is that of the union of all segments and joints", arguments: [false, true], [0.4, 1.5, 5] as [Float])
    func union(isVertical: Bool, width: Float) throws {
        for (seed, apart) in [(1, 1), (2, 4)] as [(UInt64, Float)] {
            let points = runs(seed: seed, isVertical: isVertical, apart: apart)
            for (perPixel, limit) in [(64, 8), (16, 12)] as [(Int, Float)] {
                let map = try map(points, width: width, isVertical: isVertical, perPixel: perPixel)
                #expect(
                    map.box.x <= clip.x && map.box.maxX >= clip.maxX && map.box.y <= clip.y && map.box.maxY >= clip.maxY
                )
                var numbers = SeededNumbers(seed: seed + 100)
                var ink = 0
                for _ in 0..<150 {
                    let (x, y) = (Int(numbers.double(5...94.9)), Int(numbers.double(20...40)))
                    let found = Float(map.coverage[(y - map.box.y) * map.box.width + x - map.box.x])
                    let whole = expected(points, width: width, x: x, y: y)
                    if whole > 0, whole < 1 { ink += 1 }
                    #expect(abs(found - 255 * whole) < limit, "\(x) \(y) \(perPixel): \(found) \(255 * whole)")
                }
                #expect(ink > 8)
            }
        }
    }

    @Test("segments straight along and across end at right angles, and meet in round joints", arguments: [false, true])
    func corners(isVertical: Bool) throws {
        let corners = [
            point(12.3, 22.4), point(40.6, 22.4), point(40.6, 34.7), point(44.2, 34.7), point(44.2, 28.1),
            point(70.8, 28.1),
        ]
        let points = corners.map { isVertical ? point($0.y, $0.x) : $0 }
        let map = try map(points, width: 5, isVertical: isVertical, clip: PixelRect(x: 5, y: 3, width: 90, height: 90))
        for corner in points {
            for x in Int(corner.x) - 4...Int(corner.x) + 4 {
                for y in Int(corner.y) - 4...Int(corner.y) + 4 {
                    let found = Float(map.coverage[(y - map.box.y) * map.box.width + x - map.box.x])
                    let whole = expected(points, width: 5, x: x, y: y)
                    #expect(abs(found - 255 * whole) < 10, "\(x) \(y): \(found) \(255 * whole)")
                }
            }
        }
    }

    @Test("does not depend on the number of threads, nor on which part is seen")
    func threads() throws {
        let points = runs(seed: 4, isVertical: false, apart: 0.04)
        #expect(points.count > 3 * 4_096)
        let one = try map(points, width: 1.5)
        for threads in [2, 3] {
            let many = try map(points, width: 1.5, threads: threads)
            #expect(many.coverage == one.coverage && many.tiles.inked == one.tiles.inked)
        }
        let part = try map(points, width: 1.5, clip: PixelRect(x: 37, y: 10, width: 20, height: 30))
        for y in 10..<40 {
            for x in 37..<57 {
                #expect(
                    part.coverage[(y - 10) * part.box.width + x - part.box.x]
                        == one.coverage[(y - 3) * one.box.width + x - one.box.x])
            }
        }
    }

    @Test("an edge straight across or along is as exact as eight bits are", arguments: [false, true])
    func edges(isVertical: Bool) throws {
        for k in 0..<40 {
            let at = 20 + Float(k) * 0.177
            // Joints are far enough from the ends for their discs.
            let points = ([0] + (2...28) + [30]).map {
                isVertical ? point(at, 10 + Float($0)) : point(10 + Float($0), at)
            }
            let map = try map(points, width: 3, isVertical: isVertical)
            let sum = map.coverage.reduce(0) { $0 + Float($1) / 255 }
            #expect(abs(sum - 90) < 0.25, "\(at): \(sum)")
            // In the middle, each pixel is covered by its part between the edges.
            for across in 15...35 {
                let (x, y) = isVertical ? (across, 25) : (25, across)
                let expected = max(0, min(Float(across) + 1, at + 1.5) - max(Float(across), at - 1.5))
                #expect(
                    abs(Float(map.coverage[(y - map.box.y) * map.box.width + x - map.box.x]) - 255 * expected) < 1.6)
            }
        }
    }

    /// If the distance of gaps equals the size of cells, a fraction or a multiple of it, the centres of cells would
    /// always hit or always miss them.
    @Test(
        "of level segments between gaps is as great as their share of the length", arguments: [false, true],
        [0, 0.004] as [Float])
    func levels(isVertical: Bool, slope: Float) throws {
        for (perPixel, cell) in [(64, 4), (16, 16)] as [(Int, Float)] {
            for period in [1, 2, 0.5, 0.25, 3, 4, 4.4, 0.3] as [Float] {
                for share in [1.0 / 3, 0.5, 0.9] as [Float] {
                    for other in [40, 21] as [Float] {
                        let pitch = period / Float(perPixel)
                        let count = Int(40 / pitch)
                        // Alternates two heights; with samples at cell centres one of them would get all of the
                        // coverage or none; in one case both cover the same pixels.
                        let points = (0..<count).flatMap { i -> [PlotPoint] in
                            let start = 10 + (Float(i) + 0.1) * pitch
                            let (end, across) = (start + pitch * share, i % 2 == 0 ? 20 : other)
                            let ends = [(start, across + start * slope), (end, across + end * slope)]
                            return ends.map { isVertical ? point($0.1, $0.0) : point($0.0, $0.1) } + [.gap]
                        }
                        let map = try map(points, width: 3, isVertical: isVertical, perPixel: perPixel)
                        for (along, across) in [(15, 20), (31, 20), (40, 20), (31, other == 21 ? 20 : 40)] {
                            let own = (0..<count).lazy.filter { other == 21 || ($0 % 2 == 0) == (across == 20) }
                            let whole = own.reduce(Float(0)) { sum, i in
                                let start = 10 + (Float(i) + 0.1) * pitch
                                return sum
                                    + max(0, min(start + pitch * share, Float(along + 1)) - max(start, Float(along)))
                            }
                            let (x, y) = isVertical ? (across, along) : (along, across)
                            let found = Float(map.coverage[(y - map.box.y) * map.box.width + x - map.box.x])
                            // One cell per height, and rounding.
                            #expect(
                                abs(found - 255 * whole) < cell * (other == 21 ? 2 : 1) + 0.7,
                                "\(perPixel) \(period) \(share) \(other) at \(along), \(across): \(found), \(255 * whole)"
                            )
                        }
                    }
                }
            }
        }
    }

    @Test("of level segments that are met again is that of the first ones")
    func levelsAgain() throws {
        let level = (0..<2_560).flatMap {
            [point(10 + Float($0) / 32, 20), point(10 + (Float($0) + 1 / 3) / 32, 20), .gap]
        }
        let (once, twice) = (try map(level, width: 3), try map(level + level, width: 3))
        for x in 15..<80 {
            #expect(abs(Int(once.coverage[17 * once.box.width + x - once.box.x]) - 85) <= 6)
            #expect(abs(Int(twice.coverage[17 * twice.box.width + x - twice.box.x]) - 85) <= 6)
        }
    }

    @Test("runs may come in any order, one over all others")
    func order() throws {
        let runs =
            runs(seed: 11, isVertical: false, apart: 0.5).split { !$0.isFinite }.map(Array.init) + [
                [point(-10, 25), point(50, 28), point(111, 45)]
            ]
        let join = { (runs: [[PlotPoint]]) in Array(runs.joined(separator: [.gap])) }
        let expected = try map(join(runs), width: 1.5)
        var numbers = SeededNumbers(seed: 12)
        for _ in 0..<5 {
            let shuffled = runs.map { (numbers.double(0...1), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
            // Extents that touch none of the earlier ones are joined one by one, which rounds in another way.
            let coverage = try map(join(shuffled), width: 1.5).coverage
            let differences = zip(coverage, expected.coverage).map { abs(Int($0) - Int($1)) }
            #expect(differences.reduce(0, +) <= coverage.count / 4 && (differences.max() ?? 0) <= 8)
        }
    }

    @Test("tiles with ink are told of, and no others", arguments: [false, true])
    func inked(isVertical: Bool) throws {
        let points = runs(seed: 7, isVertical: isVertical, apart: 0.5).filter {
            !$0.isFinite || 38...45 ~= (isVertical ? $0.y : $0.x)
        }
        let map = try map(points, width: 1.5, isVertical: isVertical)
        var found = [UInt8](repeating: 0, count: map.tiles.inked.count)
        for (i, value) in map.coverage.enumerated() where value > 0 {
            found[i / map.box.width / 32 * map.tiles.perRow + i % map.box.width / 32] = 1
        }
        #expect(found == map.tiles.inked && found.contains(1) && found.contains(0))
    }

    @Test("a stroke thinner than an eighth of a pixel is as pale as it has to be")
    func thin() throws {
        for width in [0.01, 0.05, 0.125, 0.2] as [Float] {
            let map = try map((0...60).map { point(20 + Float($0) / 2, 20 + Float($0) / 3) }, width: width)
            let sum = map.coverage.reduce(0) { $0 + Float($1) / 255 }
            let length = (Float(30) * 30 + 20 * 20).squareRoot()
            #expect(abs(sum - length * width) < 0.05 * length * width + 0.1, "\(width): \(sum)")
        }
    }

    private func draws(_ points: [PlotPoint], _ paint: Paint = .solid(.black)) -> DrawList {
        var mark = Mark(.polyline(Polyline(points: points, width: 1.5, paint: paint)))
        mark.source = MarkSource(series: 0, tier: .decimated)
        return tessellate(Scene(size: testSize, layers: [Layer(.series, marks: [mark])]))
    }

    @Test("what cannot be counted is drawn by its segments")
    func others() {
        let points = runs(seed: 9, isVertical: false, apart: 0.5)
        let list = draws(points)
        #expect(list.draws.map(\.program) == [.glyph] && list.series.map(\.tier) == [.counted])
        let gradient = Paint.linearGradient(from: point(0, 0), start: .black, to: point(0, 100), end: .white)
        #expect(draws(points, gradient).draws.map(\.program) == [.strokeEdge, .stroke])
        let back = draws(points + [point(20, 20), point(40, 40), point(30, 30), point(10, 50)])
        #expect(back.draws.map(\.program).contains(.stroke) && back.series.map(\.tier) == [.decimated])
        for (width, height, isCounted) in [
            (100, 16_384, true), (100, 16_385, false), (4_096, 16_384, true), (4_097, 16_384, false),
        ] {
            let large = PixelRect(x: 0, y: 0, width: width, height: height)
            #expect(
                (StrokeCoverage(width: 1, isVertical: false, along: 0...5_000, perPixel: 16, clip: large) != nil)
                    == isCounted)
        }
        #expect(StrokeCoverage(width: 1, isVertical: false, along: 200...210, perPixel: 16, clip: clip) == nil)
    }

    /// Two bars of a quarter of a pixel for each step up and down: the stroke is at varying positions, with gaps
    /// between them.
    @Test("steps that slopes say too little of are counted", arguments: [0.7, 1, 2.4] as [Float])
    func steps(pitch: Float) throws {
        let steps = (0..<200).flatMap { i in
            let along = 10 + pitch * Float(i)
            return [point(along, 60), point(along, 20), point(along + 0.3, 20), point(along + 0.3, 60)]
        }
        let line = Polyline(points: steps, width: 0.25, paint: .solid(.black))
        let list = tessellate(
            Scene(
                size: testSize,
                layers: [
                    Layer(.series, marks: [Mark(.polyline(line), clip: PixelRect(x: 20, y: 0, width: 60, height: 100))])
                ]))
        #expect(list.draws.map(\.program) == [.glyph])
        guard case .coverage(let coverage, let size)? = list.textures.first else {
            Issue.record("no coverage")
            return
        }
        let rows = (0..<size.height).filter { y in coverage[y * size.width..<(y + 1) * size.width].contains { $0 > 0 } }
        #expect(rows.first == 19 && rows.last == 60)
        let sum = coverage.reduce(0) { $0 + Float($1) / 255 }
        let expected = (0.5 * 40.25 + (pitch - 0.5) * 0.25) * 60 / pitch
        #expect(abs(sum / expected - 1) < 0.03, "\(sum) \(expected)")
    }
}
