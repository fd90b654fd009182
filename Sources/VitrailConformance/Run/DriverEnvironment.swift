/// The environment variables that can change the result of a case. The command that repeats a case sets them.
///
/// Variables that every login sets (`HOME`, `PATH`, `XDG_…`) are not in the table, although drivers read settings from
/// the folders that they name. Variables that only print something are in the table if they share a prefix with others.
package enum DriverEnvironment {
    /// A row of the table.
    package struct Rule: Sendable {
        /// A name, or a prefix followed by `*`.
        package var pattern: String
        /// The software that reads the variables.
        package var reader: String

        init(_ pattern: String, _ reader: String) { (self.pattern, self.reader) = (pattern, reader) }

        func holds(for name: String) -> Bool {
            pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
        }
    }

    /// All rules; `docs/conformance.md` has the same table.
    package static let table: [Rule] =
        rules(
            "dynamic linker: the files that are loaded as the driver", "LD_LIBRARY_PATH", "LD_PRELOAD",
            "LD_AUDIT")
        + rules("C library: processor features and the allocator, also of the driver", "GLIBC_TUNABLES")
        + rules("GLVND: the vendor's library behind libEGL", "__EGL_*", "__GLX_*")
        + rules("Mesa's loader and EGL: the driver and the device", "DRI_*", "EGL_*", "GBM_*", "LIBGL_*", "MESA_*")
        + rules(
            "Mesa's drivers in common: the rasteriser, the shader compilers", "DRAW_*", "GALLIUM_*", "GALLIVM_*",
            "NIR_*", "ST_DEBUG", "TGSI_*")
        + rules("Mesa's software rasterisers", "LP_*", "LVP_*", "SOFTPIPE_*")
        + rules(
            "Mesa's drivers for hardware", "ACO_*", "AMD_*", "ANV_*", "D3D12_*", "ETNA_*", "FD_*", "INTEL_DEBUG",
            "IR3_*", "LIMA_*", "NOUVEAU_*", "PAN_*", "R600_*", "RADEON_*", "RADV_*", "SVGA_*", "TU_*", "V3D_*",
            "VC4_*", "VIRGL_*", "VTEST_*", "ZINK_*", "vblank_mode")
        + rules("ANGLE", "ANGLE_*")
        + rules("Vulkan's loader, for zink, ANGLE and SwiftShader: VK_ICD_FILENAMES and others", "VK_*")
        + rules("NVIDIA's driver", "__GL_*", "__NV_*")
        + rules("window systems, for `--device default`", "DISPLAY", "WAYLAND_DISPLAY")
        + rules("font libraries: the glyphs of texts", "FONTCONFIG_*", "FREETYPE_PROPERTIES")
        + rules("this command: the program that runs as worker", "VITRAIL_EXECUTABLE")

    private static func rules(_ reader: String, _ patterns: String...) -> [Rule] { patterns.map { Rule($0, reader) } }

    /// Returns the variables of the table that are set, as `NAME=value`, sorted by name.
    package static func variables(of environment: [String: String]) -> [String] {
        environment.filter { name, value in
            // The command itself sets it together with LP_NATIVE_VECTOR_WIDTH.
            if name == "MESA_SHADER_CACHE_DIR", value.contains("/mesa_shader_cache-width") { return false }
            return isIdentifier(name) && table.contains { $0.holds(for: name) }
        }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    /// Whether a shell can assign to the name.
    private static func isIdentifier(_ name: String) -> Bool {
        name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
