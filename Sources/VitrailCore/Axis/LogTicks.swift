#if canImport(Glibc)
    import Glibc
#endif

/// Ticks of logarithmic axes: integer powers of the base, and k · baseⁿ between them.
enum LogTicks {
    /// Every `every`-th power in range; nil chooses the smallest number whose labels keep their distance.
    static func powers(
        base: Double, in range: NumberRange, every: Int?, room: TickRoom, label: (Double) -> String
    ) -> [(value: Double, index: Int)] {
        let logs = [log(range.minimum) / log(base), log(range.maximum) / log(base)].sorted()
        let first = Int((logs[0] - 1e-9).rounded(.up))
        let last = Int((logs[1] + 1e-9).rounded(.down))
        guard last >= first else { return [] }
        let spacing = room.length / max(logs[1] - logs[0], 1e-300)
        var stride = max(every ?? 1, 1)
        if every == nil {
            let widest = max(room.extent(label(pow(base, Double(first)))), room.extent(label(pow(base, Double(last)))))
            stride = max(1, Int((widest / spacing).rounded(.up)))
        }
        return (first...last).filter { $0 % stride == 0 }.map { (pow(base, Double($0)), $0 / stride) }
    }

    /// k · baseⁿ with 2 ≤ k < base inside `range`; none for bases that are no integer or a range of too many decades to tell them apart.
    static func between(base: Double, in range: NumberRange) -> [Double] {
        guard base == base.rounded(), base > 2, base <= 100 else { return [] }
        let first = (log(range.minimum) / log(base)).rounded(.down)
        let last = (log(range.maximum) / log(base)).rounded(.up)
        guard last - first <= 40 else { return [] }
        return stride(from: first, through: last, by: 1).flatMap { n in
            (2..<Int(base)).map { Double($0) * pow(base, n) }
        }.filter(range.contains)
    }
}
