#if Server
    import Glibc

    /// Options of `serve` from the environment, for containers: `VITRAIL_MAX_BODY=1M` for `--max-body 1M`.
    enum EnvironmentOptions {
        /// Options with a value, and flags.
        private static let options = [
            "host", "port", "root-path", "token", "token-file", "cors", "data-dir", "workers", "job-timeout",
            "max-memory", "recycle", "live-sessions", "live-workers", "live-memory", "live-idle", "live-frame-rate",
            "max-body", "max-header",
            "max-requests", "max-client-requests", "max-connections", "queue", "header-timeout", "body-timeout",
            "idle-timeout", "write-timeout", "drain", "max-pixels",
            "max-series", "max-columns", "max-samples", "max-text", "cache-memory", "cache-dir", "cache-dir-size",
            "max-age", "link-lifetime", "link-dir", "log",
            "format", "theme", "scale", "size", "strategy", "quality", "vector", "device", "surface", "egl-library",
            "font-dir",
        ]
        private static let flags = ["trust-proxy", "require-hardware", "no-map"]
        /// Options that may have several values, separated by blanks or commas.
        private static let lists: Set<String> = ["token", "cors", "font-dir"]

        /// The arguments with the environment's options before them. The command line takes precedence.
        ///
        /// - Parameter arguments: without the program's name.
        static func joined(_ arguments: [String]) -> [String] {
            guard arguments.first == "serve" else { return arguments }
            let given = Set(
                arguments.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) })
            var added: [String] = []
            for name in options where !given.contains(name) {
                guard let value = value(name), !value.isEmpty else { continue }
                let values =
                    lists.contains(name)
                    ? value.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init) : [value]
                added += values.map { "--\(name)=\($0)" }
            }
            for name in flags where !given.contains(name) {
                if let value = value(name), ["1", "true", "yes", "on"].contains(value.lowercased()) {
                    added.append("--" + name)
                }
            }
            return ["serve"] + added + arguments.dropFirst()
        }

        private static func value(_ name: String) -> String? {
            getenv("VITRAIL_" + name.uppercased().replacing("-", with: "_")).map { String(cString: $0) }
        }
    }
#endif
