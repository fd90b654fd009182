#if canImport(Glibc)
    import Glibc
#endif

/// Candidate steps for the division of a circle.
enum CircleTicks {
    /// Maximum parts; more spokes are too dense.
    private static let maxParts = 13
    /// Leading digits of easily readable steps.
    private static let mantissas = [1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 6, 7.5, 8, 9]

    /// Steps to try, from fine to coarse. For items: every one, every second, …; for numbers: steps that divide the
    /// circle into a whole number of parts, so that the last part is as wide as the others. A final `nil` stands for
    /// the axis's own choice.
    ///
    /// - Parameter maxLabels: maximum number of labels that could fit, whatever their texts.
    static func steps(_ axis: Axis, maxLabels: Double) -> [(value: Double, anchor: Double)?] {
        guard axis.majorTickFrequency == nil, axis.customMajorTicks == nil else { return [nil] }
        if let items = axis.itemNames { return strides(items.count, maxLabels) }
        guard axis.isNumeric, axis.mapper == .identity else { return [nil] }
        let range = axis.axisRange
        let fitting = (2...maxParts).reversed().map { range.span / Double($0) }.filter(isRound)
        return fitting.map { ($0, range.minimum) } + [nil]
    }

    private static func isRound(_ step: Double) -> Bool {
        guard step > 1e-300, step < 1e300 else { return false }
        let mantissa = step / pow(10, log10(step * (1 + 1e-12)).rounded(.down))
        return mantissas.contains { abs($0 - mantissa) < 1e-9 }
    }

    private static func strides(_ count: Int, _ maxLabels: Double) -> [(value: Double, anchor: Double)?] {
        var strides: [(value: Double, anchor: Double)?] = []
        var stride = Int(Double(count) / max(maxLabels, 1), within: 1...max(count, 1))
        while stride < count || strides.isEmpty {
            strides.append((Double(stride), 0))
            stride += max(1, stride / 16)
        }
        return strides
    }
}
