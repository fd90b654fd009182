import Foundation
import Testing
import Vitrail

/// Pictures in tiles equal pictures in one piece, bit by bit.
@Suite("Tiles: pictures", .serialized)
struct TiledPictureTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let examples = descriptions(in: "Examples")
    private static let gallery = descriptions(in: "Examples/gallery")
    private static let whole = Renderer()

    /// Descriptions in a folder, except those with uncommitted data.
    private static func descriptions(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(".json") && $0 != "million-line.json" }.sorted().map { folder + "/" + $0 }
    }

    private static func renderer(_ width: Int, _ height: Int) -> Renderer {
        var options = GLOptions()
        options.tileLimits = TileLimits(width: width, height: height)
        return Renderer(options)
    }

    private func chart(_ path: String) throws -> Chart {
        try ChartDescription(contentsOf: Self.root + "/" + path).makeChart(pictures: .standard)
    }

    @Test("every example and every picture of the gallery, in tiles of 331 × 157")
    func everyChart() async throws {
        let tiles = Self.renderer(331, 157)
        #expect(Self.examples.count > 10 && Self.gallery.count > 40)
        for path in Self.examples + Self.gallery {
            let expected = try await Self.whole.render(try chart(path)).image
            let image = try await tiles.render(try chart(path)).image
            expectSame(image, expected, path)
        }
        #expect(await tiles.close() == 0)
    }

    @Test("odd tiles", arguments: [(97, 61), (1, 4096), (4096, 1), (16, 16), (255, 539)])
    func oddTiles(_ width: Int, _ height: Int) async throws {
        let tiles = Self.renderer(width, height)
        for path in ["Examples/browser-share.json", "Examples/aapl-candles.json"] {
            // Each tile takes its time, and there are hundreds.
            let (first, second) = (try chart(path), try chart(path))
            for chart in [first, second] { chart.frame = Rect(x: 0, y: 0, width: 301, height: 201) }
            let expected = try await Self.whole.render(first).image
            expectSame(try await tiles.render(second).image, expected, "\(path) in \(width) × \(height)")
        }
        #expect(await tiles.close() == 0)
    }

    @Test("bands come from the top, and are the picture")
    func bands() async throws {
        let path = "Examples/gapminder.json"
        let expected = try await Self.whole.render(try chart(path)).image
        var pixels: [UInt8] = []
        var heights: [Int] = []
        let picture = try await Self.renderer(400, 200).render(try chart(path)) { band in
            #expect(band.width == expected.width)
            heights.append(band.height)
            pixels += band.pixels
        }
        #expect(heights.count > 2 && heights.dropLast().allSatisfy { $0 == 200 })
        #expect(picture.size == expected.size && !picture.altText.isEmpty)
        expectSame(PixelImage(size: expected.size, pixels: pixels), expected, path)
    }

    @Test(
        "files in bands are those of the whole",
        arguments: ["Examples/gapminder.json", "Examples/gallery/theme-dark.json"])
    func files(_ path: String) async throws {
        let expected = try await Self.whole.render(try chart(path))
        for renderer in [Self.whole, Self.renderer(517, 130)] {
            for format in [ImageFormat.png, .rgba, .webp] {
                var bytes: [UInt8] = []
                let picture = try await renderer.render(try chart(path), as: format) { bytes += $0 }
                #expect(try bytes == expected.encoded(as: format), "\(format.rawValue) of \(path)")
                #expect(
                    picture.title == expected.title
                        && picture.statistics.samplesDrawn == expected.statistics.samplesDrawn)
            }
        }
    }

    @Test("a translucent background stays translucent in bands")
    func translucent() async throws {
        func chart() throws -> Chart {
            let chart = try self.chart("Examples/aapl-close.json")
            chart.style.backgroundColor = Color(red: 0, green: 0, blue: 255, alpha: 100)
            return chart
        }
        let expected = try await Self.whole.render(try chart()).image
        var bytes: [UInt8] = []
        _ = try await Self.renderer(700, 300).render(try chart(), as: .png) { bytes += $0 }
        let image = try PNGDecoder.decode(bytes)
        #expect(image[0, 0].w == 100)
        #expect(try image == PNGDecoder.decode(ImageEncoder.encode(expected, as: .png)))
    }

    @Test("what a receiver throws ends the picture, and the renderer draws the next")
    func receiverThrows() async throws {
        struct Full: Error {}
        let tiles = Self.renderer(4096, 100)
        var bands = 0
        await #expect(throws: Full.self) {
            _ = try await tiles.render(try chart("Examples/gapminder.json")) { _ in
                bands += 1
                if bands == 2 { throw Full() }
            }
        }
        #expect(bands == 2)
        let image = try await tiles.render(try chart("Examples/gapminder.json")).image
        expectSame(image, try await Self.whole.render(try chart("Examples/gapminder.json")).image, "after a failure")
    }

    @Test("a chart with a host's GL is drawn in one piece")
    func hooks() async throws {
        let scene = Scene(
            size: PixelSize(width: 300, height: 200), layers: [Layer(.series, marks: [Mark(.hook(Hook(token: 1)))])])
        var options = GLOptions()
        options.tileLimits = TileLimits(width: 64, height: 64)
        let sizes = Received()
        _ = try await Renderer(options).render(scene, hooks: [Hook(token: 1): { sizes.add($0.size) }])
        #expect(sizes.all == [PixelSize(width: 300, height: 200)])
    }

    /// A plot of points far from the origin, where a Float has eight bits left for fractions of a pixel: the drawing
    /// equals the one near the origin.
    @Test("the last corner of the largest picture is drawn as the first")
    func farCorner() async throws {
        let (far, side) = (65_536 - 256, 256)
        func scene(_ offset: Float, _ size: PixelSize) -> Scene {
            func point(_ x: Float, _ y: Float) -> PlotPoint { PlotPoint(x: x + offset, y: y + offset) }
            let line = Polyline(
                points: [point(10.25, 20.5), point(90, 180.75), point(190.5, 15)], width: 3, paint: .solid(.pureBlue))
            let discs = DiscBatch(items: [.init(center: point(100.5, 60.25), radius: 31.5, color: .pureRed)])
            return Scene(size: size, layers: [Layer(.series, marks: [Mark(.polyline(line)), Mark(.discs(discs))])])
        }
        let near = try await Self.whole.render(scene(0, PixelSize(width: side, height: side))).image
        let corner = PixelRect(x: far, y: far, width: side, height: side)
        let distant = try await Self.part(corner, of: scene(Float(far), PixelSize(width: 65_536, height: 65_536)))
        #expect(distant.size == near.size)
        // Positions are rounded by at most 1/256 of a pixel: one 8-bit level, and another where paints meet.
        let largest = zip(distant.pixels, near.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
        #expect(largest <= 2)
        #expect(near.pixels.contains { $0 != 255 })
    }

    /// Their textures are as large as the plot; tiles have the maximum texture size.
    @Test("densities, bubbles and lines in the longest pictures are drawn as in small tiles", arguments: [true, false])
    func longest(isWide: Bool) async throws {
        let (long, short) = (65_536.0, 60.0)
        func chart(_ series: CartesianSeries) -> Chart {
            let chart = Chart(width: isWide ? long : short, height: isWide ? short : long)
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 1))
            chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 1))
            chart.bare().add(series)
            return chart
        }
        let values = (0..<2_000).map { Double($0) / 1_999 }
        let columns = SeriesColumns(
            x: Column(values), y: Column(values.map { 0.5 + 0.4 * sin($0 * 60) }), area: Column(values))
        let make: [() -> CartesianSeries] = [
            { DensitySeries(columns: columns) },
            { BubbleSeries(columns: columns) },
            {
                LineSeries(
                    columns: columns,
                    style: LineSeriesStyle(pointStyle: PointStyle(showPoints: true, color: .pureRed, radius: 4)))
            },
        ]
        let tiles = Self.renderer(isWide ? 4_000 : 64, isWide ? 64 : 4_000)
        for (k, make) in make.enumerated() {
            let image = try await Self.whole.render(chart(make())).image
            let expected = try await tiles.render(chart(make())).image
            // Far from a tile's origin, positions of a line are rounded by 1/256 of a pixel.
            let largest = zip(image.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(image.size == expected.size && largest <= (k == 2 ? 2 : 0), "\(k): \(largest)")
            #expect(Set(image.pixels).count > 2)
        }
        #expect(await tiles.close() == 0)
    }

    private static func part(_ rect: PixelRect, of scene: Scene) async throws -> PixelImage {
        let tiled = try TiledDrawList(tessellate(scene), limits: TileLimits(width: 16_384, height: rect.height))
        let device = try await GLRenderer()
        let band = try await device.draw(tiled, band: tiled.plan.bandCount - 1).image
        await device.close()
        return band.cropped(
            to: PixelRect(x: rect.x, y: band.height - rect.height, width: rect.width, height: rect.height))
    }

    private func expectSame(_ image: PixelImage, _ expected: PixelImage, _ what: String) {
        guard image != expected else { return }
        let count = zip(image.pixels, expected.pixels).count { $0 != $1 }
        let first = zip(image.pixels, expected.pixels).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
        Issue.record(
            "\(what): \(image.size) and \(expected.size), \(count) bytes differ, first at \(first / 4 % expected.width), \(first / 4 / expected.width)"
        )
    }
}

/// Sizes seen on another thread.
private final class Received: @unchecked Sendable {
    private let lock = NSLock()
    private var sizes: [PixelSize] = []

    func add(_ size: PixelSize) { lock.withLock { sizes.append(size) } }
    var all: [PixelSize] { lock.withLock { sizes } }
}
