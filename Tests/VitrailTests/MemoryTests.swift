import Foundation
import Testing
import Vitrail

@Suite("Memory")
struct MemoryTests {
    /// Resident memory of this process in KiB, as counted by the kernel: without file pages such as libraries, which
    /// depend on other work of the machine.
    private static func residentKiB() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }

    /// Runs in a separate process, since other tests allocate memory at the same time.
    @Test("300 pictures of ever new data need no more memory than the first 60")
    func growth() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let renderer = Renderer()
            for seed in 0..<60 {
                _ = try await renderer.render(RendererTests.chart(seed: seed, width: 160, height: 110))
            }
            let before = Self.residentKiB()
            for seed in 60..<360 {
                let image = try await renderer.render(RendererTests.chart(seed: seed, width: 160, height: 110))
                _ = try image.encoded(as: .png)
            }
            let growth = Self.residentKiB() - before
            print("resident memory: \(before) KiB after 60 pictures, \(growth) KiB more after 300 others")
            // About 0.5 MiB are normal. A picture has 69 KiB, so a leak of one picture in ten is detected.
            #expect(before > 10_000)
            #expect(growth < 2_000, "\(growth) KiB")
            #expect(await renderer.close() == 0)
        }
        let told = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        print(told.first { $0.hasPrefix("resident memory") } ?? "no figures")
    }
}
