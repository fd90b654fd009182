import CColumns

/// The starts, ends or totals of a stack's layer, summed when they are read. With very many samples, no sums are
/// stored.
package struct StackSums: Sendable {
    /// The kind of sums.
    enum Position { case start, end, total }

    private let layers: [SharedStack.Layer]
    private let along: Column?
    private let position: Position
    private let layer: Int
    private let isPlain: Bool

    /// - Parameters:
    ///   - layers: from the lowest up, all with the same number of values.
    ///   - along: independent values with gaps; `nil`: there are no gaps.
    ///   - layer: index of the layer.
    ///   - isPlain: whether there is no gap and all layers have the same direction. Starts are then the ends of the
    ///     layer below and must not be requested.
    init(_ layers: [SharedStack.Layer], along: Column?, _ position: Position, of layer: Int, isPlain: Bool) {
        precondition(!isPlain || position != .start, "a plain stack's layers start where others end")
        self.layers = position == .total ? layers : Array(layers.prefix(layer + 1))
        (self.along, self.position, self.layer, self.isPlain) = (along, position, layer, isPlain)
    }

    /// The columns that are read.
    var columns: [Column] { layers.map(\.values) + (along.map { [$0] } ?? []) }

    func withView<Result, E: Error>(count: Int, _ body: (ColumnView) throws(E) -> Result) throws(E) -> Result {
        // The columns' values stay at their addresses while the columns live.
        try withExtendedLifetime(self) { () throws(E) in
            let lent = layers.map { StackView.Layer(values: $0.values.withView { $0 }, rule: $0.rule) }
            let along = along?.withView { $0 }
            return unsafe try lent.withUnsafeBufferPointer { layers throws(E) in
                let stack = unsafe StackView(
                    layers: layers, along: along, position: position, layer: layer, isPlain: isPlain)
                return unsafe try withUnsafePointer(to: stack) { stack throws(E) in
                    try body(unsafe ColumnView(stack, count: count))
                }
            }
        }
    }
}

extension vitrail_stack_rule {
    /// - Parameters:
    ///   - isDown: whether all values go down from the baseline; `nil`: each by its sign.
    ///   - needsPositive: whether starts ≤ 0 are replaced by a value just above 0, which is below the visible range of
    ///     a logarithmic axis.
    package init(isDown: Bool?, baseline: Double, needsPositive: Bool) {
        self.init(baseline: baseline, side: isDown.map { $0 ? 1 : 0 } ?? -1, needs_positive: needsPositive)
    }

    package var isDown: Bool? { side < 0 ? nil : side > 0 }

    package func goesDown(_ value: Double) -> Bool { isDown ?? (value < 0) }

    /// - Parameter end: the end of the layer below.
    package func start(at end: Double) -> Double { needs_positive && end <= 0 ? .leastNormalMagnitude : end }
}

/// Views of a stack's columns for `ValueLayout.stacked`. It has no reference counts, so that threads do not wait for
/// one another.
@unsafe struct StackView {
    struct Layer {
        package let values: ColumnView
        package let rule: vitrail_stack_rule
    }

    let layers: UnsafeBufferPointer<Layer>
    let along: ColumnView?
    let position: StackSums.Position
    let layer: Int
    let isPlain: Bool

    /// Computes the sums of samples from `start` on, as many as `sums` holds.
    func sum(from start: Int, into sums: UnsafeMutableBufferPointer<Double>) {
        for first in stride(from: 0, to: sums.count, by: ColumnView.blockLength) {
            let part = first..<min(first + ColumnView.blockLength, sums.count)
            let samples = start + part.lowerBound..<start + part.upperBound
            let sums = sums.extracting(part)
            if unsafe isPlain { unsafe sumPlain(samples, into: sums) } else { unsafe sum(samples, into: sums) }
        }
    }

    private func sumPlain(_ samples: Range<Int>, into sums: UnsafeMutableBufferPointer<Double>) {
        for k in unsafe layers.indices {
            unsafe layers[k].values.withDoubles(samples) { values in
                if k == 0 {
                    for j in values.indices { unsafe sums.initializeElement(at: j, to: values[j]) }
                } else {
                    for j in values.indices { unsafe sums[j] += values[j] }
                }
            }
        }
    }

    private func sum(_ samples: Range<Int>, into sums: UnsafeMutableBufferPointer<Double>) {
        let count = samples.count
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * count) { tops in
            unsafe tops.initialize(repeating: .nan)
            guard let up = tops.baseAddress, let sums = sums.baseAddress else { return }
            let down = unsafe up + count
            for k in unsafe layers.indices {
                let (starts, ends) = unsafe (
                    k == layer && position == .start ? sums : nil, k == layer && position == .end ? sums : nil
                )
                unsafe withValues(k, samples) { values, along in
                    unsafe vitrail_add_to_stack(values, along, count, layers[k].rule, up, down, starts, ends)
                }
            }
            guard unsafe position == .total else { return }
            unsafe withValues(layer, samples) { values, _ in
                unsafe vitrail_find_stack_totals(values, count, layers[layer].rule, up, down, sums)
            }
        }
    }

    private func withValues(
        _ layer: Int, _ samples: Range<Int>,
        _ body: (_ values: UnsafePointer<Double>?, _ along: UnsafePointer<Double>?) -> Void
    ) {
        unsafe layers[layer].values.withDoubles(samples) { values in
            unsafe values.withUnsafeBufferPointer { values in
                guard let along = unsafe along else { return unsafe body(values.baseAddress, nil) }
                along.withDoubles(samples) {
                    unsafe $0.withUnsafeBufferPointer { unsafe body(values.baseAddress, $0.baseAddress) }
                }
            }
        }
    }
}
