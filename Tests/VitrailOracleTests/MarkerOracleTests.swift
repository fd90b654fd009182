import Foundation
import Testing
import VitrailReference
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Markers are composited as if each in turn, in real numbers", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct MarkerOracleTests {
    private static let blue = Color(0x1F77B4)

    /// Seeded markers with centres in a rectangle that may extend past the picture.
    private func markers(
        _ count: Int, in rect: PlotRect, radii: ClosedRange<Float>, alpha: Double, seed: UInt64, color: Color = blue
    ) -> Markers {
        var numbers = SeededNumbers(seed: seed)
        let items = (0..<count).map { _ in
            let center = point(numbers.float(rect.minX...rect.maxX), numbers.float(rect.minY...rect.maxY))
            return Markers.Item(
                center: center, radius: radii.lowerBound == radii.upperBound ? radii.lowerBound : numbers.float(radii))
        }
        return Markers(items, color: color.faded(alpha))
    }

    /// Maximum difference of a channel from the picture in real numbers, in 1/255.
    private func error(
        _ markers: Markers, width: Int = 120, height: Int = 90, clip: PixelRect? = nil, on background: Color = .white
    )
        async throws -> Double
    {
        var scene = scene(.markers(markers), width: width, height: height, clip: clip)
        scene.background = background
        let drawn = try await Oracle.draw(scene)
        let exact = ExactMarkers(markers, size: scene.size, clip: clip, background: background)
        return exact.error(of: drawn)
    }

    /// Limit: one 8-bit step from the result in real numbers.
    private static let step = 1.0

    private static let cluster = PlotRect(minX: 40, minY: 30, maxX: 70, maxY: 60)
    private static let beyond = PlotRect(minX: -10, minY: -10, maxX: 130, maxY: 100)

    @Test(
        "random ones, all on 30 × 30 pixels or all over the picture",
        arguments: [100, 10_000], [0.02, 0.3, 1] as [Double])
    func random(count: Int, alpha: Double) async throws {
        for (k, radius) in ([0.5, 1.5, 2.3, 8] as [Float]).enumerated() {
            for (n, rect) in [Self.cluster, Self.beyond].enumerated() {
                let markers = markers(count, in: rect, radii: radius...radius, alpha: alpha, seed: UInt64(k * 2 + n))
                let error = try await error(markers)
                #expect(error <= Self.step, "\(count) of radius \(radius), alpha \(alpha), spread \(n): \(error)/255")
            }
        }
    }

    @Test("a hundred thousand", arguments: [0.02, 0.3])
    func many(alpha: Double) async throws {
        for rect in [Self.cluster, Self.beyond] {
            let error = try await error(markers(100_000, in: rect, radii: 1.5...1.5, alpha: alpha, seed: 11))
            #expect(error <= Self.step, "\(error)/255")
        }
    }

    @Test("bubbles of every size, too large ones among them")
    func bubbles() async throws {
        for (radii, alpha) in [
            (0.5...8, 0.5), (0.2...30, 0.1), (1...15, 0.02), (25...60, 0.005), (32...34, 0.01), (100...3_000, 0.002),
        ] as [(ClosedRange<Float>, Double)] {
            let error = try await error(markers(2_000, in: Self.beyond, radii: radii, alpha: alpha, seed: 5))
            #expect(error <= Self.step, "\(radii): \(error)/255")
        }
        // Two are so large that they are drawn on an 8-bit canvas: each of them adds half a step.
        let mixed = Markers(
            markers(2_000, in: Self.beyond, radii: 1...4, alpha: 0.1, seed: 6).items + [
                .init(center: point(60, 4_200), radius: 4_150), .init(center: point(-5_000, 80), radius: 5_060),
            ], color: Self.blue.faded(0.1))
        #expect(try await error(mixed) <= 2 * Self.step)
    }

    @Test("large ones in more layers than can be seen", arguments: [0.1, 0.3, 1])
    func deep(alpha: Double) async throws {
        for rect in [Self.cluster, Self.beyond] {
            let error = try await error(markers(10_000, in: rect, radii: 6...14, alpha: alpha, seed: 12))
            #expect(error <= Self.step, "\(error)/255")
        }
    }

    @Test("thousands in one place: slivers of a pixel add up", arguments: [1, 10, 100, 3_000])
    func duplicates(times: Int) async throws {
        var numbers = SeededNumbers(seed: 21)
        for radius in [1.5, 2.0, 4.5] as [Float] {
            // On the grid, where edges touch pixels, near it, and at random.
            var positions: [PlotPoint] = []
            for y in stride(from: Float(10), to: 90, by: 20) {
                for x in stride(from: Float(10), to: 120, by: 20) {
                    let nudge = [0, 0.001, 0.01, numbers.float(0...1)].randomElement(using: &numbers)!
                    positions.append(point(x + nudge, y + (nudge == 0 ? 0.5 : nudge)))
                }
            }
            let items = (0..<times).flatMap { _ in positions.map { Markers.Item(center: $0, radius: radius) } }
            let error = try await error(Markers(items, color: Self.blue.faded(0.3)))
            #expect(error <= Self.step, "radius \(radius), \(times) times: \(error)/255")
        }
    }

    @Test("nothing is painted outside the plot area, all of it inside")
    func clipped() async throws {
        let clip = PixelRect(x: 31, y: 17, width: 53, height: 49)
        for (radius, count) in [(1.5, 20_000), (6, 3_000), (6, 12)] as [(Float, Int)] {
            let markers = markers(count, in: Self.beyond, radii: radius...radius, alpha: 0.2, seed: 8)
            #expect(try await error(markers, clip: clip) <= Self.step)
        }
    }

    @Test("on coloured and on clear ground")
    func grounds() async throws {
        let markers = markers(5_000, in: Self.cluster, radii: 3...3, alpha: 0.05, seed: 9, color: Color(0xE0443E))
        // A canvas also rounds the product of background and transmittance.
        #expect(try await error(markers, on: Color(0x204060)) <= 1.5 * Self.step)
        #expect(try await error(markers, on: .clear) <= Self.step)
    }

    @Test("the reference composites them like discs, one after another")
    func reference() {
        let markers = markers(60, in: Self.cluster, radii: 0.5...8, alpha: 0.2, seed: 3)
        let discs = DiscBatch(
            items: markers.items.map { .init(center: $0.center, radius: $0.radius, color: markers.color) })
        let exact = ReferenceRasterizer.render(scene(.markers(markers), width: 120, height: 90))
        #expect(exact == ReferenceRasterizer.render(scene(.discs(discs), width: 120, height: 90)))
        let real = ExactMarkers(markers, size: PixelSize(width: 120, height: 90), clip: nil, background: .white)
        // The reference's arcs are polygons, and its result is rounded to 8 bits.
        #expect(real.error(of: exact.image) <= 0.6)
    }

    @Test("few are drawn one by one, and look the same")
    func few() async throws {
        let few = markers(10, in: Self.beyond, radii: 2...9, alpha: 0.5, seed: 4)
        let list = tessellate(scene(.markers(few), width: 120, height: 90))
        #expect(list.textures.isEmpty && list.totals.instances == 10)
        #expect(try await error(few) <= 2 * Self.step)
        // The same markers, rasterised on the CPU.
        let box = PixelRect(x: 0, y: 0, width: 120, height: 90)
        let counted = MarkerCoverage(few, in: box)
        let exact = ExactMarkers(few, size: PixelSize(width: 120, height: 90), clip: nil, background: .white)
        for (k, value) in counted.map.coverage.enumerated() {
            #expect(abs(Double(value) - (1 - exact.through[k]) * 255) <= 0.501)
        }
    }
}

