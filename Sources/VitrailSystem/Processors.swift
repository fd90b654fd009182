#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The number of processors that this process may use. Planning and drawing divide their work by it.
package enum Processors {
    /// At least 1. A container may be limited to some of the machine's processors, or to a share of their time: 1.5
    /// processors count as 2.
    package static let count = max(1, min(allowed(read), quota(read)))

    /// The number of processors in the process's affinity mask (hexadecimal digits with commas). All online processors
    /// if the mask is missing.
    package static func allowed(_ read: (String) -> String?) -> Int {
        let line = (read("/proc/self/status") ?? "").split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
        let bits = (line ?? "").dropFirst("Cpus_allowed:".count).reduce(0) {
            $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0)
        }
        return bits > 0 ? bits : sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }

    /// The smallest CPU quota of this process's control group and of the groups above it, in processors, rounded up.
    /// `Int.max`: no quota.
    ///
    /// - Parameter read: returns the text of a file. `nil`: the file does not exist.
    /// - Source: Linux, `Documentation/admin-guide/cgroup-v2.rst`; `Documentation/scheduler/sched-bwc.rst` for the
    ///   first version.
    package static func quota(_ read: (String) -> String?) -> Int {
        let lines = (read("/proc/self/cgroup") ?? "").split(separator: "\n")
        var path = lines.first { $0.hasPrefix("0::") }?.dropFirst(3) ?? ""
        var minimum = Int.max
        while true {
            // Quota per period (or "max"), then the period.
            let words = (read("/sys/fs/cgroup\(path)/cpu.max") ?? "").split { $0.isWhitespace }
            if words.count == 2 { minimum = min(minimum, processors(time: words[0], period: words[1])) }
            guard let slash = path.lastIndex(of: "/") else { break }
            path = path[..<slash]
        }
        if let time = read("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"),
            let period = read("/sys/fs/cgroup/cpu/cpu.cfs_period_us")
        {
            minimum = min(minimum, processors(time: time[...], period: period[...]))
        }
        return minimum
    }

    private static func processors(time: Substring, period: Substring) -> Int {
        func number(_ text: Substring) -> Double? { Double(text.filter { !$0.isWhitespace }) }
        guard let time = number(time), let period = number(period), time > 0, period > 0 else { return .max }
        return Int(min((time / period).rounded(.up), 1e6))
    }

    private static func read(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "re") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
