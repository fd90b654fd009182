import Foundation
import Testing
import Vitrail

@Suite("Shapes of points")
struct PointShapeTests {
    private func chart(_ style: PointStyle, at positions: [Double] = [0]) -> Chart {
        let chart = Probe.chart(x: NumberRange(-1, 1), y: NumberRange(-1, 1)).bare()
        chart.add(
            ScatterSeries(
                columns: SeriesColumns(x: Column(positions), y: Column([Double](repeating: 0, count: positions.count))),
                style: ScatterSeriesStyle(pointStyle: style)))
        return chart
    }

    /// Areas in a circle of radius 1.
    private static let shapes: [(symbol: PointSymbol, area: Double)] = [
        (.circle, .pi), (.square, 2), (.diamond, 2), (.triangle, 3 * 3.0.squareRoot() / 4),
        // A square of 2 · (½ + ½ · √½) without its corners.
        (.roundedSquare, pow(1 + 0.5.squareRoot(), 2) - (4 - .pi) / 4),
    ]

    @Test("each shape has its area, however it is turned", arguments: shapes, [0, 0.4, .pi / 2])
    func areas(shape: (symbol: PointSymbol, area: Double), rotation: Double) async throws {
        let probe = try await Probe(
            chart(PointStyle(symbol: shape.symbol, color: .pureBlue, radius: 40, rotation: rotation, innerRadius: 0)))
        #expect(abs(probe.painted(.pureBlue) / (shape.area * 1_600) - 1) < 0.01)
    }

    @Test(
        "shapes without an area are lines",
        arguments: [(PointSymbol.plus, 2.0), (.cross, 2), (.star, 4), (.line, 1), (.halfLine, 0.5)])
    func lines(symbol: PointSymbol, count: Double) async throws {
        let probe = try await Probe(chart(PointStyle(symbol: symbol, color: .pureBlue, radius: 40, outlineWidth: 2)))
        // Crossings of lines are painted once.
        let area = count * 160 - (symbol == .star ? 16 : count == 2 ? 4 : 0)
        #expect(abs(probe.painted(.pureBlue) / area - 1) < 0.05)
        let position = try probe.position(of: 0, 0)
        func isPainted(_ angle: Double) -> Bool {
            probe[
                Int((position.x + 30 * cos(angle)).rounded(.down)), Int((position.y - 30 * sin(angle)).rounded(.down))
            ].blue > 0
                && probe[
                    Int((position.x + 30 * cos(angle)).rounded(.down)),
                    Int((position.y - 30 * sin(angle)).rounded(.down))
                ].red < 160
        }
        let isLevel = symbol != .cross
        #expect(isPainted(0) == isLevel && isPainted(.pi) == (isLevel && symbol != .halfLine))
        #expect(isPainted(.pi / 2) == (symbol == .plus || symbol == .star))
        #expect(isPainted(.pi / 4) == (symbol == .cross || symbol == .star))
        // Without a width they use a third of the radius.
        let wide = try await Probe(chart(PointStyle(symbol: .line, color: .pureBlue, radius: 30)))
        #expect(abs(wide.painted(.pureBlue) / 600 - 1) < 0.05)
    }

    @Test("rotations are anticlockwise")
    func rotation() async throws {
        let probe = try await Probe(
            chart(PointStyle(symbol: .halfLine, color: .pureBlue, radius: 40, rotation: .pi / 2, outlineWidth: 4)))
        #expect(
            try probe.color(0, 0, dy: -20) == .pureBlue && probe.color(0, 0, dy: 20) == .white
                && probe.color(0, 0, dx: 20) == .white)
        let triangle = try await Probe(
            chart(PointStyle(symbol: .triangle, color: .pureBlue, radius: 40, innerRadius: 0)))
        #expect(try triangle.color(0, 0, dy: -35) == .pureBlue && triangle.color(0, 0, dy: 35) == .white)
    }

    @Test(
        "an outline is centred on the edge, of translucent and opaque symbols, and hides nothing of what it does not cover",
        arguments: [255, 128])
    func outlines(alpha: UInt8) async throws {
        for symbol in [PointSymbol.circle, .square, .diamond] {
            let fill = Color.pureBlue.faded(Double(alpha) / 255)
            let probe = try await Probe(
                chart(
                    PointStyle(
                        symbol: symbol, color: fill, radius: 40, outlineColor: .pureRed, outlineWidth: 6, innerRadius: 0
                    ), at: [-0.5, 0.5]))
            let edge = symbol == .square ? 40 * 0.5.squareRoot() : 40.0
            let bound = symbol == .diamond ? 2 : 1.2
            for position in [-0.5, 0.5] {
                let inside = try probe.color(position, 0)
                #expect(
                    alpha == 255 ? inside == .pureBlue : inside.isClose(to: Color(red: 127, green: 127, blue: 255), 2))
                #expect(
                    try probe.color(position, 0, dx: Int(edge)) == .pureRed
                        && probe.color(position, 0, dx: Int(edge + 3 * bound + 2)) == .white)
                #expect(try probe.color(position, 0, dx: Int(edge - 3 * bound - 2)) == inside)
            }
        }
    }

    @Test("rows differ; symbols are hit and leave room in the range")
    func rows() async throws {
        let chart = try ChartDescription(
            json: """
                {"data": {"d": {"values": {"x": [1, 2, 3], "y": [4, 4, 4]}}}, "size": {"width": 600, "height": 400}, "series": [{"type": "scatter",
                 "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"symbols": ["circle", "line"], "radii": [4, 20, 12], "color": "blue",
                 "outlineWidths": [0, 3, 0], "innerRadius": 0}}}]}
                """
        ).makeChart().bare()
        let probe = try await Probe(chart)
        #expect(try probe.color(1, 4, dx: 1) == .pureBlue)
        #expect(try probe.color(1, 4, dy: 8) == .white)
        #expect(try probe.color(2, 4, dx: 16) == .pureBlue && probe.color(2, 4, dy: 8) == .white)
        #expect(try probe.color(3, 4, dx: 8) == .pureBlue && probe.color(3, 4, dy: 8) == .pureBlue)
        let spot = try probe.position(of: 3, 4)
        #expect(
            (chart.series[0] as? ScatterSeries)?.hit(x: spot.x - Double(probe.plot.x), y: spot.y - Double(probe.plot.y))
                == 2)
        let range = try #require(chart.xAxis?.axisRange)
        let pixels = Double(probe.plot.width) / range.span
        #expect((range.maximum - 3) * pixels >= 12 && (1 - range.minimum) * pixels >= 4)
    }

    @Test("a symbol that is none, and lengths below 0, are errors")
    func faults() {
        for (style, message) in [
            ("\"symbol\": \"hexagon\"", "series[0].style.pointStyle.symbol: \"hexagon\" is not one of circle"),
            ("\"symbols\": [\"star\", \"stars\"]", "series[0].style.pointStyle.symbols[1]: \"stars\" is not one of"),
            ("\"radii\": [1, -1]", "series[0].style.pointStyle.radii[1]: -1 is outside 0…1000"),
        ] {
            #expect {
                try ChartDescription(
                    json:
                        "{\"data\": {\"d\": {\"values\": {\"y\": [4]}}}, \"series\": [{\"type\": \"scatter\", \"data\": \"d\", \"y\": \"y\", \"style\": {\"pointStyle\": {\(style)}}}]}"
                )
            } throws: { String(describing: $0).hasPrefix(message) }
        }
    }
}
