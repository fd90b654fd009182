import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

@Suite("Left-out stretches")
struct ExclusionTests {
    private func table(_ ranges: [(Double, Double)], holdsStart: Bool = false) -> Exclusions {
        Exclusions(ranges.map { NumberRange($0.0, $0.1) }, holdsStart: holdsStart)
    }

    @Test("stretches are sorted, and merged where they overlap or touch")
    func merged() {
        let exclusions = table([(8, 9), (1, 3), (2, 4), (4, 5), (7, 7), (.nan, 1), (8.2, 8.5)])
        #expect(exclusions.ranges == [NumberRange(1, 5), NumberRange(8, 9)])
    }

    @Test("a value maps to itself less what is left out below it, inside a stretch to its start")
    func forward() {
        let exclusions = table([(4, 6), (10, 11)])
        for (value, mapped) in [(3.0, 3.0), (4, 4), (5, 4), (6, 4), (8, 6), (10.5, 8), (11, 8), (20, 17), (-5, -5)] {
            #expect(exclusions.forward(value) == mapped, "\(value)")
        }
        #expect(exclusions.forward(.nan).isNaN)
    }

    @Test("the place of a stretch stands for its end; the way back is exact elsewhere")
    func inverse() {
        let scale = AxisScale(range: NumberRange(0, 10), mapper: .discontinuous(table([(4, 6)])), start: 300, end: 20)
        #expect(scale.position(of: 4) == 160)
        #expect(scale.value(at: scale.position(of: 4)) == 6)
        #expect(scale.value(at: scale.position(of: 5)) == 6)
        #expect(abs(scale.value(at: scale.position(of: 8)) - 8) < 1e-12)
        #expect(abs(scale.value(at: scale.position(of: 3.9)) - 3.9) < 1e-12)
    }

    @Test("ends of number stretches stay, the first instant of a left-out time does not")
    func ends() {
        let numbers = table([(4, 6)])
        #expect([4, 4.1, 5.9, 6].map(numbers.contains) == [false, true, true, false])
        let times = table([(4, 6)], holdsStart: true)
        #expect([3.9, 4, 5.9, 6].map(times.contains) == [false, true, true, false])
    }

    @Test("a cursor agrees with the table wherever it jumps", arguments: [false, true])
    func cursor(holdsStart: Bool) {
        var random = SeededNumbers(seed: 7)
        for round in 0..<200 {
            let ranges = (0..<(round % 12)).map { _ in
                let start = Double.random(in: 0...100, using: &random).rounded()
                return (start, start + Double.random(in: 0...9, using: &random).rounded())
            }
            let exclusions = table(ranges, holdsStart: holdsStart)
            var cursor = ExclusionCursor(exclusions)
            var value = -10.0
            for _ in 0..<200 {
                // Mostly forwards, sometimes at random, often to ends of excluded ranges.
                let jump = Int.random(in: 0..<8, using: &random)
                value =
                    jump == 0 ? Double.random(in: -10...120, using: &random).rounded() : value + Double(jump - 1) / 2
                cursor.seek(to: value)
                #expect(cursor.forward(value) == exclusions.forward(value), "\(value) of \(exclusions.ranges)")
                #expect(cursor.isExcluded(value) == exclusions.contains(value), "\(value) of \(exclusions.ranges)")
            }
            cursor.seek(to: .nan)
            #expect(cursor.forward(.nan).isNaN)
        }
    }

    @Test("a path passes over what is left out and joins the neighbours; symbols keep their places")
    func paths() {
        let x = [0.0, 3, 5, 5.5, .nan, 7, 10]
        let y = [0.0, 1, 2, 3, 4, 5, 6]
        let scale = AxisScale(range: NumberRange(0, 10), mapper: .discontinuous(table([(4, 6)])), start: 0, end: 80)
        let across = AxisScale(range: NumberRange(0, 10), start: 0, end: 10)
        let path = ColumnView.withView(Column(x), Column(y)) { x, y in
            PathReducer.path(
                along: x, across: y, range: 0..<7, alongScale: scale, acrossScale: across, isAscending: false)
        }
        #expect(path.map(\.isGap) == [false, false, true, false, false])
        #expect(path.filter { !$0.isGap }.map(\.along) == [0, 30, 50, 80])
        let symbols = ColumnView.withView(Column(x), Column(y)) { x, y in
            PathReducer.path(
                along: x, across: y, range: 0..<7, alongScale: scale, acrossScale: across, isAscending: false,
                keepsIndexes: true)
        }
        #expect(symbols.map(\.isGap) == [false, false, true, true, true, false, false])
    }

    @Test("reduced paths pass over it, too")
    func reducedPaths() {
        let x = (0..<10_000).map { Double($0) / 1000 }
        let y = x.map { $0 >= 4 && $0 <= 6 ? 100.0 : $0 }
        let scale = AxisScale(range: NumberRange(0, 10), mapper: .discontinuous(table([(3.9, 6.1)])), start: 0, end: 80)
        let across = AxisScale(range: NumberRange(0, 10), start: 0, end: 10)
        let path = ColumnView.withView(Column(x), Column(y)) { x, y in
            PathReducer.path(
                along: x, across: y, range: x.indices, alongScale: scale, acrossScale: across, isAscending: true)
        }
        #expect(path.count > 100 && path.count < 3_200)
        #expect(path.map(\.across).max() ?? 0 < 11)
        #expect(zip(path, path.dropFirst()).allSatisfy { $0.along <= $1.along && !$0.isGap })
    }

    @Test("the neighbours of what is seen are the next samples that are drawn")
    func visible() {
        let x: [Double] = [1, 3, 4.5, 5, 5.5, 7, 8, 9]
        let scale = AxisScale(range: NumberRange(5.8, 7.5), mapper: .discontinuous(table([(4, 6)])), start: 0, end: 80)
        #expect(Column(x).withView { PathReducer.visible($0, on: scale, isAscending: true) } == 1..<7)
    }
}
