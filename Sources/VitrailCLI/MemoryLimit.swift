import ArgumentParser
import Vitrail

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Bytes in the notation of `--max-memory`: `1500000`, `512M`, `1.5G`, `2GiB`. K, M, G and T are powers of 1024.
struct MemorySize: ExpressibleByArgument, Equatable {
    var bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        var unit = argument.dropFirst(digits.count).lowercased()
        for ending in ["ib", "b"] where unit.hasSuffix(ending) {
            unit.removeLast(ending.count)
            break
        }
        let powers = ["": 0, "k": 1, "m": 2, "g": 3, "t": 4]
        guard let power = powers[unit], let number = Double(digits), number > 0 else { return nil }
        let bytes = number * [1, 0x1p10, 0x1p20, 0x1p30, 0x1p40][power]
        guard bytes >= 1, bytes < 0x1p60 else { return nil }
        self.bytes = Int(bytes)
    }

    /// The shortest text that is read as this size, such as `10M`. Help texts and the package's list of variables show
    /// it.
    var defaultValueDescription: String {
        let power = min(bytes.trailingZeroBitCount / 10, 4)
        return "\(bytes >> (10 * power))" + ["", "K", "M", "G", "T"][power]
    }

    /// The memory of this machine, or the limit of this container if it is smaller.
    static var ofMachine: MemorySize {
        var bytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        for path in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
            if let limit = number(in: path), limit > 0 { bytes = min(bytes, limit) }
        }
        return MemorySize(bytes: bytes)
    }

    /// The number in a file that contains only a number. `nil` for "max" and for unreadable files: most machines lack
    /// one of the two.
    private static func number(in path: String) -> Int? {
        guard let text = try? Input(path).read(limit: 64) else { return nil }
        return Int(String(decoding: text.filter { $0 > 32 }, as: UTF8.self))
    }
}

extension MemoryEstimate {
    /// The part of a limit that is left for shapes of samples that turn out to be unordered, in bytes.
    func unorderedMemoryBudget(within limit: MemorySize) -> Int { max(limit.bytes - pixels - data, 0) }

    /// - Throws: `CommandError.tooMuchMemory`.
    func check(_ limit: MemorySize) throws(CommandError) {
        guard total > limit.bytes else { return }
        throw .tooMuchMemory(self, limit: limit)
    }
}

/// Memory that several charts share. Each chart takes its estimate, and waits in order until that much is free.
actor MemoryBudget {
    nonisolated let limit: MemorySize
    private var free: Int
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ limit: MemorySize) {
        self.limit = limit
        free = limit.bytes
    }

    /// - Throws: `CommandError.tooMuchMemory` for an estimate above the whole budget.
    func take(_ estimate: MemoryEstimate) async throws(CommandError) {
        try estimate.check(limit)
        let bytes = estimate.total
        if waiting.isEmpty, bytes <= free {
            free -= bytes
        } else {
            await withCheckedContinuation { waiting.append((bytes, $0)) }
        }
    }

    /// Number of waiting charts.
    var waitingCount: Int { waiting.count }

    func release(_ estimate: MemoryEstimate) {
        free += estimate.total
        while let next = waiting.first, next.bytes <= free {
            free -= next.bytes
            waiting.removeFirst().continuation.resume()
        }
    }
}
