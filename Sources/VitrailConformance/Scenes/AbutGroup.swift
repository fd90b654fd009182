import Glibc
import VitrailImage
import VitrailReference
package import VitrailScene

/// Where two strokes of one shape abut inside a pixel, coverage that is blended with `max` is no exact union: each case measures by how much.
///
/// ```
///   cells of a pixel     first    second    max    union    A cell in which either stroke covers its half is counted half.
///   ┌─┬─┬─┬─┐              1        0        1       1      Strokes that come from two sides are kept apart and add, which is
///   │█│▌│ │ │              ½        ½        ½       1      exact; that fails where edges run as the fewest strokes of the
///   └─┴─┴─┴─┘              0        1        1       1      shape do, and where butt ends meet, which come from no side.
/// ```
///
/// A pixel has 4 × 2 cells. An upright edge through the middles of two cells leaves half of each uncovered, 1/8 of the pixel; a level one through the
/// middles of four leaves 1/4. Edges at an angle run through more cells, and leave less of each.
package enum AbutGroup {
    static let group = CaseGroup("coverage.max.abut") {
        Meeting.allCases.flatMap { meeting in
            angles.map { name, angle in
                ConformanceCase("\(meeting.rawValue).\(name)") { context in try measure(meeting, angle, context) }
            }
        }
    }

    /// How two strokes meet.
    package enum Meeting: String, Sendable, CaseIterable {
        /// Side by side, nothing else in the shape.
        case sides
        /// Side by side, among many strokes that run otherwise.
        case rare
        /// One ends where the next begins.
        case ends

        /// An end is as long as its stroke is wide.
        var width: Float { self == .ends ? 48 : 8 }

        /// In 1/255 of black on white, with two steps of 8 bits for what either edge rounds.
        var limit: UInt8 { self == .sides ? 4 : 66 }
    }

    private static let angles: [(name: String, degrees: Float)] = [
        ("level", 0), ("upright", 90), ("diagonal", 45), ("degrees1", 1), ("degrees27", 27), ("degrees80", 80),
    ]
    /// Parts of a pixel that the common edge is moved by, from one picture to the next: twice as many as cells.
    private static let steps = 8
    /// Half the length of the common edge that is looked at, away from its ends.
    private static let halfLength: Float = 20

    private static func measure(_ meeting: Meeting, _ degrees: Float, _ context: CaseContext) throws -> CaseOutcome {
        var (most, sum, count) = (UInt8(0), 0, 0)
        for step in 0..<steps {
            let one = strokes(meeting, degrees, shift: Float(step) / Float(steps))
            let drawn = try context.draw(one)
            let found = deviations(drawn, meeting, degrees)
            most = max(most, found.max() ?? 0)
            (sum, count) = (sum + found.reduce(0) { $0 + Int($1) }, count + found.count)
            if most > meeting.limit {
                let exact = ReferenceRasterizer.render(one).image
                return CaseOutcome(PerChannelComparison(tolerance: meeting.limit).compare(drawn, expected: exact), reference: exact, result: drawn)
            }
        }
        let mean = SceneCase.number((Double(sum) / Double(max(count, 1)) * 100).rounded() / 100)
        return .pass(note: "on the common edge up to \(most)/255 of black are missing, \(mean) on average over \(steps) places in the pixel; \(meeting.limit)/255 is allowed")
    }

    /// Two strokes of one polyline that abut on a line through the middle of 160 × 120 pixels: all on it is covered by both together.
    ///
    /// - Parameters:
    ///   - degrees: of the common edge.
    ///   - shift: pixels that the edge lies beside the middle.
    package static func strokes(_ meeting: Meeting, _ degrees: Float, shift: Float) -> Scene {
        let (cosine, sine) = (cosf(degrees * .pi / 180), sinf(degrees * .pi / 180))
        /// A place by its distances along the edge and across it.
        func place(_ along: Float, _ across: Float) -> PlotPoint {
            point(80 + along * cosine - (across + shift) * sine, 60 + along * sine + (across + shift) * cosine)
        }
        var points: [PlotPoint] = []
        switch meeting {
        case .sides, .rare:
            for across in [-meeting.width / 2, meeting.width / 2] { points += [place(-50, across), place(50, across), .gap] }
        case .ends:
            points = [place(0, -25), place(0, 0), .gap, place(0, 0), place(0, 25)]
        }
        if meeting == .rare {
            for k in 0..<60 {
                let angle = (degrees + 35 + Float(k) * 110 / 59) * .pi / 180
                let middle = place(k.isMultiple(of: 2) ? -48 : 48, k.isMultiple(of: 3) ? -30 : 30)
                points += [point(middle.x - 3 * cosf(angle), middle.y - 3 * sinf(angle)), point(middle.x + 3 * cosf(angle), middle.y + 3 * sinf(angle)), .gap]
            }
        }
        var one = scene([.polyline(Polyline(points: points, width: meeting.width, paint: .solid(.black)))])
        // By cells, as dense and folded strokes are.
        one.decimation = .none
        return one
    }

    /// What light there is along the common edge, where there should be none; black on white, so that any channel tells.
    private static func deviations(_ drawn: PixelImage, _ meeting: Meeting, _ degrees: Float) -> [UInt8] {
        let (cosine, sine) = (cosf(degrees * .pi / 180), sinf(degrees * .pi / 180))
        var found: [UInt8] = []
        for y in 0..<drawn.height {
            for x in 0..<drawn.width {
                let (u, v) = (Float(x) + 0.5 - 80, Float(y) + 0.5 - 60)
                guard abs(u * cosine + v * sine) < halfLength, abs(v * cosine - u * sine) < 2.5 else { continue }
                found.append(drawn[x, y].x)
            }
        }
        return found
    }
}
