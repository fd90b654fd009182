import Testing
import Vitrail

/// Devices that open beside other work.
@Suite("Renderer: opening")
struct OpeningTests {
    @Test("a device that was begun to open is the one that draws, and is waited for less")
    func early() async throws {
        // The opening time depends on the machine, which may be busy.
        for pause in [0.5, 2, 8, 30, 60] {
            let cold = Renderer()
            cold.startOpening()
            cold.startOpening()
            try await Task.sleep(for: .seconds(pause))
            let early = try await cold.render(RendererTests.chart())
            let late = try await Renderer().render(RendererTests.chart())
            #expect(early.image == late.image)
            #expect(await cold.close() == 0)
            if early.statistics.milliseconds.open < late.statistics.milliseconds.open / 4 { return }
        }
        Issue.record("a device that had time to open was waited for")
    }

    @Test(
        "beginning to open never fails; the first picture says why there is none, and closing has nothing to give back")
    func failing() async throws {
        let renderer = Renderer(GLOptions(eglLibrary: "/no/such/library.so"))
        renderer.startOpening()
        await #expect { _ = try await renderer.render(RendererTests.chart()) } throws: { error in
            if case GLError.library(let path, _) = error { path == "/no/such/library.so" } else { false }
        }
        #expect(await renderer.close() == 0)
    }

    @Test("closing while the device opens waits for it")
    func closing() async {
        let renderer = Renderer()
        renderer.startOpening()
        #expect(await renderer.close() == 0)
    }
}
