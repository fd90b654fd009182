import Foundation
import Testing
import Vitrail

@Suite("Writing charts to files")
struct WriteTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "vitrail-write-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    @Test(
        "the end of the name selects the format",
        arguments: [
            ("a.png", [0x89, 0x50, 0x4E, 0x47]), ("a.PNG", [0x89, 0x50]), ("a.jpg", [0xFF, 0xD8]),
            ("b.jpeg", [0xFF, 0xD8]),
            ("a.webp", [0x52, 0x49, 0x46, 0x46]), ("a.svg", [0x3C]), ("v1.2.Svg", [0x3C]),
        ] as [(String, [UInt8])])
    func formats(name: String, start: [UInt8]) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Chart(LineSeries(y: [1, 2]), width: 100, height: 60).write(to: path(name))
        #expect(try Array(bytes(name).prefix(start.count)) == start && names == [name])
    }

    @Test("raw pixels, a quality, a URL and a renderer of one's own")
    func options() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let chart = Chart(LineSeries(y: [1, 2]), width: 100, height: 60)
        try await chart.write(to: path("a.rgba"))
        #expect(try bytes("a.rgba").count == 100 * 60 * 4)
        try await chart.write(to: path("good.jpg"), quality: 95)
        try await chart.write(to: path("bad.jpg"), quality: 10)
        #expect(try bytes("bad.jpg").count < bytes("good.jpg").count)
        let renderer = Renderer()
        try await chart.write(to: folder.appendingPathComponent("ü b.png"), renderer: renderer)
        await renderer.close()
        #expect(try PNGDecoder.decode(bytes("ü b.png")).size == PixelSize(width: 100, height: 60))
        await #expect(throws: WriteError.noFile(url: "https://example.org/a.png")) {
            try await chart.write(to: URL(string: "https://example.org/a.png")!)
        }
    }

    @Test(
        "an unknown ending is an error that lists the known ones",
        arguments: ["a", "a.gif", "a.apng", ".d/a", "a.", ""])
    func unknown(name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let chart = Chart(LineSeries(y: [1, 2]))
        let error = await #expect(throws: WriteError.self) { try await chart.write(to: name) }
        #expect(
            error.map { "\($0)" }
                == "\(name): the end of the name is no picture format; known are .png, .jpg, .jpeg, .webp, .rgba, .svg")
    }

    @Test("if the chart cannot be rendered or the file cannot be written, a file that was there stays")
    func failures() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: folder.appendingPathComponent("a.png"))
        let wrong = Chart(LineSeries(x: [1, 2, 3], y: [1, 2]))
        await #expect(throws: ChartError.columnLengths(path: "series[0]", first: "x", 3, second: "y", 2)) {
            try await wrong.write(to: path("a.png"))
        }
        #expect(try bytes("a.png") == Array("old".utf8) && names == ["a.png"])
        let chart = Chart(LineSeries(y: [1, 2]), width: 100, height: 60)
        await #expect(throws: WriteError.cannotWrite(path: path("none/a.svg"), reason: "No such file or directory")) {
            try await chart.write(to: path("none/a.svg"))
        }
        try await chart.write(to: path("a.png"))
        #expect(try bytes("a.png").count > 100 && names == ["a.png"])
    }
}
