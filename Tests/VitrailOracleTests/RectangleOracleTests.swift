import Testing
import VitrailGL
import VitrailScene
import VitrailTessellation
import VitrailTestNumbers
import VitrailTestSupport

/// Quads drawn as rectangles and as two triangles give the same picture, pixel by pixel.
@Suite("Rectangles", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct RectangleOracleTests {
    private var numbers = SeededNumbers(seed: 71)

    private mutating func position(of size: PixelSize) -> PlotPoint {
        PlotPoint(
            x: Float(numbers.double(-20...Double(size.width) + 20)),
            y: Float(numbers.double(-20...Double(size.height) + 20)))
    }

    private mutating func rect(_ size: PixelSize, isWhole: Bool) -> PlotRect {
        let (a, b) = (position(of: size), position(of: size))
        let rect = PlotRect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
        guard isWhole else { return rect }
        return PlotRect(
            minX: rect.minX.rounded(), minY: rect.minY.rounded(), maxX: rect.maxX.rounded(), maxY: rect.maxY.rounded())
    }

    private func picture(_ width: Int, _ height: Int) -> PixelImage {
        var image = PixelImage(size: PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                image[x, y] = SIMD4(UInt8(x * 3 % 120), UInt8(y * 5 % 120), UInt8((x + y) % 120), 120)
            }
        }
        return image
    }

    private mutating func sectors(_ count: Int, at center: PlotPoint, radius: Float) -> SectorBatch {
        let sweep = 2 * Float.pi / Float(count)
        return SectorBatch(
            items: (0..<count).map {
                .init(
                    center: center, innerRadius: radius / 2, outerRadius: radius, startAngle: Float($0) * sweep,
                    sweep: sweep, fill: numbers.color(alpha: 0.9),
                    crust: numbers.color(), crustWidth: $0 % 3 == 0 ? 2 : 0)
            })
    }

    private mutating func scene(_ size: PixelSize) -> Scene {
        var shapes: [Shape] = []
        for isWhole in [true, false] {
            shapes.append(
                .rects(
                    RectBatch(
                        items: (0..<6).map { _ in
                            .init(rect: rect(size, isWhole: isWhole), fill: numbers.color(alpha: 0.6))
                        })))
        }
        shapes.append(
            .rects(
                RectBatch(
                    items: [.init(rect: rect(size, isWhole: false), fill: numbers.color(), stroke: .black)],
                    strokeWidth: 3)))
        shapes.append(
            .discs(
                DiscBatch(
                    items: (0..<20).map {
                        .init(center: position(of: size), radius: Float($0) + 0.3, color: numbers.color(alpha: 0.5))
                    })))
        let middle = PlotPoint(x: Float(size.width) * 0.6, y: Float(size.height) * 0.5)
        shapes.append(.sectors(sectors(5, at: middle, radius: Float(size.height) * 0.4)))
        shapes.append(.sectors(sectors(90, at: middle, radius: Float(size.height) * 0.15)))
        shapes.append(.image(ImageMark(image: picture(70, 40), rect: PlotRect(minX: 3, minY: 9, maxX: 73, maxY: 49))))
        shapes.append(.image(ImageMark(image: picture(16, 1), rect: PlotRect(minX: 80, minY: 3, maxX: 96, maxY: 90))))
        shapes.append(
            .image(
                ImageMark(
                    image: picture(9, 7), rect: PlotRect(minX: 10.3, minY: 60.2, maxX: 90.4, maxY: 99.9), opacity: 0.7))
        )
        shapes.append(
            .polyline(
                Polyline(
                    points: (0..<40).map { _ in position(of: size) }, width: 2.5,
                    paint: .solid(numbers.color(alpha: 0.8)))))
        var marks = shapes.map { Mark($0, clip: PixelRect(x: 2, y: 1, width: size.width - 5, height: size.height - 2)) }
        for i in marks.indices where i % 2 == 1 { marks[i].group = FadedGroup(id: i, opacity: 0.5) }
        return Scene(size: size, background: Color(0xFFEEDD, alpha: 0.5), layers: [Layer(.series, marks: marks)])
    }

    @Test("are what two triangles are", arguments: [(240, 160), (501, 333), (97, 98), (1100, 700)])
    mutating func equality(_ size: (Int, Int)) async throws {
        var (rectangles, triangles) = (GLOptions.real(), GLOptions.real())
        (rectangles.usesRectangles, triangles.usesRectangles) = (true, false)
        let renderers = (try await GLRenderer(rectangles), try await GLRenderer(triangles))
        guard renderers.0.info.renderer.contains("llvmpipe") else { return }
        let list = tessellate(scene(PixelSize(width: size.0, height: size.1)))
        let drawn = try await renderers.0.draw(list).image
        #expect(drawn == (try await renderers.1.draw(list).image))
        #expect(Set(drawn.pixels).count > 100)
        await renderers.0.close()
        await renderers.1.close()
    }
}
