/// Environment variables that select a driver or change its behaviour.
enum DriverEnvironment {
    private static let prefixes = [
        "DRI_", "EGL_", "__EGL_", "GALLIUM_", "GALLIVM_", "GBM_", "LIBGL_", "LP_", "MESA_", "SOFTPIPE_", "VK_",
        "__GLX_", "__NV_",
    ]
    private static let names: Set = ["LD_LIBRARY_PATH", "LD_PRELOAD"]

    /// Returns the variables that are set, as `NAME=value`, sorted by name.
    static func variables(of environment: [String: String]) -> [String] {
        environment.filter { name, value in
            // The command itself sets it together with LP_NATIVE_VECTOR_WIDTH.
            if name == "MESA_SHADER_CACHE_DIR", value.contains("/mesa_shader_cache-width") { return false }
            return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
        }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
}
