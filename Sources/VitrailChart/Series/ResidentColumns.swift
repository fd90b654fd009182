import Synchronization
import VitrailColumns
import VitrailScales
import VitrailScene

/// The sample sources of a series' columns. They keep their identities while samples are only appended, or removed at
/// the start, so that a device keeps their blocks.
package struct ResidentColumns: Sendable {
    /// Index of row 0: the number of rows that were removed so far.
    private var first = 0
    private let tracks = Tracks()

    private struct Key: Hashable {
        /// `nil`: the values along the line.
        var value: SeriesValue?
        /// `nil`: the values are not mapped.
        var mapper: AxisScale.Mapper?
    }

    /// Created when they are first needed, in any order.
    private final class Tracks: Sendable {
        let known = Mutex<[Key: SampleTrack]>([:])
    }

    package init() {}

    /// The same columns after a change of their rows.
    func changed(by changes: RowChanges) -> ResidentColumns {
        var changed = self
        changed.first += changes.removed
        return changed
    }

    /// The samples of a column on an axis. `nil`: the axis excludes values, so positions are no function of one step.
    ///
    /// - Parameter value: the value that the column holds; `nil`: the independent value.
    func axis(_ column: Column, _ value: SeriesValue?, on scale: AxisScale) -> SampleAxis? {
        let mapping: (any ScaleMapping)?
        switch scale.mapper.loop {
        case .affine: mapping = nil
        case .mapped: mapping = scale.mapper.mapping
        case .excluding: return nil
        }
        let key = Key(value: value, mapper: mapping == nil ? nil : scale.mapper)
        let track = tracks.known.withLock { known in
            if let track = known[key] { return track }
            let track = SampleTrack()
            known[key] = track
            return track
        }
        let minimum = scale.range.minimum
        return SampleAxis(
            ColumnSamples(column: column, first: first, mapping: mapping, track: track),
            SampleTransform(
                origin: mapping?.natural(minimum) ?? minimum, scale: scale.factor, start: scale.start))
    }
}

/// The identity of a column's samples, and known facts about their blocks.
final class SampleTrack: Sendable {
    struct Known {
        var block: SampleBlock
        /// The samples that the facts are about.
        var samples: Range<Int>
        var hasOrigin: Bool
    }

    let id = SampleID()
    let known = Mutex<[Int: Known]>([:])
}

/// A column as a source of samples.
///
/// Where the scale is not linear, the samples are the mapped values (logarithms, roots), so that a device only needs an
/// affine step, with the same precision for all scales.
struct ColumnSamples: SampleSource {
    let column: Column
    /// Index of row 0.
    let first: Int
    let mapping: (any ScaleMapping)?
    let track: SampleTrack

    var id: SampleID { track.id }
    var indices: Range<Int> { first..<first + column.count }

    func forEachPart(of range: Range<Int>, _ body: (Int, Span<Double>) -> Void) {
        let rows = range.lowerBound - first..<range.upperBound - first
        column.withView { view in
            ColumnView.forEachBlock(of: rows, view) { row, values in
                guard let mapping else { return body(row + first, values) }
                var mapped: [Double] = []
                mapped.reserveCapacity(values.count)
                for i in values.indices { mapped.append(mapping.natural(values[i])) }
                body(row + first, mapped.span)
            }
        }
    }

    func block(_ number: Int) -> SampleBlock {
        let own = SampleBlock.range(of: number)
        let needed = (own.lowerBound..<own.upperBound + 1).clamped(to: indices)
        let known = track.known.withLock { $0[number] }
        if let known, known.samples == needed { return known.block }
        // Facts follow from the samples alone, so facts about removed samples are dropped. Only the origin stays,
        // because the device has offsets from it.
        var found = SampleTrack.Known(block: .empty, samples: needed, hasOrigin: false)
        var unread = needed
        if let known {
            (found.block.origin, found.hasOrigin) = (known.block.origin, known.hasOrigin)
            if known.samples.lowerBound == needed.lowerBound, known.samples.upperBound < needed.upperBound {
                found.block = known.block
                unread = known.samples.upperBound..<needed.upperBound
            }
        }
        forEachPart(of: unread) { _, values in
            for i in values.indices { found.add(values[i]) }
        }
        track.known.withLock { $0[number] = found }
        return found.block
    }
}

extension SampleTrack.Known {
    fileprivate mutating func add(_ value: Double) {
        guard value.isFinite else {
            block.gapCount += 1
            return
        }
        if !hasOrigin { (block.origin, hasOrigin) = (value, true) }
        block.minimum = min(block.minimum, value)
        block.maximum = max(block.maximum, value)
    }
}