/// The result in real numbers: exact coverage, composited in Double.
///
/// - Source: the area of a circle to the left of and above a corner, from its antiderivative; a pixel is the difference
///   of four.
private struct ExactMarkers {
    let size: PixelSize
    /// Transmittance of each pixel.
    var through: [Double]
    let color: SIMD4<Double>
    let background: SIMD4<Double>

    init(_ markers: Markers, size: PixelSize, clip: PixelRect?, background: Color) {
        self.size = size
        through = Array(repeating: 1, count: size.width * size.height)
        let alpha = Double(markers.color.alpha) / 255
        color = SIMD4(Double(markers.color.red), Double(markers.color.green), Double(markers.color.blue), 255)
        let ground = SIMD4(Double(background.red), Double(background.green), Double(background.blue), 255)
        self.background = ground * Double(background.alpha) / 255
        let clip = clip ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        for item in markers.items { composite(item, alpha, clip) }
    }

    private mutating func composite(_ item: Markers.Item, _ alpha: Double, _ clip: PixelRect) {
        let (x, y, r) = (Double(item.center.x), Double(item.center.y), Double(item.radius))
        let (left, right) = (max(clip.x, Int((x - r).rounded(.down))), min(clip.maxX, Int((x + r).rounded(.up))))
        let (top, bottom) = (max(clip.y, Int((y - r).rounded(.down))), min(clip.maxY, Int((y + r).rounded(.up))))
        guard left < right, top < bottom else { return }
        let (columns, rows) = (left..<right, top..<bottom)
        let alongX = (columns.lowerBound...columns.upperBound).map { Double($0) - x }
        let alongY = (rows.lowerBound...rows.upperBound).map { Double($0) - y }
        let (partsX, partsY) = (alongX.map { Self.part($0, r) }, alongY.map { Self.part($0, r) })
        func corners(_ j: Int) -> [Double] {
            alongX.indices.map { Self.corner(alongX[$0], alongY[j], partsX[$0], partsY[j], r) }
        }
        var above = corners(0)
        for row in rows {
            let below = corners(row - rows.lowerBound + 1)
            for (k, column) in columns.enumerated() {
                let area = below[k + 1] - below[k] - above[k + 1] + above[k]
                through[row * size.width + column] *= 1 - alpha * max(0, area)
            }
            above = below
        }
    }

    /// Area of the circle before a line.
    private static func part(_ t: Double, _ r: Double) -> Double {
        guard abs(t) < r else { return t < 0 ? 0 : .pi * r * r }
        return t * (r * r - t * t).squareRoot() + r * r * asin(t / r) + .pi * r * r / 2
    }

    /// Area of the circle before two lines.
    private static func corner(_ x: Double, _ y: Double, _ left: Double, _ above: Double, _ r: Double) -> Double {
        let whole = Double.pi * r * r
        if x * x + y * y < r * r { return (left + above) / 2 + x * y - whole / 4 }
        switch (x < 0, y < 0) {
        case (true, true): return 0
        case (true, false): return left
        case (false, true): return above
        case (false, false): return left + above - whole
        }
    }

    /// Maximum difference of a channel, in 1/255.
    func error(of picture: PixelImage) -> Double {
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let share = through[y * size.width + x]
                let exact = background * share + color * (1 - share)
                let drawn = picture[x, y]
                for channel in 0..<4 { worst = max(worst, abs(Double(drawn[channel]) - exact[channel])) }
            }
        }
        return worst
    }
}
