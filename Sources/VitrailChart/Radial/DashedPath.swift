/// Cuts a path into dashes.
enum DashedPath {
    /// - Parameters:
    ///   - path: points joined by straight lines.
    ///   - pattern: alternating lengths of dashes and gaps, repeated. Empty: one dash.
    static func split(_ path: [SIMD2<Double>], pattern: [Double]) -> [[SIMD2<Double>]] {
        let length = zip(path, path.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        let period = pattern.reduce(0, +)
        guard !pattern.isEmpty, pattern.allSatisfy({ $0.isFinite && $0 >= 0 }), period > 0,
            length / period * Double(pattern.count) < 10_000
        else { return [path] }
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        var dashes: [[SIMD2<Double>]] = []
        var (k, rest) = (0, lengths[0])
        var dash: [SIMD2<Double>] = path.first.map { [$0] } ?? []
        for (p, q) in zip(path, path.dropFirst()) {
            let whole = (q - p).length
            var done = 0.0
            while whole - done > rest {
                done += rest
                let position = p + (q - p) * (done / whole)
                if k % 2 == 0 { dashes.append(dash + [position]) }
                (k, dash) = ((k + 1) % lengths.count, [position])
                rest = lengths[k]
            }
            rest -= whole - done
            if k % 2 == 0 { dash.append(q) }
        }
        if k % 2 == 0, dash.count > 1 { dashes.append(dash) }
        return dashes
    }
}
