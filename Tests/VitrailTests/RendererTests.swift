import Glibc
import Testing
import Vitrail

/// From a chart or a scene to pixels and files, through `Renderer` alone.
@Suite("Renderer: pictures")
struct RendererTests {
    /// Every kind of target, program and texture in one picture; its data depend on `seed`.
    static func chart(seed: Int = 0, width: Double = 320, height: Double = 220) -> Chart {
        func wave(_ phase: Double, _ offset: Double) -> [Double] {
            (0..<40).map { offset + 3 * sin(Double($0) / 4 + phase) + Double(seed % 10) / 10 }
        }
        let chart = Chart(width: width, height: height, theme: .light)
        chart.title = "Seed \(seed)"
        chart.legend.hidden = false
        chart.xAxis?.title = "x"
        let x = Column((0..<40).map(Double.init))
        chart.add(
            BandSeries(title: "band", columns: SeriesColumns(x: x, high: Column(wave(0, 9)), low: Column(wave(1, 4)))))
        chart.add(
            ColumnSeries(
                title: "columns", columns: SeriesColumns(x: x, y: Column(wave(2, 2))),
                style: BarColumnSeriesStyle(cornerRatio: 1)))
        chart.add(
            LineSeries(
                title: "line", columns: SeriesColumns(x: x, y: Column(wave(3, 8))),
                style: LineSeriesStyle(showFill: true, pointStyle: PointStyle(showPoints: true))))
        chart.annotations = [.horizontalLine(y: 6, width: 1, color: .pureRed)]
        return chart
    }

    @Test("a picture drawn twice is the same to the last bit, in a new renderer too")
    func same() async throws {
        let renderer = Renderer()
        let first = try await renderer.render(Self.chart())
        let again = try await renderer.render(Self.chart())
        // Another picture in between has no effect.
        _ = try await renderer.render(Self.chart(seed: 3, width: 417, height: 233))
        let later = try await renderer.render(Self.chart())
        let other = try await Renderer().render(Self.chart())
        #expect(first.image == again.image)
        #expect(first.image == later.image)
        #expect(first.image == other.image)
        #expect(try first.encoded(as: .png) == other.encoded(as: .png))
        #expect(try await renderer.render(Self.chart(seed: 3)).image != first.image)
    }

    @Test("a pbuffer and a framebuffer give the same picture, at every size")
    func surfaces() async throws {
        let framebuffer = Renderer(GLOptions(surface: .framebuffer))
        let pbuffer = Renderer(GLOptions(surface: .pbuffer))
        var pictures: Set<[UInt8]> = []
        // Larger, smaller and odd sizes in turn: a reused surface must not show through.
        for (seed, width, height, scale) in [(0, 320, 220, 1.0), (1, 401, 173, 1), (2, 97, 131, 2), (0, 320, 220, 1)] {
            func chart() -> Chart {
                let chart = Self.chart(seed: seed, width: Double(width), height: Double(height))
                chart.scale = scale
                return chart
            }
            let image = try await framebuffer.render(chart()).image
            #expect(try await pbuffer.render(chart()).image == image)
            pictures.insert(image.pixels)
        }
        #expect(pictures.count == 3)
        #expect(await framebuffer.close() == 0)
        #expect(await pbuffer.close() == 0)
    }

    @Test("several renderers side by side draw what one draws alone")
    func concurrent() async throws {
        let one = Renderer()
        var expected: [PixelImage] = []
        for seed in 0..<4 { expected.append(try await one.render(Self.chart(seed: seed)).image) }
        #expect(Set(expected.map(\.pixels)).count == 4)
        try await withThrowingTaskGroup(of: (Int, [PixelImage]).self) { group in
            for start in 0..<4 {
                group.addTask {
                    let renderer = Renderer()
                    var images: [PixelImage] = []
                    // Each begins with another seed, so that different pictures are drawn at the same time.
                    for step in 0..<4 {
                        images.append(try await renderer.render(Self.chart(seed: (start + step) % 4)).image)
                    }
                    #expect(await renderer.close() == 0)
                    return (start, images)
                }
            }
            for try await (start, images) in group {
                for (step, image) in images.enumerated() { #expect(image == expected[(start + step) % 4]) }
            }
        }
    }

    @Test("closing leaves no GL object, and the renderer opens again")
    func close() async throws {
        let renderer = Renderer()
        #expect(await renderer.close() == 0)
        let first = try await renderer.render(Self.chart())
        #expect(first.statistics.milliseconds.open > 0)
        #expect(await renderer.close() == 0)
        let second = try await renderer.render(Self.chart())
        #expect(second.image == first.image)
        #expect(await renderer.close() == 0)
        #expect(await renderer.close() == 0)
    }

    @Test("a device error says what the driver said, each time, and drawing goes on afterwards")
    func deviceErrors() async throws {
        let missing = Renderer(GLOptions(eglLibrary: "/nowhere/libEGL.so.1"))
        for _ in 0..<2 {
            let error = await #expect(throws: GLError.self) { try await missing.render(Self.chart()) }
            // The loader's own message.
            #expect(
                "\(error!)".contains("/nowhere/libEGL.so.1: cannot open shared object file: No such file or directory"))
        }
        let node = Renderer(GLOptions(device: .gbm("/dev/dri/renderD999")))
        let error = await #expect(throws: GLError.self) { try await node.open() }
        #expect("\(error!)".contains("/dev/dri/renderD999: open: No such file or directory"))
        #expect("\(error!)".contains("install libegl1"))
        // The driver's code for a rejected call; only this frame is lost.
        let renderer = Renderer()
        let scene = Scene(
            size: PixelSize(width: 8, height: 8), layers: [Layer(.overlay, marks: [Mark(.hook(Hook(token: 41)))])])
        let refused = await #expect(throws: GLError.self) {
            try await renderer.render(scene, hooks: [Hook(token: 41): { HostGL($0).enable(12_345) }])
        }
        #expect("\(refused!)" == "a GL call of the host failed with GL_INVALID_ENUM during hook 41.")
        await #expect(throws: GLError.hookMissing(token: 41)) { try await renderer.render(scene) }
        // A host's GL calls are not drawn in tiles.
        var large = scene
        large.size.height = 1_000_000
        let tooLarge = large
        await #expect(throws: GLError.self) { try await renderer.render(tooLarge, hooks: [Hook(token: 41): { _ in }]) }
        #expect(
            try await renderer.render(scene, hooks: [Hook(token: 41): { _ in }]).image
                == PixelImage(size: scene.size, filledWith: .white))
        #expect(await renderer.close() == 0)
    }
}
