import Testing
import Vitrail

@Suite("Process exit")
struct ExitTests {
    /// A dropped renderer frees its context, display and driver library on its own thread, while the process may
    /// already be exiting.
    @Test("a process may end while renderers that were just dropped still close", arguments: 0..<30)
    func dropped(attempt: Int) async {
        await #expect(processExitsWith: .success) {
            let scene = Scene(size: PixelSize(width: 16, height: 16))
            var renderers: [Renderer] = []
            for _ in 0..<4 {
                let renderer = Renderer()
                _ = try await renderer.render(scene)
                renderers.append(renderer)
            }
            await renderers.removeLast().close()
            renderers.removeAll()
        }
    }

    @Test("a process may end as soon as it has the list of devices", arguments: 0..<30)
    func surveyed(attempt: Int) async {
        await #expect(processExitsWith: .success) { _ = try await DeviceList.survey() }
    }
}
