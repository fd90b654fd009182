import CColumns
import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// With a min/max tree over the values.
extension ColumnExtremesTests {
    /// The summary of a column that arrives in batches while its first values are removed.
    private func streamed(_ values: [Double], gone: Int, _ kind: PyramidKind) -> ColumnSummary {
        var numbers = SeededNumbers(seed: UInt64(gone))
        var (start, end) = (0, 0)
        var summary = ColumnView.withView(values.span.extracting(0..<0)) { ColumnSummary($0, pyramid: kind) }
        while start < gone || end < values.count {
            let more = min(values.count - end, Int(numbers.double(0...20_000)))
            let less = min(gone - start, Int(numbers.double(0...9_000)), end - start)
            (start, end) = (start + less, end + more)
            ColumnView.withView(values.span.extracting(start..<end)) {
                summary.change(RowChanges(removed: less, appended: more), to: $0)
            }
        }
        return summary
    }

    /// Any zoom of a column, read at once or grown with its first values removed.
    @Test(
        "with a pyramid are those without one", arguments: Data.allCases,
        [(0, PyramidKind.fine), (4_097, .fine), (50_001, .fine), (0, .coarse), (50_001, .coarse)])
    func pyramid(data: Data, _ kept: (gone: Int, kind: PyramidKind)) {
        let (gone, kind) = kept
        let (allX, allY) = samples(data, 90_000)
        let (x, y) = (Array(allX[gone...]), Array(allY[gone...]))
        let summary =
            gone == 0
            ? ColumnView.withView(y.span) { ColumnSummary($0, pyramid: kind) } : streamed(allY, gone: gone, kind)
        #expect(summary.count == y.count)
        var numbers = SeededNumbers(seed: 7)
        for zoom in 0..<6 {
            let (a, b) = (Int(numbers.double(0...Double(x.count - 1))), Int(numbers.double(0...Double(x.count - 1))))
            let range = zoom == 0 ? 0..<x.count : min(a, b)..<max(a, b) + 1
            let along = Affine(
                AxisScale(
                    range: NumberRange(x[range.lowerBound], x[range.upperBound - 1] + 1), start: 0,
                    end: [3.5, 11, 40][zoom % 3]))
            let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
            ColumnView.withView(Column(x), Column(y)) { x, y in
                let expected = M4Decimator.path(along: x, across: y, range: range, along, across)
                summary.withTree(count: y.count) { pyramid in
                    #expect(pyramid != nil)
                    for threads in [1, 2] {
                        let found = M4Decimator.path(
                            along: x, across: y, range: range, along, across, pyramid: pyramid, threads: threads)
                        #expect(isSame(found, expected), "\(data) \(range)")
                    }
                }
            }
        }
    }

    /// Bins of 1,700 to 10,700 indices: no extreme is lost, and none comes from outside a bin by as much as the
    /// shortest block.
    @Test(
        "of many indices are outlined", arguments: Data.allCases,
        [(0, PyramidKind.fine), (4_096, .fine), (4_096, .coarse), (4_097, .fine)])
    func outlines(data: Data, _ kept: (gone: Int, kind: PyramidKind)) {
        let (gone, kind) = kept
        let near = 1 << kind.shifts[0]
        let (_, all) = samples(data, 300_000)
        let y = Array(all[gone...])
        let summary =
            gone == 0
            ? ColumnView.withView(y.span) { ColumnSummary($0, pyramid: kind) } : streamed(all, gone: gone, kind)
        for (width, range) in [(3.5, 0..<y.count), (11, 0..<y.count), (22, 0..<y.count), (7, 12_345..<200_001)] {
            let along = Affine(
                AxisScale(range: NumberRange(Double(range.lowerBound), Double(range.upperBound)), start: 0, end: width))
            let maximum = data == .huge ? 1e303 : 100
            let across = Affine(AxisScale(range: NumberRange(-maximum, maximum), start: 0, end: 500))
            ColumnView.withView(.indices(count: y.count), Column(y)) { x, values in
                let exact = M4Decimator.path(along: x, across: values, range: range, along, across)
                summary.withTree(count: y.count) { pyramid in
                    for threads in [1, 2] {
                        let found = M4Decimator.path(
                            along: x, across: values, range: range, along, across, pyramid: pyramid, threads: threads)
                        // Stretches that do not begin at the first sample would change the picture.
                        if gone % 2 == 1 { #expect(isSame(found, exact)) }
                        if gone % 2 == 0, data == .walk, width < (kind == .fine ? 22 : 7) {
                            #expect(!isSame(found, exact), "nothing was outlined")
                        }
                        expectOutline(found, of: exact, along, isUnique: data == .walk) { i in
                            let near = y[max(i - near, 0)..<min(i + near, y.count)].filter(\.isFinite).map {
                                Float(across.position(of: $0))
                            }
                            return (near.min() ?? .infinity, near.max() ?? -.infinity)
                        }
                    }
                }
            }
        }
    }

    /// - Parameters:
    ///   - isUnique: whether each value occurs once.
    ///   - range: the minimum and maximum across near an index.
    private func expectOutline(
        _ found: [PathPoint], of exact: [PathPoint], _ along: Affine, isUnique: Bool,
        _ range: (Int) -> (low: Float, high: Float)
    ) {
        #expect(found.filter(\.isGap).count == exact.filter(\.isGap).count)
        let columns = [found, exact].map { path in
            Dictionary(grouping: path.filter { !$0.isGap }) { part(Double($0.along)) }
        }
        #expect(columns[0].keys == columns[1].keys)
        // Equal bins need no check; most data are outlined in some bins.
        for (number, points) in columns[1] {
            guard let outline = columns[0][number], outline != points else { continue }
            #expect(outline.first == points.first && outline.last == points.last && outline.count <= 4)
            #expect(zip(outline, outline.dropFirst()).allSatisfy { $0.along <= $1.along })
            let (low, high) = (outline.map(\.across).min()!, outline.map(\.across).max()!)
            let (exactLow, exactHigh) = (points.map(\.across).min()!, points.map(\.across).max()!)
            let ends = [points.first!, points.last!].map { range(Int(along.value(at: Double($0.along)).rounded())) }
            #expect(low <= exactLow && low >= min(exactLow, ends[0].low, ends[1].low))
            #expect(high >= exactHigh && high <= max(exactHigh, ends[0].high, ends[1].high))
            for (value, extreme) in [(low, exactLow), (high, exactHigh)] where isUnique && value == extreme {
                let positions = [outline, points].map { $0.first { $0.across == value }!.along }
                #expect(abs(positions[0] - positions[1]) <= 1.0 / 256)
            }
        }
    }

    @Test("with a pyramid of values that have changed since are some of the samples")
    func stale() {
        let (x, y) = samples(.walk, 60_000)
        let summary = ColumnView.withView(y.span) { ColumnSummary($0, pyramid: .fine) }
        for value in [0.0, .nan] {
            let changed = [Double](repeating: value, count: y.count)
            let along = Affine(AxisScale(range: NumberRange(x[0], x[x.count - 1]), start: 0, end: 20))
            ColumnView.withView(Column(x), Column(changed)) { x, changed in
                summary.withTree(count: y.count) { pyramid in
                    let path = M4Decimator.path(
                        along: x, across: changed, range: x.indices, along, along, pyramid: pyramid)
                    #expect(path.count <= 4 * 8 * 21)
                }
            }
        }
        summary.withTree(count: y.count - 1) { #expect($0 == nil) }
        ColumnView.withView(y.span) { ColumnSummary($0, pyramid: nil).withTree(count: y.count) { #expect($0 == nil) } }
    }
}
