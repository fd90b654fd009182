package import VitrailColumns
package import VitrailScales

/// A pass over samples that maps two kinds of values. The mappings are chosen once, outside of the loop.
package protocol ScaledLoop: ~Copyable {
    mutating func run(_ along: some ScaleTransform, _ across: some ScaleTransform)
}

extension ScaledLoop where Self: ~Copyable {
    /// Runs the loop with the mappings of two scales.
    package mutating func run(along: AxisScale, across: AxisScale) {
        switch along.mapper.loop {
        case .affine: run(Affine(along), across)
        case .mapped: run(Mapped(along), across)
        case .excluding(let exclusions): run(DiscontinuousScaleCursor(along, exclusions), across)
        }
    }

    private mutating func run(_ along: some ScaleTransform, _ across: AxisScale) {
        switch across.mapper.loop {
        case .affine: run(along, Affine(across))
        case .mapped: run(along, Mapped(across))
        case .excluding(let exclusions): run(along, DiscontinuousScaleCursor(across, exclusions))
        }
    }
}

/// The order of samples along an axis, from its first pixel to its last.
package enum SampleOrder {
    case forwards(Range<Int>)
    case backwards(Range<Int>)
    /// Sorted, without samples that have no position.
    case sorted([Int])

    package init(_ range: Range<Int>, of column: Column, isAscending: Bool, on scale: AxisScale) {
        let isReversed = scale.end < scale.start
        self = column.withView { values in
            func hasPosition(_ i: Int) -> Bool { values[i].isFinite && scale.position(of: values[i]).isFinite }
            guard !isAscending else {
                // Only the ends can lack a position, such as values ≤ 0 on a logarithmic axis.
                guard let first = range.first(where: hasPosition), let last = range.last(where: hasPosition) else {
                    return .forwards(range.prefix(0))
                }
                return isReversed ? .backwards(first..<last + 1) : .forwards(first..<last + 1)
            }
            let found = range.filter(hasPosition)
            return .sorted(
                isReversed ? found.sorted { values[$0] > values[$1] } : found.sorted { values[$0] < values[$1] })
        }
    }

    /// The samples, if their order is the order of their indexes or the opposite one; `nil`: it is neither.
    package var range: (samples: Range<Int>, isBackwards: Bool)? {
        switch self {
        case .forwards(let range): (range, false)
        case .backwards(let range): (range, true)
        case .sorted: nil
        }
    }

    /// The samples from the first one that satisfies `isBehind` up to the first one that satisfies `isBehindNext`,
    /// without the latter.
    ///
    /// - Parameter isBehind: false for all samples up to one, true for the others.
    package func part(from isBehind: (Int) -> Bool, to isBehindNext: (Int) -> Bool) -> SampleOrder {
        switch self {
        case .forwards(let range):
            let start = range.partition(isBehind)
            return .forwards(start..<(start..<range.upperBound).partition(isBehindNext))
        case .backwards(let range):
            let end = range.partition { !isBehind($0) }
            return .backwards((range.lowerBound..<end).partition { !isBehindNext($0) }..<end)
        case .sorted(let indices):
            let start = indices.indices.partition { isBehind(indices[$0]) }
            return .sorted(Array(indices[start..<(start..<indices.count).partition { isBehindNext(indices[$0]) }]))
        }
    }
}
