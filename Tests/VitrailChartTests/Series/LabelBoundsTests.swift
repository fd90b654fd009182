import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart

/// Selects labels that do not overlap.
@Suite("Room of labels")
struct LabelRoomTests {
    private let plot = PlotRect(minX: 60, minY: 20, maxX: 1_860, maxY: 1_000)

    /// Reference that compares each box with all accepted ones.
    private func compared(_ boxes: [PlotRect]) -> [Bool] {
        var taken: [PlotRect] = []
        return boxes.map { box in
            guard !taken.contains(where: { box.overlaps($0) }) else { return false }
            taken.append(box)
            return true
        }
    }

    private func found(_ boxes: [PlotRect]) -> (taken: [Bool], comparisons: Int) {
        var room = LabelBounds(plot, box: boxes.first.map { ($0.width, $0.height) } ?? (1, 1))
        return (boxes.map { room.take($0) }, room.comparisons)
    }

    /// Random boxes: some outside the plot area, some empty, some huge.
    private func boxes(_ count: Int, seed: UInt64) -> [PlotRect] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { _ in
            let (x, y) = (
                Float.random(in: -200...2_100, using: &numbers), Float.random(in: -100...1_100, using: &numbers)
            )
            let kind = Int.random(in: 0..<40, using: &numbers)
            let width = kind == 0 ? 0 : kind == 1 ? 900 : Float.random(in: 4...60, using: &numbers)
            let height = kind == 2 ? 0 : kind == 3 ? 400 : Float.random(in: 8...16, using: &numbers)
            return PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
        }
    }

    @Test("random boxes find the room that comparing all of them finds", arguments: 0..<20)
    func sameAsAll(seed: Int) {
        let boxes = boxes(1_000, seed: UInt64(seed))
        let taken = found(boxes).taken
        #expect(taken == compared(boxes))
        #expect(taken.contains(true) && taken.contains(false))
    }

    @Test("boxes that touch are both there, those that share a sliver are not; one that is nowhere is in nobody's way")
    func edges() {
        func box(_ x: Float, _ y: Float) -> PlotRect { PlotRect(minX: x, minY: y, maxX: x + 10, maxY: y + 10) }
        #expect(
            found([box(100, 100), box(110, 100), box(100, 110), box(119.9, 100), box(-900, 5_000), box(-895, 5_000)])
                .taken == [true, true, true, false, true, false])
        #expect(
            found([box(.nan, 1), box(100, 100), box(.infinity, 1), box(100, 100)]).taken == [true, true, true, false])
        var nothing = LabelBounds(PlotRect(minX: 0, minY: 0, maxX: 0, maxY: 0), box: (.nan, 0))
        #expect(nothing.take(box(0, 0)) && !nothing.take(box(5, 5)))
    }

    @Test("a label that would leave its bounds is moved inside, unless another one is there")
    func bounds() {
        var area = LabelArea(plot: plot, bounds: PlotRect(minX: 60, minY: 4, maxX: 1_870, maxY: 1_000))
        func take(_ x: Float, _ y: Float, width: Float = 20) -> [Float]? {
            area.take(PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + 10)).map { [$0.minX - x, $0.minY - y] }
        }
        #expect(take(100, 100) == [0, 0])
        #expect(take(50, 0) == [10, 4] && take(1_860, 995) == [-10, -5])
        #expect(take(55, 2) == nil && take(45, 40, width: 4_000) == [15, 0])
        #expect(take(.nan, 5) != nil)
    }

    @Test("ten thousand labels are compared with their neighbours, twice as many cost twice as much")
    func linear() {
        func comparisons(_ count: Int) -> Int {
            // A grid of labels at the maximum density without overlap.
            let side = Int(Double(count).squareRoot())
            let (width, height) = (1_800 / Float(side), 980 / Float(side))
            let boxes = (0..<side * side).map { k in
                let (x, y) = (60 + Float(k % side) * width, 20 + Float(k / side) * height)
                return PlotRect(minX: x, minY: y, maxX: x + width * 0.9, maxY: y + height * 0.9)
            }
            let (taken, comparisons) = found(boxes)
            #expect(!taken.contains(false))
            return comparisons
        }
        #expect(comparisons(10_000) < 10_000 * 16, "of 50 million")
        #expect(comparisons(10_000) < comparisons(5_000) * 3)
    }
}
