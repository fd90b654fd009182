import Testing
import VitrailGL
import VitrailScene
import VitrailTessellation
import VitrailTestNumbers
import VitrailTestSupport

/// Blocks of pixel columns drawn as wide lines and as rectangles give the same picture, pixel by pixel.
@Suite("Wide lines", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct BlockLineOracleTests {
    private func scene(_ size: PixelSize, isVertical: Bool, density: Int) -> Scene {
        var numbers = SeededNumbers(seed: 5)
        let (length, height) = isVertical ? (size.height, size.width) : (size.width, size.height)
        var position = Double(height) / 2
        var (points, samples) = ([PlotPoint](), [Area.Sample]())
        for i in -20...length * density + 20 {
            position += numbers.double(-4...4) - (position - Double(height) / 2) * 0.01
            let along = Float(i) / Float(density)
            points.append(
                isVertical ? PlotPoint(x: Float(position), y: along) : PlotPoint(x: along, y: Float(position)))
            samples.append(Area.Sample(along: along, first: Float(position) - 9.3, second: Float(position) + 11.7))
        }
        let area = Area(
            samples: samples, orientation: isVertical ? .vertical : .horizontal,
            paint: .solid(Color(0x2C6FDB).faded(0.5)))
        // A line that reverses.
        let loops = (0..<60).map { _ in
            PlotPoint(x: numbers.float(0...Float(size.width)), y: numbers.float(0...Float(size.height)))
        }
        let clip = PixelRect(x: 3, y: 2, width: size.width - 6, height: size.height - 3)
        return Scene(
            size: size, background: .white,
            layers: [
                Layer(
                    .series,
                    marks: [
                        Mark(.area(area), clip: clip),
                        Mark(
                            .polyline(Polyline(points: points, width: 1.5, paint: .solid(Color(0xE0443E).faded(0.7))))),
                        Mark(
                            .polyline(Polyline(points: loops, width: 2.5, paint: .solid(Color(0x30A050).faded(0.6)))),
                            clip: clip),
                    ])
            ])
    }

    @Test("are what rectangles are", arguments: [(160, 120), (163, 119), (97, 98)], [false, true])
    func equality(_ size: (Int, Int), _ isVertical: Bool) async throws {
        var (lines, rectangles) = (GLOptions.real(), GLOptions.real())
        (lines.usesBlockLines, rectangles.usesBlockLines) = (true, false)
        let renderers = (try await GLRenderer(lines), try await GLRenderer(rectangles))
        let name = renderers.0.info.renderer
        guard name.contains("llvmpipe") else { return }
        for density in [1, 4, 40] {
            let list = tessellate(
                scene(PixelSize(width: size.0, height: size.1), isVertical: isVertical, density: density))
            let drawn = try await renderers.0.draw(list).image
            #expect(drawn == (try await renderers.1.draw(list).image))
            #expect(Set(drawn.pixels).count > 20)
        }
        await renderers.0.close()
        await renderers.1.close()
    }
}
