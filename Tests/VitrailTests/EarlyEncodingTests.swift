import Foundation
import Testing

@testable import Vitrail
@testable import VitrailGL

/// A PNG encoded during readback equals one encoded afterwards.
@Suite("Encoding while reading back", .serialized)
struct EarlyEncodingTests {
    /// Large enough for several bands.
    private static func chart(_ background: Color = .white) -> Chart {
        let chart = Chart(width: 1200, height: 1000)
        chart.title = "Sines"
        chart.style.backgroundColor = background
        let x = (0..<3_000).map(Double.init)
        for k in 1...3 {
            chart.add(
                LineSeries(
                    title: "\(k)",
                    columns: SeriesColumns(x: Column(x), y: Column(x.map { sin($0 / 100) * Double(k) + sin($0 * 7) }))))
        }
        return chart
    }

    private static func renderer(_ change: (inout GLOptions) -> Void = { _ in }) -> Renderer {
        var options = GLOptions()
        change(&options)
        return Renderer(options)
    }

    private func expectSameFile(_ renderer: Renderer, _ background: Color = .white) async throws {
        let expected = try await renderer.render(Self.chart(background))
        let image = try await renderer.render(Self.chart(background), for: .png)
        #expect(image.image == expected.image)
        #expect(try image.encoded(as: .png) == expected.encoded(as: .png))
        // Encode again: the stored result remains.
        #expect(try image.encoded(as: .png) == expected.encoded(as: .png))
        #expect(try image.encoded(as: .webp) == expected.encoded(as: .webp))
        #expect(image.strips != nil && expected.strips == nil)
        let took = image.statistics.milliseconds
        #expect(took.encode > 0 && took.total > took.draw && expected.statistics.milliseconds.encode == 0)
    }

    @Test("read back in parts, and at once", arguments: [true, false])
    func parts(usesRectangles: Bool) async throws {
        let renderer = Self.renderer { $0.usesRectangles = usesRectangles }
        try await expectSameFile(renderer)
        #expect(await renderer.close() == 0)
    }

    @Test("translucent pictures")
    func translucent() async throws {
        try await expectSameFile(Self.renderer(), Color(red: 0, green: 0, blue: 255, alpha: 100))
        try await expectSameFile(Self.renderer(), .clear)
    }

    /// A hook clears part of the alpha, so that the first row does not predict the rest.
    @Test("translucent after an opaque first row")
    func translucentBelow() async throws {
        let renderer = Self.renderer()
        let token = Hook(token: 3)
        let clip = PixelRect(x: 100, y: 400, width: 700, height: 300)
        let scene = Scene(
            size: PixelSize(width: 900, height: 900), layers: [Layer(.series, marks: [Mark(.hook(token), clip: clip)])])
        let hooks: [Hook: HookAction] = [
            token: { hook in
                let gl = HostGL(hook)
                gl.clearColor(0, 0, 0, 0)
                gl.clear(0x4000)
            }
        ]
        let image = try await renderer.render(scene, for: .png, hooks: hooks)
        #expect(image.image[0, 0].w == 255 && image.image[450, 450].w == 0)
        #expect(try PNGDecoder.decode(image.encoded(as: .png)) == image.image)
        #expect(await renderer.close() == 0)
    }

    @Test("in tiles, nothing is encoded early")
    func tiles() async throws {
        let renderer = Self.renderer { $0.tileLimits = TileLimits(width: 700, height: 300) }
        let image = try await renderer.render(Self.chart(), for: .png)
        #expect(image.strips == nil && image.statistics.milliseconds.encode == 0)
        #expect(try PNGDecoder.decode(image.encoded(as: .png)) == image.image)
        #expect(await renderer.close() == 0)
    }

    @Test("a picture that was painted on is encoded as it is then")
    func changed() async throws {
        let renderer = Self.renderer()
        var image = try await renderer.render(Self.chart(), for: .png)
        image.image[3, 900] = [255, 0, 0, 255]
        #expect(try PNGDecoder.decode(image.encoded(as: .png))[3, 900] == [255, 0, 0, 255])
        #expect(await renderer.close() == 0)
    }

    @Test("from a pool")
    func pool() async throws {
        let pool = RendererPool(count: 1)
        let image = try await pool.render(Self.chart(), for: .png)
        let expected = try await pool.render(Self.chart())
        #expect(try image.encoded(as: .png) == expected.encoded(as: .png))
        #expect(image.statistics.milliseconds.encode > 0)
        #expect(await pool.close() == 0)
    }
}
