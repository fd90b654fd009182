import Vitrail

/// Arrays → PNG for variations of the line of 10⁶ samples, each in alternation with the plain line, so that both see
/// the same machine.
enum VariationsStage {
    static func rows(_ bench: Bench) async throws -> [Row] {
        let variations = Variations()
        let plain = try await bench.measure(share: 0.3) { try await picture(variations.plain, bench) }
        var rows = [
            Row(key: "variations.plain", name: "line of 10⁶ samples in arrays, 1920 × 1080 → PNG", sample: plain)
        ]
        for variation in variations.all() where bench.wants(variation.key, of: "variations") {
            rows.append(try await row(variation, variations, bench))
        }
        return rows
    }

    private static func row(_ variation: Variation, _ variations: Variations, _ bench: Bench) async throws -> Row {
        try variation.prepare()
        let pairs = try await turns(seconds: bench.options.seconds * 0.6) {
            try await picture(variations.plain, bench)
        } _: {
            try await picture(variation.chart(), bench)
        }
        // The fastest of each: other load on the machine makes a picture slower, never faster.
        let (sample, plain) = (Sample(times: pairs.map(\.second)), Sample(times: pairs.map(\.first)).fastest)
        let ratio = sample.fastest / plain
        var (detail, goal) = ("\(decimal(ratio, 2)) × the plain line", "")
        switch variation.goal {
        case .times(let limit): goal = "≤ \(decimal(limit, 1)) ×"
        case .perSeries(let limit, let count):
            detail += ", \(decimal(sample.fastest / Double(count), 2)) ms a line"
            goal = "≤ \(decimal(limit, 0)) ms a line"
        case .timesAndReading(let read):
            let reading = try await bench.measure(share: 0.3) { try read() }
            let rest = (sample.fastest - reading.fastest) / plain
            detail += ", \(decimal(rest, 2)) × without the reading of \(decimal(reading.fastest, 1)) ms"
            goal = "≤ \(decimal(Variations.limit, 1)) ×, plus reading"
        }
        detail += ", the fastest \(decimal(sample.fastest, 2)) and \(decimal(plain, 2)) ms"
        return Row(
            key: "variations.\(variation.key)", name: "… \(variation.name)", sample: sample, detail: detail, goal: goal)
    }

    private static func picture(_ chart: Chart, _ bench: Bench) async throws {
        _ = try await bench.renderer.render(chart, for: .png).encoded(as: .png)
    }

    /// Times of two bodies that run in alternation, after a warm-up of both, in milliseconds.
    private static func turns(
        seconds: Double, _ first: () async throws -> Void, _ second: () async throws -> Void
    ) async throws -> [(first: Double, second: Double)] {
        let clock = ContinuousClock()
        var (pairs, start) = ([(first: Double, second: Double)](), clock.now)
        var warmUp = 2
        while warmUp > 0 || pairs.count < 7 || clock.now - start < .seconds(seconds) {
            let times = (try await clock.measure(first), try await clock.measure(second))
            warmUp -= 1
            if warmUp >= 0 {
                start = clock.now
            } else {
                pairs.append((times.0 / .milliseconds(1), times.1 / .milliseconds(1)))
            }
        }
        return pairs
    }
}
