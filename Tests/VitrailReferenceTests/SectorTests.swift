import Glibc
import Testing
import VitrailScene

@testable import VitrailReference

@Suite("Reference: ring sectors")
struct SectorTests {
    static func sector(
        _ start: Float, _ sweep: Float, inner: Float = 0, outer: Float = 20, fill: Color = .black,
        crust: Color = .clear, crustWidth: Float = 0
    ) -> SectorBatch.Item {
        SectorBatch.Item(
            center: PlotPoint(x: 24.3, y: 23.8), innerRadius: inner, outerRadius: outer, startAngle: start,
            sweep: sweep, fill: fill, crust: crust, crustWidth: crustWidth)
    }
    static func shape(_ items: [SectorBatch.Item]) -> Shape { .sectors(SectorBatch(items: items)) }

    @Test("area is half the sweep times R² − r²", arguments: [0, 7] as [Float], [0.1, 1, 2, 3.2, 5, 6.2] as [Float])
    func area(inner: Float, sweep: Float) {
        for sign in [1, -1] as [Float] {
            let values = coverage(Self.shape([Self.sector(0.7, sign * sweep, inner: inner)]), 48, 48)
            #expect(abs(sum(values) - Double(sweep) / 2 * Double(400 - inner * inner)) < 1e-3)
        }
    }

    @Test("angles begin at 12 o'clock and grow anticlockwise on screen")
    func direction() {
        func quarter(_ start: Float, _ sweep: Float) -> [Bool] {
            let values = coverage(Self.shape([Self.sector(start, sweep)]), 48, 48)
            return [(14, 14), (14, 34), (34, 34), (34, 14)].map { values[$0.1 * 48 + $0.0] == 1 }
        }
        #expect(quarter(0, .pi / 2) == [true, false, false, false])
        #expect(quarter(.pi / 2, .pi / 2) == [false, true, false, false])
        #expect(quarter(0, -.pi / 2) == [false, false, false, true])
        #expect(quarter(0, .pi * 1.5) == [true, true, true, false])
    }

    @Test("a full turn has no radial edge, with hole and crust or without")
    func fullTurn() {
        for sweep: Float in [2 * Float.pi, -2 * Float.pi, 7] {
            let disc = coverage(Self.shape([Self.sector(0.3, sweep)]), 48, 48)
            #expect(abs(sum(disc) - .pi * 400) < 1e-3)
            #expect(isClose(disc, coverage(.discs(DiscBatch(items: [DiscTests.disc(24.3, 23.8, 20)])), 48, 48)))
            let ring = coverage(Self.shape([Self.sector(0.3, sweep, inner: 8)]), 48, 48)
            #expect(abs(sum(ring) - .pi * (400 - 64)) < 1e-3)
            let crust = coverage(
                Self.shape([Self.sector(0.3, sweep, inner: 8, fill: .clear, crust: .black, crustWidth: 2)]), 48, 48)
            #expect(abs(sum(crust) - .pi * (400 - 18 * 18 + 100 - 64)) < 1e-3)
            let pie = coverage(
                Self.shape([Self.sector(0.3, sweep, fill: .clear, crust: .black, crustWidth: 2)]), 48, 48)
            #expect(abs(sum(pie) - .pi * (400 - 18 * 18)) < 1e-3)
        }
    }

    @Test("abutting sectors leave no seam, also with crusts")
    func seams() {
        let sweeps: [Float] = [0.9, 1.7, 0.2, 2.1, 2 * Float.pi - 4.9]
        for crustWidth in [0, 1.5] as [Float] {
            var start: Float = 0.4
            let items = sweeps.map { sweep in
                defer { start += sweep }
                return Self.sector(start, sweep, inner: 5, crust: Color(0xFF0000), crustWidth: crustWidth)
            }
            let values = coverage(Self.shape(items), 48, 48)
            let ring = coverage(Self.shape([Self.sector(0, 2 * .pi, inner: 5)]), 48, 48)
            // The rims have different polygons; inside, only the rounding of the angles differs.
            #expect(isClose(values, ring, within: 2e-4))
            for (i, whole) in ring.enumerated() where whole == 1 {
                #expect(abs(values[i] - 1) < 1e-5)
            }
        }
    }

    @Test("what tiles does not composite: two opaque halves of a pixel are one pixel")
    func onceOver() {
        let scene = Scene(
            size: PixelSize(width: 48, height: 48),
            layers: [
                Layer(
                    .series,
                    marks: [
                        Mark(
                            Self.shape([
                                Self.sector(0, .pi, fill: Color(0xFF0000)), Self.sector(0, -.pi, fill: Color(0x0000FF)),
                            ]))
                    ])
            ])
        let image = ReferenceRasterizer.render(scene).image
        // The seam is in column 24 at x = 24.3; the pixel is opaque, and each side has its share.
        let seam = image[24, 20]
        #expect(seam.y == 0 && seam.w == 255)
        #expect((76...77).contains(seam.x) && (178...179).contains(seam.z))
    }

