import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

@Suite("Path reduction")
struct PathReducerTests {
    private func path(_ x: [Double], _ y: [Double], width: Double = 100, ascending: Bool = true) -> [PathPoint] {
        let along = AxisScale(range: NumberRange(x[0], x[x.count - 1]), start: 0, end: width)
        let across = AxisScale(range: NumberRange(0, 1), start: 200, end: 0)
        return ColumnView.withView(Column(x), Column(y)) { x, y in
            PathReducer.path(
                along: x, across: y, range: x.indices, alongScale: along, acrossScale: across, isAscending: ascending)
        }
    }

    @Test("few samples are mapped one to one")
    func few() {
        let path = path([0, 1, 2], [0, 1, 0.5], width: 10)
        #expect(
            path == [
                PathPoint(along: 0, across: 200), PathPoint(along: 5, across: 0), PathPoint(along: 10, across: 100),
            ])
    }

    @Test("every eighth of a pixel column keeps its extremes, its first and its last", arguments: [5_000, 12_800])
    func extremes(count: Int) {
        var random = SeededNumbers(seed: 7)
        let x = (0..<count).map { Double($0) }
        let y = x.map { _ in random.double(0...1) }
        let reduced = path(x, y)
        #expect(reduced.count <= (4 + 6) * 8 * 101)
        let all = path(x, y, ascending: false)
        #expect(all.count == count)
        var wanted: [Float: (Float, Float, Float, Float)] = [:]
        for point in all {
            let column = (point.along * 8).rounded(.down)
            let old = wanted[column] ?? (point.across, point.across, point.across, point.across)
            wanted[column] = (old.0, min(old.1, point.across), max(old.2, point.across), point.across)
        }
        var got: [Float: [Float]] = [:]
        for point in reduced { got[(point.along * 8).rounded(.down), default: []].append(point.across) }
        for (column, want) in wanted {
            let values = got[column] ?? []
            #expect(values.first == want.0 && values.min() == want.1 && values.max() == want.2 && values.last == want.3)
        }
        #expect(zip(reduced, reduced.dropFirst()).allSatisfy { $0.along <= $1.along })
    }

    @Test("a gap stays a gap, and doubles nothing")
    func gaps() {
        let x = (0..<10_000).map { Double($0) }
        let y = x.map { $0 > 4_000 && $0 < 6_000 ? .nan : 0.5 }
        let reduced = path(x, y)
        #expect(reduced.filter(\.isGap).count == 1)
        #expect(reduced.first?.isGap == false && reduced.last?.isGap == false)
    }

    @Test("only what can be seen is read, and one neighbour on each side")
    func visible() {
        func visible(_ column: Column, _ range: NumberRange, isAscending: Bool = true) -> Range<Int> {
            column.withView { PathReducer.visible($0, in: range, isAscending: isAscending) }
        }
        for x in [Column((0..<100).map { Double($0) }), Column((0..<100).map { Float($0) }), .indices(count: 100)] {
            #expect(visible(x, NumberRange(10, 20)) == 9..<22)
            #expect(visible(x, NumberRange(-5, -1)) == 0..<1)
            #expect(visible(x, NumberRange(200, 300)) == 99..<100)
            #expect(visible(x, NumberRange(10, 20), isAscending: false) == 0..<100)
        }
        #expect(visible(Column([Double]()), NumberRange(0, 1)) == 0..<0)
    }

    @Test("paths and bands are cut at the exact crossing")
    func split() {
        let path = [PathPoint(along: 0, across: 0), PathPoint(along: 10, across: 20)]
        let parts = PathSplit.split(path, at: 5)
        #expect(parts.under.filter { !$0.isGap } == [PathPoint(along: 0, across: 0), PathPoint(along: 2.5, across: 5)])
        #expect(
            parts.over.filter { !$0.isGap } == [PathPoint(along: 2.5, across: 5), PathPoint(along: 10, across: 20)])
    }
}
