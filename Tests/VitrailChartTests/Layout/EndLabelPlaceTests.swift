import Testing
import VitrailTestNumbers

@testable import VitrailChart

/// Positions of boxes in a row.
@Suite("Places of end labels")
struct EndLabelPositionTests {
    @Test(
        "boxes keep their order and do not overlap; those that have room stand where they are wanted", arguments: 0..<50
    )
    func apart(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let boxes = (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
            (wanted: Double.random(in: 0...200, using: &numbers), size: Double.random(in: 5...15, using: &numbers))
        }.sorted { $0.wanted < $1.wanted }
        let positions = EndLabelMarks.apart(boxes, in: (-20, 240))
        #expect(
            positions.count == boxes.count && positions[0] >= -20
                && (positions.last ?? 0) + (boxes.last?.size ?? 0) <= 240 + 1e-9)
        for k in boxes.indices.dropLast() { #expect(positions[k + 1] >= positions[k] + boxes[k].size - 1e-9) }
        for k in boxes.indices {
            let before = k == 0 || boxes[k - 1].wanted + 200 < boxes[k].wanted,
                after = k + 1 == boxes.count || boxes[k + 1].wanted > boxes[k].wanted + 200
            if before, after, boxes.count == 1 { #expect(positions[k] == boxes[k].wanted) }
        }
        /// Sum of squared distances.
        func cost(_ positions: [Double]) -> Double {
            zip(positions, boxes).reduce(0) { $0 + ($1.0 - $1.1.wanted) * ($1.0 - $1.1.wanted) }
        }
        // No other arrangement is better: moving any run of touching boxes makes it worse.
        for k in boxes.indices {
            for step in [-0.5, 0.5] {
                var moved = positions
                moved[k] += step
                let isSound = moved.indices.dropLast().allSatisfy { moved[$0 + 1] >= moved[$0] + boxes[$0].size - 1e-9 }
                if isSound, moved[k] >= -20, moved[k] + boxes[k].size <= 240 {
                    #expect(cost(moved) >= cost(positions) - 1e-6)
                }
            }
        }
    }
}
