import Glibc

/// The shader cache on disk of Mesa's software rasteriser (llvmpipe).
///
/// llvmpipe stores machine code there. Its key has the processor's features, but not the vector width that the environment variable
/// `LP_NATIVE_VECTOR_WIDTH` chooses (Mesa 22.3). With another width than before, llvmpipe then runs code that writes eight vertices into memory for
/// four: the heap is damaged, and the process crashes.
public enum DriverShaderCache {
    /// Gives each `LP_NATIVE_VECTOR_WIDTH` a cache folder of its own. Does nothing where that variable is not set.
    ///
    /// Sets `MESA_SHADER_CACHE_DIR`, or `MESA_SHADER_CACHE_DISABLE` where there is no folder to use. It changes the environment of the process:
    /// call it before other threads start, and before the first `Renderer`. The command `vitrail` does.
    public static func separateVectorWidths() {
        guard variable("MESA_SHADER_CACHE_DISABLE") == nil, let text = variable("LP_NATIVE_VECTOR_WIDTH"), !text.isEmpty else { return }
        if let width = Int(text), width > 0, let folder = folder(width: width) {
            setenv("MESA_SHADER_CACHE_DIR", folder, 1)
        } else {
            setenv("MESA_SHADER_CACHE_DISABLE", "true", 1)
        }
    }

    /// Beside the folder that Mesa would use. Mesa makes one level of folders only, so the levels above are made here.
    private static func folder(width: Int) -> String? {
        guard let parent = parent() else { return nil }
        let suffix = "/mesa_shader_cache-width\(width)"
        // A child process inherits what its parent has set.
        if parent.hasSuffix(suffix) { return parent }
        mkdir(parent, 0o755)
        return parent + suffix
    }

    /// Source: Mesa 22.3, `disk_cache_generate_cache_dir`.
    private static func parent() -> String? {
        for name in ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"] {
            if let folder = variable(name), !folder.isEmpty { return folder }
        }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
