import Foundation
import Testing
import VitrailDrawList
import VitrailScene
import VitrailShaders
import VitrailTestSupport

@testable import VitrailGL

/// Compiled programs are cached for the next process.
@Suite(
    "Programs are kept in files",
    .enabled("no OpenGL ES 3 device opens on this machine") { await RealDriver.isAvailable() })
final class ProgramCacheTests {
    private let parent = FileManager.default.temporaryDirectory.appendingPathComponent("vitrail-programs-\(UUID())")
    private var folder: String { parent.appendingPathComponent("within").path }

    deinit { try? FileManager.default.removeItem(at: parent) }

    private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    private func picture(
        _ shaders: @escaping @Sendable (ProgramVariant) -> ShaderSource? = TestShaders.source
    ) async throws -> PixelImage {
        var options = GLOptions.real()
        options.programCache = folder
        let size = Lists.size(8, 4)
        let list = DrawList(
            size: size, background: .white, buffers: [.rect([Lists.fill(2, 1, 3, 2)])], textures: [],
            commands: [.target(.canvas, clear: nil), Lists.draw(.rect, .over, color: SIMD4(1, 0, 0, 1), in: size)],
            series: [])
        return try await GLRenderer(options, shaders: shaders).draw(list).image
    }

    private func number(of file: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")[.systemFileNumber] as? Int)
    }

    /// A missing program is written again, to another file.
    @Test("a second context loads what a first one has compiled")
    func loads() async throws {
        let first = try await picture()
        let file = try #require(files.first)
        #expect(files.count == 1 && file.hasPrefix("rect-") && file.hasSuffix(".bin"))
        let number = try number(of: file)
        #expect(try await picture() == first)
        #expect(files == [file])
        #expect(try self.number(of: file) == number)
    }

    @Test("other texts are another program")
    func texts() async throws {
        _ = try await picture()
        _ = try await picture { program in
            TestShaders.source(program).map {
                ShaderSource(name: $0.name, vertex: $0.vertex, fragment: $0.fragment + "\n")
            }
        }
        #expect(files.count == 2)
    }

    @Test(
        "a file that is damaged, cut or of another driver is a program that is compiled, and kept anew",
        arguments: [0, 1, 2, 3])
    func damage(kind: Int) async throws {
        let first = try await picture()
        let file = URL(fileURLWithPath: "\(folder)/\(try #require(files.first))")
        let whole = try Data(contentsOf: file)
        var bytes = whole
        switch kind {
        case 0: bytes = Data()
        case 1: bytes = bytes.prefix(bytes.count / 2)
        case 2: bytes[bytes.count / 2] ^= 0x55
        default: bytes[8] ^= 0xff
        }
        try bytes.write(to: file)
        #expect(try await picture() == first)
        #expect(try Data(contentsOf: file) == whole)
    }

    @Test("where nothing can be written, nothing is kept")
    func unwritable() async throws {
        try Data("a file".utf8).write(to: parent)
        _ = try await picture()
        #expect(files.isEmpty)
    }
}