    @Test("overlapping sectors add up to full and no further")
    func clamped() {
        let half = Self.sector(0, 2, fill: Color(0x808080, alpha: 0.75))
        let values = coverage(Self.shape([half, half]), 48, 48)
        #expect(values.max() == 1)
    }

    @Test(
        "the crust lies inside the edge: over the fill, of its own width",
        arguments: [(0, 1.2), (0, 2.6), (0, 4.4), (3, 0.9), (3, 2.8), (3, 5.1), (3, 6.15)] as [(Float, Float)])
    func crust(inner: Float, sweep: Float) {
        let width: Float = 1.6
        var item = Self.sector(0.3, sweep, inner: inner, outer: 9, fill: .clear, crust: .black, crustWidth: width)
        item.center = PlotPoint(x: 10.3, y: 9.8)
        let exact = coverage(Self.shape([item]), 20, 20)
        let (sweepEnd, cw) = (Double(item.startAngle) + Double(sweep), Double(width))
        let (cx, cy) = (Double(item.center.x), Double(item.center.y))
        let edges = [Double(item.startAngle), sweepEnd].map { angle in
            (
                Arc.point(center: item.exactCenter, radius: Double(inner), angle: angle),
                Arc.point(center: item.exactCenter, radius: 9, angle: angle)
            )
        }
        let points = supersampled(20, 20) { x, y in
            let (dx, dy) = (x - cx, y - cy)
            let distance = (dx * dx + dy * dy).squareRoot()
            guard distance < 9, distance > Double(inner), item.contains(dx: dx, dy: dy) else { return false }
            if 9 - distance < cw || (inner > 0 && distance - Double(inner) < cw) { return true }
            return edges.contains { a, b in
                let (ex, ey) = (b.x - a.x, b.y - a.y)
                let t = min(max(((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey), 0), 1)
                let (px, py) = (x - a.x - t * ex, y - a.y - t * ey)
                return px * px + py * py < cw * cw
            }
        }
        let deviation = deviation(exact, points)
        #expect(deviation.greatest < 0.02 && abs(deviation.bias) < 1e-3, "\(deviation)")
    }

    @Test("a crust wider than the sector is all of it")
    func allCrust() {
        let item = Self.sector(0.3, 0.8, inner: 5, fill: Color(0xFF0000), crust: Color(0x0000FF), crustWidth: 9)
        let scene = Scene(
            size: PixelSize(width: 48, height: 48), background: .clear,
            layers: [Layer(.series, marks: [Mark(Self.shape([item]))])])
        let image = ReferenceRasterizer.render(scene).image
        #expect(stride(from: 0, to: image.pixels.count, by: 4).allSatisfy { image.pixels[$0] == 0 })
        #expect(image.pixels.contains(255))
    }

    @Test("a translucent crust shows the fill, and the sector keeps its coverage")
    func translucentCrust() {
        let item = Self.sector(0, 2 * .pi, fill: Color(0xFF0000), crust: Color(0x0000FF, alpha: 0.5), crustWidth: 4)
        let scene = Scene(
            size: PixelSize(width: 48, height: 48), background: .clear,
            layers: [Layer(.series, marks: [Mark(Self.shape([item]))])])
        let image = ReferenceRasterizer.render(scene).image
        #expect(image[24, 24] == SIMD4(255, 0, 0, 255))
        #expect(image[6, 24] == SIMD4(127, 0, 128, 255))
        let plain = coverage(Self.shape([Self.sector(0, 2 * .pi)]), 48, 48)
        #expect(isClose(coverage(Self.shape([item]), 48, 48), plain, within: 1e-12))
    }

    @Test("no sweep, no ring, no place: nothing")
    func degenerate() {
        let bad = [
            Self.sector(0, 0), Self.sector(0, .nan), Self.sector(.infinity, 1), Self.sector(0, 1, inner: 20),
            Self.sector(0, 1, inner: 25), Self.sector(0, 1, outer: 0), Self.sector(0, 1, outer: .nan),
        ]
        #expect(sum(coverage(Self.shape(bad), 48, 48)) == 0)
    }
}

extension SectorBatch.Item {
    var exactCenter: ExactPoint { ExactPoint(center) }

    /// Whether a direction is within the sweep.
    func contains(dx: Double, dy: Double) -> Bool {
        var angle = Self.angle(dx, dy) - Double(startAngle)
        while angle < 0 { angle += 2 * .pi }
        return angle < Double(sweep)
    }

    private static func angle(_ dx: Double, _ dy: Double) -> Double { atan2(-dx, -dy) }
}
