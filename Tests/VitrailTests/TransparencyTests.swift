import Glibc
import Testing
import Vitrail

@Suite("Transparency")
struct TransparencyTests {
    /// Translucent fills, lines and text over nothing, or over white.
    private func chart(background: Color) -> Chart {
        let chart = Probe.chart(x: NumberRange(0, 10), y: NumberRange(0, 10))
        chart.frame = Rect(x: 0, y: 0, width: 300, height: 200)
        chart.title = "Half seen"
        chart.style.backgroundColor = background
        chart.add(
            ColumnSeries(
                columns: SeriesColumns(x: Column([2.0, 5, 8]), y: Column([3.0, 8, 5])),
                style: BarColumnSeriesStyle(areaColor: Color(0xE0443E, alpha: 0.35), cornerRatio: 1)))
        chart.add(
            LineSeries(
                columns: SeriesColumns(x: Column([0.0, 4, 6, 10]), y: Column([1.0, 9, 2, 7])),
                style: LineSeriesStyle(
                    lineColor: Color(0x2C6FDB, alpha: 0.5), lineWidth: 5, showFill: false)))
        return chart
    }

    @Test("a transparent background comes out of PNG, WebP and raw bytes as straight alpha")
    func straight() async throws {
        let rendered = try await Probe.renderer.render(chart(background: .clear))
        let image = rendered.image
        let alphas = stride(from: 3, to: image.pixels.count, by: 4).map { image.pixels[$0] }
        #expect(alphas.count { $0 == 0 } > 30_000)
        #expect(alphas.count { $0 == 89 } > 1_000)
        #expect(Set(alphas).count > 100)
        // libpng treats its input as straight alpha, and the decoder premultiplies it.
        #expect(try PNGDecoder.decode(rendered.encoded(as: .png)) == image)
        let webp = try WebPDecoder.decodeStraight(rendered.encoded(as: .webp))
        #expect(webp.size == image.size)
        #expect(try webp.bytes == rendered.encoded(as: .rgba))
        #expect(premultiplied(webp.bytes) == image.pixels)
        // A fill of one colour keeps it where it is translucent.
        let fill = stride(from: 0, to: webp.bytes.count, by: 4).count {
            Color(red: webp.bytes[$0], green: webp.bytes[$0 + 1], blue: webp.bytes[$0 + 2], alpha: webp.bytes[$0 + 3])
                .isClose(to: Color(red: 0xE0, green: 0x44, blue: 0x3E, alpha: 89))
        }
        #expect(fill > 3_000)
    }

    @Test("laid on white by its alpha, it is the picture that was drawn on white")
    func composited() async throws {
        let clear = try await Probe.renderer.render(chart(background: .clear))
        let white = try await Probe.renderer.render(chart(background: .white)).image
        let straight = try WebPDecoder.decodeStraight(clear.encoded(as: .webp)).bytes
        var laid = PixelImage(size: white.size, filledWith: .white)
        for i in stride(from: 0, to: straight.count, by: 4) {
            let alpha = Double(straight[i + 3]) / 255
            for channel in i..<i + 3 {
                laid.pixels[channel] = UInt8((Double(straight[channel]) * alpha + 255 * (1 - alpha)).rounded())
            }
        }
        // One rounding on the canvas with eight bits of alpha, and one here.
        let result = PerChannelComparison(tolerance: 2).compare(laid, expected: white)
        #expect(result.passed, "\(result)")
    }

    private func premultiplied(_ straight: [UInt8]) -> [UInt8] {
        straight.indices.map { i in
            i & 3 == 3 ? straight[i] : UInt8((Int(straight[i]) * Int(straight[i | 3]) + 127) / 255)
        }
    }

    /// Turns by more than a right angle, crosses itself, goes back along itself, and joins at many points. Its ends are
    /// outside the picture.
    private static let knot: [PlotPoint] =
        [
            (-60, 5), (20, 30), (180, 110), (180, 30), (20, 110), (100, 15), (100, 125), (60, 70), (140, 70), (30, 70),
            (150, 71),
        ].map { PlotPoint(x: $0.0, y: $0.1) }
        + (0...60).map {
            let angle = Float($0) / 60 * 4 * .pi
            return PlotPoint(x: 100 + (30 + angle) * cos(angle), y: 70 + (30 + angle) * sin(angle))
        } + [PlotPoint(x: 260, y: 90)]

    @Test(
        "a translucent line that crosses itself is one shape: no darker where it meets itself",
        arguments: [Float(3), 8, 20], [0.2, 0.5, 0.9])
    func crossing(width: Float, alpha: Double) async throws {
        let color = Color(0xCC3300, alpha: alpha)
        let line = Polyline(points: Self.knot, width: width, paint: .solid(color))
        let scene = Scene(size: Self.size, layers: [Layer(.series, marks: [Mark(.polyline(line))])])
        let image = try await Probe.renderer.render(scene).image
        let paint = color.premultiplied
        let painted = SIMD4<Float>(repeating: 1 - paint.w) + paint
        var (inside, outside, crossings) = (0, 0, 0)
        var wrong: [String] = []
        for (i, distance) in Self.distances.enumerated() {
            // A pixel's corners are 0.71 px from its centre.
            let expected: SIMD4<Float>
            if distance.nearest < width / 2 - 0.75 {
                inside += 1
                crossings += distance.third < width / 2 - 0.75 ? 1 : 0
                expected = painted
            } else if distance.nearest > width / 2 + 0.75 {
                outside += 1
                expected = SIMD4(repeating: 1)
            } else {
                continue
            }
            let pixel = image[i % image.width, i / image.width]
            if (0..<4).contains(where: { abs(Float(pixel[$0]) - expected[$0] * 255) > 2 }) {
                wrong.append("(\(i % image.width), \(i / image.width)): \(pixel)")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) pixels are not \(painted * 255): \(wrong.prefix(5))")
        #expect(inside > 1_000 && outside > 3_000 && crossings > 100)
    }

    private static let size = PixelSize(width: 200, height: 140)

    /// Distance from each pixel's centre to the nearest of the knot's segments, and to the third nearest: if that is
    /// near, too, the line meets itself.
    private static let distances: [(nearest: Float, third: Float)] = (0..<size.width * size.height).map { i in
        let (x, y) = (Float(i % size.width) + 0.5, Float(i / size.width) + 0.5)
        var minimum = SIMD3<Float>(repeating: .infinity)
        for (a, b) in zip(knot, knot.dropFirst()) {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let t = min(max(((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
            let distance = hypot(x - a.x - t * dx, y - a.y - t * dy)
            if distance < minimum.x {
                minimum = SIMD3(distance, minimum.x, minimum.y)
            } else if distance < minimum.y {
                minimum = SIMD3(minimum.x, distance, minimum.y)
            } else if distance < minimum.z {
                minimum.z = distance
            }
        }
        return (minimum.x, minimum.z)
    }
}
