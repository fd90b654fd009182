import Testing
import Vitrail

@Suite("devices")
struct DeviceCommandTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(RenderTests.spec, "s.json")
    }

    @Test("devices lists index, renderer, hardware or software, vendor, version and limits, as the library does")
    func list() async throws {
        let end = try await Command.run(["devices"], in: folder)
        #expect(end.code == 0 && end.error.isEmpty)
        let text = String(decoding: end.output, as: UTF8.self)
        let list = try await DeviceList.survey()
        #expect(text == "\(list)\n")
        for entry in list.entries {
            guard let info = entry.info else { continue }
            #expect(
                text.contains(
                    "\(entry.index)  \(entry.platform)  —  \(info.renderer)  (\(info.isHardware ? "hardware" : "software"))"
                ))
            #expect(
                text.contains(
                    all: info.vendor, info.version, "EGL \(info.eglVersion)", "texture \(info.limits.textureSize)"))
        }
    }

    @Test("when nothing opens, it says what was tried, what each step answered and what to install: 69")
    func nothing() async throws {
        // libglvnd without any vendor's library: EGL is there, but opens no display.
        let empty = ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"]
        let end = try await Command.run(["devices"], in: folder, environment: empty)
        #expect(end.code == 69 && end.output.isEmpty)
        #expect(
            end.error.contains(
                all: "EGL devices: ", "GBM: ", "surfaceless platform: ", "default display: eglGetDisplay: EGL_BAD",
                "install libegl1"))
        let picture = try await Command.run(["render", "s.json", "-o", "o.png"], in: folder, environment: empty)
        #expect(picture.code == 69 && picture.error == end.error)
        #expect(folder.names == ["s.json"])
    }

    @Test("an EGL library that is not there, or none, is 69", arguments: ["/nonexistent", "libm.so.6", "/"])
    func library(path: String) async throws {
        for command in [["devices"], ["render", "s.json", "-o", "o.png"]] {
            let end = try await Command.run(command + ["--egl-library", path], in: folder)
            #expect(end.code == 69 && end.output.isEmpty)
            #expect(end.error.contains(all: "The EGL library \(path) cannot be used: ", "install libegl1"))
        }
        #expect(folder.names == ["s.json"])
    }

    @Test("--require-hardware draws on a card, or is 69 and says what there is")
    func hardware() async throws {
        let list = try await DeviceList.survey()
        let end = try await Command.run(["render", "s.json", "-o", "o.png", "--require-hardware"], in: folder)
        if list.entries.contains(where: { $0.info?.isHardware == true }) {
            #expect(end.code == 0)
        } else {
            #expect(end.code == 69)
            #expect(
                end.error.contains(
                    all: "No graphics card was found", "is a software rasteriser", "leave out --require-hardware"))
            #expect(folder.names == ["s.json"])
        }
    }

    @Test("--device takes an index and a platform, --surface either surface: the same picture")
    func chosen() async throws {
        let list = try await DeviceList.survey()
        let index = try #require(list.entries.first { $0.info?.isHardware == false }?.index)
        var pictures: [[UInt8]] = []
        for arguments in [
            ["--device", "\(index)"], ["--device", "surfaceless"], ["--device", "surfaceless", "--surface", "pbuffer"],
        ] {
            let end = try await Command.run(["render", "s.json", "-o", "-"] + arguments, in: folder)
            #expect(end.code == 0, "\(end.error)")
            pictures.append(end.output)
        }
        expectSame(pictures[0], pictures[1])
        expectSame(pictures[1], pictures[2])
        let none = try await Command.run(["render", "s.json", "-o", "o.png", "--device", "99"], in: folder)
        #expect(none.code == 69 && none.error.contains("device 99: there are \(list.entries.count), counted from 0"))
    }
}
