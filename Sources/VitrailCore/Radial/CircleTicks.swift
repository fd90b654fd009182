#if canImport(Glibc)
    import Glibc
#endif

/// The steps that a circle may be divided by.
enum CircleTicks {
    /// More parts than this are a hedge of spokes.
    private static let mostParts = 13
    /// Leading digits of steps that are read at a glance.
    private static let mantissas = [1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 6, 7.5, 8, 9]

    /// Steps to try, from fine to coarse: of items every one, every second, …; of numbers those that go into the circle a whole number of times, so
    /// that the last part is as wide as the others. nil at the end stands for the axis' own choice.
    ///
    /// - Parameter mostLabels: more cannot keep apart, whatever they say.
    static func steps(_ axis: Axis, mostLabels: Double) -> [(value: Double, anchor: Double)?] {
        guard axis.majorTickFrequency == nil, axis.customMajorTicks == nil else { return [nil] }
        if let items = axis as? CategoryAxis { return strides(items.items.count, mostLabels) }
        guard axis is NumberAxis, axis.mapper == .identity else { return [nil] }
        let range = axis.axisRange
        let fitting = (2...mostParts).reversed().map { range.span / Double($0) }.filter(isRound)
        return fitting.map { ($0, range.minimum) } + [nil]
    }

    private static func isRound(_ step: Double) -> Bool {
        guard step > 1e-300, step < 1e300 else { return false }
        let mantissa = step / pow(10, log10(step * (1 + 1e-12)).rounded(.down))
        return mantissas.contains { abs($0 - mantissa) < 1e-9 }
    }

    private static func strides(_ count: Int, _ mostLabels: Double) -> [(value: Double, anchor: Double)?] {
        var strides: [(value: Double, anchor: Double)?] = []
        var stride = Int(Double(count) / max(mostLabels, 1), within: 1...max(count, 1))
        while stride < count || strides.isEmpty {
            strides.append((Double(stride), 0))
            stride += max(1, stride / 16)
        }
        return strides
    }
}
