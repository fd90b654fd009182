import Glibc

/// The on-disk shader cache of Mesa's software rasteriser (llvmpipe).
///
/// llvmpipe stores machine code there. The key includes the processor's features, but not the vector width of the
/// environment variable `LP_NATIVE_VECTOR_WIDTH` (Mesa 22.3). After a change of the width, llvmpipe runs code that
/// writes eight vertices into memory for four, which corrupts the heap and crashes the process.
public enum DriverShaderCache {
    /// Uses a separate cache folder for each `LP_NATIVE_VECTOR_WIDTH`. Does nothing if that variable is not set.
    ///
    /// Sets `MESA_SHADER_CACHE_DIR`, or `MESA_SHADER_CACHE_DISABLE` if there is no usable folder. This changes the
    /// environment of the process, so call it before other threads start and before the first `Renderer`. The command
    /// `vitrail` calls it.
    public static func separateVectorWidths() {
        guard variable("MESA_SHADER_CACHE_DISABLE") == nil, let text = variable("LP_NATIVE_VECTOR_WIDTH"), !text.isEmpty
        else { return }
        if let width = Int(text), width > 0, let folder = folder(width: width) {
            setenv("MESA_SHADER_CACHE_DIR", folder, 1)
        } else {
            setenv("MESA_SHADER_CACHE_DISABLE", "true", 1)
        }
    }

    /// Returns a folder next to Mesa's default. Mesa creates only one level of folders, so this creates the parent.
    private static func folder(width: Int) -> String? {
        guard let parent = parent() else { return nil }
        let suffix = "/mesa_shader_cache-width\(width)"
        // A child process inherits the folder that its parent has set.
        if parent.hasSuffix(suffix) { return parent }
        mkdir(parent, 0o755)
        return parent + suffix
    }

    /// - Source: Mesa 22.3, `disk_cache_generate_cache_dir`.
    private static func parent() -> String? {
        for name in ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"] {
            if let folder = variable(name), !folder.isEmpty { return folder }
        }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
