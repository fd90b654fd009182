import ArgumentParser
import Glibc
import Vitrail

/// The options that select the device and the fonts.
struct DeviceOptions: ParsableArguments {
    @Option(help: "auto, surfaceless, default, gbm:PATH, or an index from `vitrail devices`.")
    var device = "auto"
    @Option(help: "framebuffer or pbuffer: the surface to draw on.")
    var surface = "framebuffer"
    @Option(help: "The EGL library to open, to choose a driver by path.")
    var eglLibrary: String?
    @Flag(help: "Refuse software rasterisers.")
    var requireHardware = false
    @Option(help: "Folder with more fonts; may be repeated.")
    var fontDir: [String] = []

    func validate() throws {
        _ = try choice()
        guard CanvasSurface(rawValue: surface) != nil else {
            throw ValidationError("--surface is framebuffer or pbuffer, not \(surface)")
        }
    }

    private func choice() throws -> DeviceChoice {
        guard let choice = DeviceChoice(word: device) else {
            throw ValidationError("--device is auto, surfaceless, default, gbm:PATH or an index, not \(device)")
        }
        return choice
    }

    func glOptions() throws -> GLOptions {
        var options = GLOptions(
            device: try choice(), requireHardware: requireHardware,
            surface: CanvasSurface(rawValue: surface) ?? .framebuffer,
            eglLibrary: eglLibrary)
        options.programCache = GLOptions.usualProgramCache
        return options
    }

    func addFonts() throws(CommandError) {
        for directory in fontDir {
            do throws(TextError) {
                try TextEngine.shared.addFontDirectory(directory)
            } catch {
                throw .fontFolder(error)
            }
        }
    }

    /// If hardware was required and is missing, the error contains the answer of each device.
    func described(_ error: any Error) -> any Error {
        if requireHardware, case GLError.noDevice(let attempts) = error { return CommandError.noHardware(attempts) }
        return error
    }
}

extension GLOptions {
    /// `VITRAIL_CACHE`, or `vitrail` in the user's cache folder. `nil`: there is no such folder, or the variable is
    /// empty.
    static var usualProgramCache: String? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        if let own = variable("VITRAIL_CACHE") { return own.isEmpty ? nil : own }
        if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/vitrail" }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache/vitrail" : nil }
    }
}

extension DeviceChoice {
    /// `auto`, `surfaceless`, `default`, `gbm:PATH`, or an index.
    init?(word: String) {
        switch word {
        case "auto": self = .auto
        case "surfaceless": self = .surfaceless
        case "default": self = .defaultDisplay
        default:
            if word.hasPrefix("gbm:") {
                self = .gbm(String(word.dropFirst(4)))
            } else if let index = Int(word), index >= 0 {
                self = .index(index)
            } else {
                return nil
            }
        }
    }
}
