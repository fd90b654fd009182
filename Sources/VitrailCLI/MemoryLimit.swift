import ArgumentParser
import Vitrail

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Bytes, as `--max-memory` takes them: `1500000`, `512M`, `1.5G`, `2GiB`; K, M, G and T are powers of 1024.
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

    /// What this machine has, or this container where it is allowed less.
    static var ofMachine: MemorySize {
        var bytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        for path in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
            if let limit = number(in: path), limit > 0 { bytes = min(bytes, limit) }
        }
        return MemorySize(bytes: bytes)
    }

    /// A file that holds a number alone; "max" is none, and so is a file that cannot be read: most machines lack one or the other of these.
    private static func number(in path: String) -> Int? {
        guard let text = try? Input(path).read(limit: 64) else { return nil }
        return Int(String(decoding: text.filter { $0 > 32 }, as: UTF8.self))
    }
}

extension MemoryEstimate {
    /// Counts what the encoder of a format takes.
    mutating func count(_ format: OutputFormat) {
        // Planes of its own, of the whole picture.
        if format == .image(.webp) { encodedBytesPerPixel = 8 }
        // The frame before, and what changed.
        if format == .apng { encodedBytesPerPixel = 8 }
    }

    /// What is left of a limit for shapes of samples that turn out to be in no order.
    func roomForUnordered(within limit: MemorySize) -> Int { max(limit.bytes - pixels - data, 0) }

    /// - Throws: `CommandError.tooMuchMemory`.
    func check(_ limit: MemorySize?) throws(CommandError) {
        guard let limit, total > limit.bytes else { return }
        throw .tooMuchMemory(self, limit: limit)
    }
}

/// Memory that several charts share: each takes what it is estimated to need, and waits, in turn, until that much is free.
actor MemoryBudget {
    nonisolated let limit: MemorySize
    private var free: Int
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ limit: MemorySize) {
        self.limit = limit
        free = limit.bytes
    }

    /// - Throws: `CommandError.tooMuchMemory` for what would not fit into all of it.
    func take(_ estimate: MemoryEstimate) async throws(CommandError) {
        try estimate.check(limit)
        let bytes = estimate.total
        if waiting.isEmpty, bytes <= free {
            free -= bytes
        } else {
            await withCheckedContinuation { waiting.append((bytes, $0)) }
        }
    }

    /// How many wait now.
    var waitingCount: Int { waiting.count }

    func giveBack(_ estimate: MemoryEstimate) {
        free += estimate.total
        while let next = waiting.first, next.bytes <= free {
            free -= next.bytes
            waiting.removeFirst().continuation.resume()
        }
    }
}
