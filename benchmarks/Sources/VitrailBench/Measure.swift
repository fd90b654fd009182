import Foundation

/// Times of repeated runs, in milliseconds.
struct Sample {
    var times: [Double]

    var median: Double { quantile(0.5) }
    var low: Double { quantile(0.1) }
    var high: Double { quantile(0.9) }
    var fastest: Double { times.min() ?? .nan }

    init(times: [Double]) { self.times = times }

    /// Runs a body repeatedly for some time, after warming up, and times each run.
    init(warmUp: Int = 3, seconds: Double, atLeast: Int = 10, _ body: () async throws -> Void) async throws {
        for _ in 0..<warmUp { try await body() }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        times = []
        while times.count < atLeast || clock.now < end {
            let start = clock.now
            try await body()
            times.append((clock.now - start) / .milliseconds(1))
        }
    }

    private func quantile(_ q: Double) -> Double {
        let sorted = times.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[Int((Double(sorted.count - 1) * q).rounded())]
    }
}

/// Resident memory of this process in MiB: current and peak.
func residentMemory() -> (now: Double, peak: Double) {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func value(_ key: String) -> Double {
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line.flatMap { Double($0.split(whereSeparator: { !$0.isNumber }).first ?? "") }.map { $0 / 1024 } ?? .nan
    }
    return (value("VmRSS:"), value("VmHWM:"))
}

/// Processor time of all threads of this process, in user and system mode.
func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}

/// A small seeded generator: the same data on every machine.
struct Seeded {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// 0 ..< 1.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / Double(UInt64(1) << 53)
    }

    /// Approximately normal, mean 0, deviation 1.
    mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + next() }
    }
}
