import Synchronization
package import VitrailScene

/// An array as a source of samples, for tests of marks without a chart. It counts the values that are read.
package struct ArraySamples: SampleSource {
    package let id: SampleID
    package let indices: Range<Int>
    private let values: [Double]
    private let reads = Reads()

    private final class Reads: Sendable { let count = Atomic(0) }

    /// - Parameters:
    ///   - values: of all indexes from 0 on.
    ///   - first: the first index that is left.
    package init(_ values: [Double], id: SampleID = SampleID(), first: Int = 0) {
        (self.values, self.id, indices) = (values, id, first..<values.count)
    }

    /// The same samples with others at the end, and without the first ones.
    package func changed(appending new: [Double] = [], first: Int? = nil) -> ArraySamples {
        ArraySamples(values + new, id: id, first: first ?? indices.lowerBound)
    }

    package var readCount: Int { reads.count.load(ordering: .relaxed) }

    package func forEachPart(of range: Range<Int>, _ body: (Int, Span<Double>) -> Void) {
        precondition(range.lowerBound >= indices.lowerBound && range.upperBound <= indices.upperBound)
        reads.count.wrappingAdd(range.count, ordering: .relaxed)
        // In two parts, as memory that is not contiguous.
        let middle = range.lowerBound + range.count / 3
        for part in [range.lowerBound..<middle, middle..<range.upperBound] where !part.isEmpty {
            body(part.lowerBound, values.span.extracting(part))
        }
    }

    package func block(_ number: Int) -> SampleBlock {
        let own = SampleBlock.range(of: number)
        let all = values[(own.lowerBound..<own.upperBound + 1).clamped(to: values.indices)]
        let finite = all.filter(\.isFinite)
        guard let first = finite.first, let minimum = finite.min(), let maximum = finite.max() else { return .empty }
        return SampleBlock(
            origin: first, minimum: minimum, maximum: maximum, gapCount: all.count { !$0.isFinite })
    }
}
