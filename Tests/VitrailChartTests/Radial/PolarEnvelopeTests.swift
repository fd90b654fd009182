import Testing
import VitrailTestNumbers

@testable import VitrailChart

#if canImport(Glibc)
    import Glibc
#endif

@Suite("Polar envelopes")
struct PolarEnvelopeTests {
    /// How far the triangles of segments and pole reach in a direction; 0: there are none.
    private func reach(_ runs: [[SIMD2<Double>]], _ angle: Double) -> Double {
        let direction = PolarFrame.offset(angle: angle, distance: 1)
        var best = 0.0
        for run in runs {
            for (p, q) in zip(run, run.dropFirst()) {
                let (a, b) = p.cross(q) > 0 ? (p, q) : (q, p)
                guard a.cross(direction) >= 0, direction.cross(b) >= 0, a.cross(b) > 0 else { continue }
                best = max(best, a.cross(b) / direction.cross(b - a))
            }
        }
        return best
    }

    private func found(_ envelope: PolarEnvelope, _ angle: Double) -> Double {
        envelope.pieces.first { $0.start <= angle && angle <= $0.end }?.position(at: angle).length ?? 0
    }

    @Test("in every direction it reaches as far as the farthest triangle", arguments: 0..<30)
    func brute(seed: UInt64) {
        var numbers = SeededNumbers(seed: 900 + seed)
        func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &numbers) }
        // In order around the circle, back and forth, and between random directions.
        let runs = (0..<3).map { _ in
            (0..<[3, 12, 60][Int(seed % 3)]).map { k in
                let angle = seed % 2 == 0 ? random(0...6.28) : Double(k) * 0.4 + random(-0.3...0.3)
                return PolarFrame.offset(angle: angle, distance: seed % 5 == 0 && k % 4 == 0 ? 0 : random(1...100))
            }
        }
        let envelope = PolarEnvelope(runs)
        for (a, b) in zip(envelope.pieces, envelope.pieces.dropFirst()) { #expect(a.end <= b.start + 1e-12) }
        for piece in envelope.pieces { #expect(piece.start >= 0 && piece.end <= 2 * .pi && piece.start < piece.end) }
        for k in 0..<400 {
            let angle = (Double(k) + 0.37) / 400 * 2 * .pi
            let exact = reach(runs, angle)
            #expect(abs(found(envelope, angle) - exact) < 1e-6 * max(exact, 1), "at \(angle)")
        }
    }

    @Test("a line once round is its own envelope, and encloses the pole")
    func round() throws {
        let path = (0...12).map { PolarFrame.offset(angle: Double($0 % 12) * .pi / 6, distance: 10 + Double($0 % 12)) }
        let outlines = PolarEnvelope([path]).outlines(within: CircleClip(radius: 100))
        try #require(outlines.count == 1)
        #expect(!outlines[0].contains { $0 == .zero })
        for position in path { #expect(outlines[0].contains { ($0 - position).length < 1e-9 }) }
    }

    @Test("parts that do not touch are outlines of their own, by way of the pole")
    func parts() {
        func at(_ degrees: Double) -> SIMD2<Double> { PolarFrame.offset(angle: degrees * .pi / 180, distance: 10) }
        let envelope = PolarEnvelope([[at(10), at(40)], [at(350), at(370)], [at(100), at(160)]])
        let outlines = envelope.outlines(within: CircleClip(radius: 100))
        #expect(outlines.count == 3)
        #expect(outlines.allSatisfy { $0.first == .zero })
        #expect(envelope.extreme > 9.99 && envelope.extreme < 10.01)
    }

    @Test("what has no area has no envelope: points, lines through the pole")
    func nothing() {
        #expect(PolarEnvelope([]).pieces.isEmpty)
        #expect(
            PolarEnvelope([
                [[1, 2]], [[0, 0], [3, 4]], [[-2, -2], [5, 5]], [[1, 1], [2, 2]], [[.nan, 1], [2, 3]],
            ]).pieces.isEmpty)
    }
}

@Suite("Circle clips")
struct CircleClipTests {
    private let circle = CircleClip(radius: 10)

    @Test("lines are cut where they cross the circle")
    func lines() {
        #expect(
            circle.inside([[-20, 6], [20, 6]]).map { $0.map { [$0.x.rounded(), $0.y.rounded()] } } == [
                [[-8, 6], [8, 6]]
            ])
        #expect(circle.inside([[0, 0], [5, 5], [50, 5], [5, -5], [0, 0]]).count == 2)
        #expect(circle.inside([[0, 0], [0, 10], [10, 0]]) == [[[0, 0], [0, 10], [10, 0]]])
        #expect(circle.inside([[-20, 11], [20, 11]]).isEmpty && circle.inside([[3, 3]]).isEmpty)
    }

    @Test("what a filled outline has outside goes along the circle, nearer than the eye can tell")
    func arcs() {
        let held = circle.held([0, -20], [20, 0])
        #expect(held.allSatisfy { abs($0.length - 10) < 1e-9 })
        #expect(held.last.map { ($0 - [10, 0]).length < 1e-9 } == true)
        for radius in [3.0, 200, 5_000] {
            let arc = CircleClip.arc(radius: radius, from: 0, sweep: 2 * .pi)
            for (a, b) in zip(arc, arc.dropFirst()) { #expect(radius - ((a + b) / 2).length < 0.0201) }
        }
    }
}
