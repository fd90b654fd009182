import CRaster
package import VitrailColumns
import VitrailSystem

/// Rasterises the area between two curves with many samples per pixel column, on all cores.
///
/// In a pixel column with more than `maxRead` samples, only `chosen` stretches are read: the column is divided into
/// equal parts along, and in each part the stretch at a random position is read. So the weight of a value is
/// proportional to its duration, however far samples are apart, and the probability of meeting a gap is proportional to
/// its length. The estimate of a pixel's coverage p has a root mean square error of √(p (1 − p) / `chosen`): 4/255 for
/// one half, and less where neighbouring samples are alike.
package struct AreaBins<Along: MonotonicScaleTransform, Across: MonotonicScaleTransform>: Sendable {
    private let along, first: ColumnView
    /// `nil`: the second curve stays at the picture's `flat` position.
    private let second: ColumnView?
    private let positionAlong: Along
    private let positionAcross: Across
    private let range: Range<Int>
    private let isStepped: Bool
    private let fill: AreaTarget
    private let columns: ColumnBounds<Along>
    /// Over both curves; needed if the axis across has exclusions.
    private let pyramids: Pyramids
    /// Pixels along that the picture's strips cover. Samples run from their start to their end, or from the end to the
    /// start.
    private let pixels: Range<Int>
    private let isReversed: Bool
    /// Position across of the first row.
    private let rowStart: Double
    /// How values are mapped across, if one mapping applies to all of them.
    private let axis: vitrail_axis?

    package typealias Pyramids = (first: MinMaxTree?, second: MinMaxTree?)

    /// Maximum number of samples in a pixel column that are all read; this takes as long as choosing among them.
    private static var maxRead: Int { 2_048 }
    private static var chosen: Int { 1_024 }
    /// Stretches whose positions are computed before they are rasterised.
    private static var batch: Int { 512 }
    /// Fewer samples are not worth another thread.
    private static var samplesPerThread: Int { 1 << 14 }

    package init(
        along: ColumnView, first: ColumnView, second: ColumnView?, _ positionAlong: Along, _ positionAcross: Across,
        range: Range<Int>, isStepped: Bool,
        fill: AreaTarget, pyramids: Pyramids = (nil, nil)
    ) {
        self.pyramids = pyramids
        (self.along, self.first, self.second, self.range, self.isStepped, self.fill) = (
            along, first, second, range, isStepped, fill
        )
        (self.positionAlong, self.positionAcross) = (positionAlong, positionAcross)
        columns = ColumnBounds(along: along, position: positionAlong, perPixel: 1)
        pixels = fill.origin..<fill.origin + fill.strips.count * SparseTileImage.lanes
        isReversed = positionAlong.isReversed
        rowStart = Double(fill.rows.lowerBound)
        axis = Across.hasExclusions ? nil : positionAcross.vectorized(from: 0)?.counted(from: rowStart)
    }

    /// The pictures of all parts, side by side.
    package func pictures(threads: Int) -> [SparseTileImage] {
        guard !range.isEmpty else { return [] }
        let parts = parts(threads: threads)
        return Parallel.map(parts.count) { k in count(parts[k].samples, in: parts[k].strips) }
    }

    // MARK: Parts

    /// Parts of the samples, each with the strips from its first sample up to the first sample of the next part.
    private func parts(threads: Int) -> [(samples: Range<Int>, strips: Range<Int>)] {
        let wide = ColumnBounds(along: along, position: positionAlong, perPixel: 1 / Double(SparseTileImage.lanes))
        let parts = wide.stretches(range, threads: threads, samplesPerThread: Self.samplesPerThread).filter {
            !$0.isEmpty
        }
        var bounds = [0]
        for part in parts.dropFirst() {
            let strip = pixelColumn(columns.column(part.lowerBound)) / SparseTileImage.lanes
            bounds.append(max(isReversed ? fill.strips.count - 1 - strip : strip, bounds[bounds.count - 1]))
        }
        bounds.append(fill.strips.count)
        return parts.indices.map { (parts[$0], bounds[$0]..<bounds[$0 + 1]) }.filter { !$0.strips.isEmpty }
    }

    /// A pixel column counted from the start of the strips, clamped to them.
    private func pixelColumn(_ column: Double) -> Int {
        // 0 for a value without a position.
        Int(column - Double(pixels.lowerBound), within: 0...pixels.count - 1)
    }

    private func count(_ samples: Range<Int>, in strips: Range<Int>) -> SparseTileImage {
        var pen = AreaEdgeWriter(
            fill, strips: strips, isReversed: isReversed, isStepped: isStepped, isFlat: second == nil)
        pen.jump(to: lastKept(range.lowerBound..<samples.lowerBound).flatMap(finitePosition))
        var room = Room()
        columns.forEachColumn(samples) { column, samples in
            var rest = samples
            while let kept = columns.nextPart(of: rest) {
                add(kept, column, &pen, &room)
                rest = kept.upperBound..<rest.upperBound
            }
        }
        if let next = firstKept(samples.upperBound..<range.upperBound), let position = finitePosition(next) {
            pen.go(to: position)
        }
        return pen.finish()
    }

    // MARK: Samples

    private func isLeftOutAcross(_ i: Int) -> Bool {
        guard Across.hasExclusions else { return false }
        if positionAcross.isExcluded(first[i]) { return true }
        guard let second else { return false }
        return positionAcross.isExcluded(second[i])
    }

    private func firstKept(_ samples: Range<Int>) -> Int? {
        var rest = samples
        while let kept = columns.nextPart(of: rest) {
            if let first = firstKeptAcross(kept) { return first }
            rest = kept.upperBound..<rest.upperBound
        }
        return nil
    }

    private func lastKept(_ samples: Range<Int>) -> Int? {
        var end = samples.upperBound
        while end > samples.lowerBound {
            if Along.hasExclusions, let gone = positionAlong.firstLeftOut(samples.lowerBound...end - 1, along) {
                end = gone
            } else if let last = lastKeptAcross(samples.lowerBound..<end) {
                if !Along.hasExclusions || !positionAlong.isExcluded(along[last]) { return last }
                end = last + 1
            } else {
                return nil
            }
        }
        return nil
    }

    /// The first sample with no value in an exclusion of the axis across.
    private func firstKeptAcross(_ samples: Range<Int>) -> Int? {
        guard Across.hasExclusions else { return samples.first }
        var rest = samples
        while let a = shown(rest, first, pyramids.first, isFirst: true),
            let b = second.map({ shown(rest, $0, pyramids.second, isFirst: true) }) ?? a
        {
            if a == b { return a }
            rest = max(a, b)..<rest.upperBound
        }
        return nil
    }

    private func lastKeptAcross(_ samples: Range<Int>) -> Int? {
        guard Across.hasExclusions else { return samples.last }
        var rest = samples
        while let a = shown(rest, first, pyramids.first, isFirst: false),
            let b = second.map({ shown(rest, $0, pyramids.second, isFirst: false) }) ?? a
        {
            if a == b { return a }
            rest = rest.lowerBound..<min(a, b) + 1
        }
        return nil
    }

    private func shown(_ samples: Range<Int>, _ values: ColumnView, _ pyramid: MinMaxTree?, isFirst: Bool) -> Int? {
        func exclusion(_ value: Double) -> NumberRange? { positionAcross.exclusion(around: value) }
        guard let pyramid else {
            return isFirst
                ? samples.first { exclusion(values[$0]) == nil } : samples.last { exclusion(values[$0]) == nil }
        }
        return isFirst
            ? pyramid.firstShown(samples, of: values, leavingOut: exclusion)
            : pyramid.lastShown(samples, of: values, leavingOut: exclusion)
    }

    @inline(__always)
    private func way(_ value: Double) -> Double {
        let position = positionAlong.position(ofAny: value)
        return isReversed ? Double(pixels.upperBound) - position : position - Double(pixels.lowerBound)
    }

    @inline(__always)
    private func across(_ value: Double) -> Float {
        value.isFinite ? Float(positionAcross.position(ofAny: value).clampedPosition - rowStart) : .nan
    }

    private func finitePosition(_ i: Int) -> AreaEdgePosition? {
        let own = along[i]
        let position = AreaEdgePosition(
            along: own.isFinite ? way(own).clampedPosition : .nan, first: across(first[i]),
            second: second.map { across($0[i]) } ?? 0)
        return position.isFinite ? position : nil
    }

    // MARK: Columns

    /// Adds samples of one pixel column that the axis along does not exclude.
    private func add(_ samples: Range<Int>, _ column: Double, _ pen: inout AreaEdgeWriter, _ room: inout Room) {
        // A value without a position is in no column.
        guard column.isFinite else { return pen.jump(to: nil) }
        guard let start = firstKept(samples) else { return }
        let first = finitePosition(start)
        if let first { pen.go(to: first) } else { pen.jump(to: nil) }
        let own = column - Double(pixels.lowerBound)
        let position = isReversed ? Double(pixels.count - 1) - own : own
        guard position >= Double(pen.columns.lowerBound), position < Double(pen.columns.upperBound) else {
            // In an invisible column, only its last point matters: the next stretch begins there.
            return pen.jump(to: lastKept(samples).flatMap(finitePosition))
        }
        pen.seek(to: Int(position))
        let kept = start..<samples.upperBound
        if samples.count > Self.maxRead { addSome(kept, &pen, &room) } else { addAll(kept, &pen, &room) }
    }

    /// How the values of some samples are mapped across; `nil`: each value is mapped by itself.
    private func axis(of samples: Range<Int>) -> vitrail_axis? {
        guard Across.hasExclusions else { return axis }
        guard let pyramid = pyramids.first, let own = pyramid.extremes(samples, of: first) else { return nil }
        var (low, high) = (own.low, own.high)
        if let second {
            guard let pyramid = pyramids.second, let other = pyramid.extremes(samples, of: second) else { return nil }
            (low, high) = (min(low, other.low), max(high, other.high))
        }
        return positionAcross.isWhole(from: low, to: high)
            ? positionAcross.vectorized(from: low)?.counted(from: rowStart) : nil
    }

    /// - Parameter samples: of one pixel column; the first one is not excluded.
    private func addAll(_ samples: Range<Int>, _ pen: inout AreaEdgeWriter, _ room: inout Room) {
        if let axis = axis(of: samples) {
            for start in stride(from: samples.lowerBound, to: samples.upperBound - 1, by: Self.batch) {
                let part = start..<min(start + Self.batch + 1, samples.upperBound)
                findLengths(part, &room.lengths)
                position(of: first, part, axis, &room.first)
                if let second { position(of: second, part, axis, &room.second) }
                add(part.count, &pen, room)
            }
        } else {
            // One at least, even while a file changes.
            let count = positionKept(samples, &room)
            if count > 1 { add(count, &pen, room) }
        }
        pen.jump(to: lastKept(samples).flatMap(finitePosition))
    }

    private func add(_ count: Int, _ pen: inout AreaEdgeWriter, _ room: borrowing Room) {
        pen.add(
            room.lengths.span.extracting(0..<count - 1), room.first.span.extracting(0..<count),
            room.second.span.extracting(0..<(second == nil ? 0 : count)))
    }

    /// Computes the distances along between neighbouring samples.
    private func findLengths(_ samples: Range<Int>, _ lengths: inout [Float]) {
        guard Along.keepsDistances else {
            var last = way(along[samples.lowerBound])
            for (k, i) in samples.dropFirst().enumerated() {
                let own = way(along[i])
                lengths[k] = Float(own - last)
                last = own
            }
            return
        }
        along.withDoubles(samples) { values in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe lengths.withUnsafeMutableBufferPointer {
                    unsafe vitrail_find_lengths(
                        values.baseAddress, values.count, abs(positionAlong.affine.factor), $0.baseAddress)
                }
            }
        }
    }

    private func position(
        of column: ColumnView, _ samples: Range<Int>, _ axis: vitrail_axis, _ positions: inout [Float]
    ) {
        column.withDoubles(samples) { values in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe positions.withUnsafeMutableBufferPointer {
                    unsafe vitrail_find_positions(values.baseAddress, values.count, axis, $0.baseAddress)
                }
            }
        }
    }

    /// Computes the positions of the samples that the axis across does not exclude.
    ///
    /// - Returns: their number.
    private func positionKept(_ samples: Range<Int>, _ room: inout Room) -> Int {
        var (count, last) = (0, 0.0)
        for i in samples where !isLeftOutAcross(i) {
            let own = way(along[i])
            if count > 0 { room.lengths[count - 1] = Float(own - last) }
            room.first[count] = across(first[i])
            if let second { room.second[count] = across(second[i]) }
            (count, last) = (count + 1, own)
        }
        return count
    }

    // MARK: Some of very many

    /// - Parameter samples: of one pixel column; the first one is not excluded.
    private func addSome(_ samples: Range<Int>, _ pen: inout AreaEdgeWriter, _ room: inout Room) {
        guard let last = lastKept(samples) else { return }
        defer { pen.jump(to: finitePosition(last)) }
        let kept = samples.lowerBound..<last + 1
        let length = way(along[last]) - way(along[kept.lowerBound])
        guard length > 0 else { return }
        for k in 0..<Self.chosen { room.lengths[k] = Float(length / Double(Self.chosen)) }
        if Along.keepsDistances, along.areDoubles || along.areIndices {
            chooseAmongDoubles(kept, &room.chosen)
        } else {
            choose(kept, &room.chosen)
        }
        if first.areDoubles, second?.areDoubles != false, let axis = axis(of: kept) {
            positionChosen(first, kept, axis, room.chosen, &room.first, &room.firstEnd)
            if let second { positionChosen(second, kept, axis, room.chosen, &room.second, &room.secondEnd) }
        } else {
            positionChosen(kept, &room)
        }
        let read = 0..<Self.chosen
        pen.add(
            room.lengths.span.extracting(read), from: room.first.span.extracting(read),
            to: room.firstEnd.span.extracting(read),
            room.second.span.extracting(read), room.secondEnd.span.extracting(read))
    }

    /// Chooses stretches by values along that are indices or are read in place. A stretch is given by the sample at its
    /// end, counted from the first one.
    private func chooseAmongDoubles(_ samples: Range<Int>, _ chosen: inout [UInt32]) {
        guard !along.areIndices else { return unsafe choose(nil, samples, &chosen) }
        along.withDoubles(samples) {
            unsafe $0.withUnsafeBufferPointer { unsafe choose($0.baseAddress, samples, &chosen) }
        }
    }

    private func choose(_ values: UnsafePointer<Double>?, _ samples: Range<Int>, _ chosen: inout [UInt32]) {
        unsafe chosen.withUnsafeMutableBufferPointer {
            unsafe vitrail_choose_stretches(
                values, samples.count, UInt32(truncatingIfNeeded: samples.lowerBound), $0.count, $0.baseAddress)
        }
    }

    private func positionChosen(
        _ column: ColumnView, _ samples: Range<Int>, _ axis: vitrail_axis, _ chosen: [UInt32], _ from: inout [Float],
        _ to: inout [Float]
    ) {
        column.withDoubles(samples) { values in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe from.withUnsafeMutableBufferPointer { from in
                    unsafe to.withUnsafeMutableBufferPointer { to in
                        unsafe chosen.withUnsafeBufferPointer {
                            unsafe vitrail_find_ends(
                                values.baseAddress, $0.baseAddress, $0.count, axis, from.baseAddress, to.baseAddress)
                        }
                    }
                }
            }
        }
    }

    /// The same for values of any kind.
    private func choose(_ samples: Range<Int>, _ chosen: inout [UInt32]) {
        let (start, last) = (samples.lowerBound, samples.upperBound - 1)
        let (from, to) = (way(along[start]), way(along[last]))
        let perPart = Double(last - start) / Double(Self.chosen)
        var behind = start + 1
        for k in 0..<Self.chosen {
            let part = vitrail_chance(UInt32(truncatingIfNeeded: start), UInt32(k)) + Double(k)
            let position = from + part / Double(Self.chosen) * (to - from)
            behind = (behind..<last).partition(near: start + Int(part * perPart) + 1) { way(along[$0]) > position }
            chosen[k] = UInt32(behind - start)
        }
    }

    /// Computes the ends of the chosen stretches, for values of any kind, with or without exclusions.
    private func positionChosen(_ samples: Range<Int>, _ room: inout Room) {
        var stretch = (start: samples.lowerBound, end: samples.lowerBound)
        for k in 0..<Self.chosen {
            let behind = samples.lowerBound + Int(room.chosen[k])
            if !(stretch.start < behind && behind <= stretch.end) { stretch = keptStretch(to: behind, in: samples) }
            (room.first[k], room.firstEnd[k]) = (across(first[stretch.start]), across(first[stretch.end]))
            if let second {
                (room.second[k], room.secondEnd[k]) = (across(second[stretch.start]), across(second[stretch.end]))
            }
        }
    }

    /// The samples at both ends of the stretch before `end`, moved outwards if they are excluded. The first and the
    /// last of the samples are not excluded.
    private func keptStretch(to end: Int, in samples: Range<Int>) -> (start: Int, end: Int) {
        guard Across.hasExclusions, isLeftOutAcross(end - 1) || isLeftOutAcross(end) else { return (end - 1, end) }
        return (
            lastKeptAcross(samples.lowerBound..<end) ?? samples.lowerBound,
            firstKeptAcross(end..<samples.upperBound) ?? samples.upperBound - 1
        )
    }

    /// Memory for the stretches of a pixel column.
    private struct Room {
        var lengths = [Float](repeating: 0, count: maxRead)
        var first = [Float](repeating: 0, count: maxRead)
        var firstEnd = [Float](repeating: 0, count: AreaBins.chosen)
        var second = [Float](repeating: 0, count: maxRead)
        var secondEnd = [Float](repeating: 0, count: AreaBins.chosen)
        var chosen = [UInt32](repeating: 0, count: AreaBins.chosen)
    }
}

extension vitrail_axis {
    /// The same axis, with positions measured from `position`.
    fileprivate func counted(from position: Double) -> Self {
        var axis = self
        axis.from = position
        return axis
    }
}
