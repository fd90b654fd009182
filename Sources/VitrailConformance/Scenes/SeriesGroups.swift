import VitrailChart
import VitrailScene

/// Every kind of series in each of its orientations, at four scales, with one sample and with gaps only.
enum SeriesGroups {
    private static let scales = [1, 1.5, 2, 3]

    static let all: [CaseGroup] = SeriesKind.allCases.filter { $0 != .custom }.map { kind in
        CaseGroup("series.\(kind.rawValue)") {
            kind.orientations.flatMap { orientation in cases(kind, orientation) } + (kind == .line ? joins : [])
        }
    }

    private static func cases(_ kind: SeriesKind, _ orientation: CartesianSeries.Orientation?) -> [ConformanceCase] {
        let stem = orientation?.rawValue ?? "round"
        let whole = scales.map { scale in
            SceneCase.exact("\(stem).scale\(SceneCase.part(scale))") { _ in
                try plan(SeriesCase(kind: kind, orientation: orientation, scale: scale).chart()).scene
            }
        }
        // With one sample, a line has no length; with gaps only, nothing is drawn.
        let few = [SeriesCase.Amount.one, .gaps].map { amount in
            SceneCase.exact("\(stem).\(amount.rawValue)", isBlank: true) { _ in
                try plan(SeriesCase(kind: kind, orientation: orientation, amount: amount).chart()).scene
            }
        }
        return whole + few
    }

    /// One stroke that turns at every angle, and straight runs; `w` is the width in points.
    private static let joins: [ConformanceCase] = [Float(1), 3, 8].flatMap { width in
        [Float(1), 2].flatMap { scale in
            let name = "w\(SceneCase.part(width)).scale\(SceneCase.part(scale))"
            return [
                SceneCase.exact("join.round.\(name)") { _ in stroke(zigzag, width, scale) },
                SceneCase.exact("cap.butt.\(name)") { _ in stroke(runs, width, scale) },
            ]
        }
    }

    private static let zigzag: [PlotPoint] = (0..<9).map { k in
        let position = Float(k)
        return point(12 + 16 * position, k % 2 == 0 ? 20 + 4 * position : 90 - 2 * position)
    }

    private static let runs: [PlotPoint] = (0..<7).flatMap { k in
        let position = Float(k)
        return [point(12 + 20 * position, 20.3), point(18 + 21 * position, 40 + 9 * position), .gap]
    }

    private static func stroke(_ points: [PlotPoint], _ width: Float, _ scale: Float) -> Scene {
        let line = Polyline(
            points: points.map { point($0.x * scale, $0.y * scale) }, width: width * scale, paint: .solid(.black))
        return scene([.polyline(line)], width: Int(160 * scale), height: Int(110 * scale))
    }
}
