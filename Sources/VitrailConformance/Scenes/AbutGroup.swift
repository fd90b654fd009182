import Glibc
import VitrailImage
import VitrailReference
package import VitrailScene

/// Measures the error of `max` blending of coverage where two strokes of one shape abut inside a pixel: the maximum is
/// not the exact union.
///
/// ```
///   cells of a pixel     first    second    max    union
///   ┌─┬─┬─┬─┐              1        0        1       1
///   │█│▌│ │ │              ½        ½        ½       1
///   └─┴─┴─┴─┘              0        1        1       1
/// ```
///
/// A cell counts as half covered if each of two strokes covers one half of it. Coverage from the two sides of an edge
/// is stored separately and added, which is exact. That fails where edges have the direction with the fewest strokes of
/// the shape, and where butt ends meet, because these belong to no side.
///
/// A pixel has 4 × 2 cells. A vertical edge through the middles of two cells leaves half of each uncovered, 1/8 of the
/// pixel; a horizontal edge through the middles of four cells leaves 1/4. Diagonal edges cross more cells and leave
/// less of each.
package enum AbutGroup {
    static let group = CaseGroup("coverage.max.abut") {
        Meeting.allCases.flatMap { meeting in
            angles.map { name, angle in
                ConformanceCase("\(meeting.rawValue).\(name)") { context in try measure(meeting, angle, context) }
            }
        }
    }

    /// The relation of two abutting strokes.
    package enum Meeting: String, Sendable, CaseIterable {
        /// Side by side, with nothing else in the shape.
        case sides
        /// Side by side, among many strokes in other directions.
        case rare
        /// One stroke ends where the next starts.
        case ends

        /// For `ends`, the stroke width equals the length of the common edge.
        var width: Float { self == .ends ? 48 : 8 }

        /// Maximum missing black in 1/255, including two steps of 8 bits for rounding at either edge.
        var limit: UInt8 { self == .sides ? 4 : 66 }
    }

    private static let angles: [(name: String, degrees: Float)] = [
        ("level", 0), ("upright", 90), ("diagonal", 45), ("degrees1", 1), ("degrees27", 27), ("degrees80", 80),
    ]
    /// Number of pictures; each moves the common edge by this fraction of a pixel. Twice the number of cells.
    private static let steps = 8
    /// Half the length of the examined part of the common edge, away from its ends.
    private static let halfLength: Float = 20

    private static func measure(_ meeting: Meeting, _ degrees: Float, _ context: CaseContext) throws -> CaseOutcome {
        var (maximum, sum, count) = (UInt8(0), 0, 0)
        for step in 0..<steps {
            let one = strokes(meeting, degrees, shift: Float(step) / Float(steps))
            let drawn = try context.draw(one)
            let found = deviations(drawn, meeting, degrees)
            maximum = max(maximum, found.max() ?? 0)
            (sum, count) = (sum + found.reduce(0) { $0 + Int($1) }, count + found.count)
            if maximum > meeting.limit {
                let exact = ReferenceRasterizer.render(one).image
                return CaseOutcome(
                    PerChannelComparison(tolerance: meeting.limit).compare(drawn, expected: exact), reference: exact,
                    result: drawn)
            }
        }
        let mean = SceneCase.number((Double(sum) / Double(max(count, 1)) * 100).rounded() / 100)
        return .pass(
            note:
                "on the common edge up to \(maximum)/255 of black are missing, \(mean) on average over \(steps) places in the pixel; \(meeting.limit)/255 is allowed"
        )
    }

    /// Returns two strokes of one polyline that abut on a line through the centre of 160 × 120 pixels. Together they
    /// cover this line entirely.
    ///
    /// - Parameters:
    ///   - degrees: direction of the common edge.
    ///   - shift: distance of the edge from the centre, in pixels.
    package static func strokes(_ meeting: Meeting, _ degrees: Float, shift: Float) -> Scene {
        let (cosine, sine) = (cosf(degrees * .pi / 180), sinf(degrees * .pi / 180))
        /// The position at these distances along the edge and across it.
        func position(of along: Float, _ across: Float) -> PlotPoint {
            point(80 + along * cosine - (across + shift) * sine, 60 + along * sine + (across + shift) * cosine)
        }
        var points: [PlotPoint] = []
        switch meeting {
        case .sides, .rare:
            for across in [-meeting.width / 2, meeting.width / 2] {
                points += [position(of: -50, across), position(of: 50, across), .gap]
            }
        case .ends:
            points = [position(of: 0, -25), position(of: 0, 0), .gap, position(of: 0, 0), position(of: 0, 25)]
        }
        if meeting == .rare {
            for k in 0..<60 {
                let angle = (degrees + 35 + Float(k) * 110 / 59) * .pi / 180
                let middle = position(of: k.isMultiple(of: 2) ? -48 : 48, k.isMultiple(of: 3) ? -30 : 30)
                points += [
                    point(middle.x - 3 * cosf(angle), middle.y - 3 * sinf(angle)),
                    point(middle.x + 3 * cosf(angle), middle.y + 3 * sinf(angle)), .gap,
                ]
            }
        }
        var one = scene([.polyline(Polyline(points: points, width: meeting.width, paint: .solid(.black)))])
        // Selects drawing by cells, as for dense and folded strokes.
        one.decimation = .none
        return one
    }

    /// Returns the brightness along the common edge, which should be black. Black on white, so any channel suffices.
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
