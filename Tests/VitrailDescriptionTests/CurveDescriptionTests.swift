import Testing

@testable import VitrailChart
@testable import VitrailDescription

@Suite struct CurveDescriptionTests {
    private func series(_ members: String, type: String = "line") throws -> SeriesDescription {
        try ChartDescription(
            json:
                "{\"data\": {\"d\": {\"values\": {\"y\": [1, 3, 2]}}}, \"series\": [{\"type\": \"\(type)\", \"data\": \"d\", \"y\": \"y\"\(members)}]}"
        ).series[0]
    }

    @Test(
        "A line names its curve",
        arguments: [
            ("", LineCurve.straight), (", \"curve\": \"straight\"", .straight),
            (", \"curve\": \"monotone\"", .monotone),
            (", \"curve\": \"smooth\"", .smooth(tension: 0.4)),
            (", \"curve\": \"smooth\", \"tension\": 1", .smooth(tension: 1)),
        ])
    func curves(members: String, curve: LineCurve) throws {
        let description = try series(members)
        #expect(description.curve == curve)
    }

    @Test(
        "Faults name the key",
        arguments: [
            (", \"curve\": \"basis\"", "series[0].curve: \"basis\" is not one of straight, monotone, smooth"),
            (", \"curve\": \"smooth\", \"tension\": 1.5", "series[0].tension: 1.5 is outside 0…1"),
            (
                ", \"curve\": \"monotone\", \"tension\": 0.5",
                "series[0].tension: only \"curve\": \"smooth\" has a tension"
            ),
            (", \"tension\": 0.5", "series[0].tension: only \"curve\": \"smooth\" has a tension"),
            (
                ", \"interpolate\": \"monotone\"",
                "series[0].interpolate: unknown key; did you mean \"curve\": \"monotone\"?"
            ),
        ])
    func faults(members: String, message: String) {
        #expect { try series(members) } throws: { String(describing: $0) == message }
    }

    @Test(
        "A step line names its steps",
        arguments: [
            ("", StepLineSeries.Steps.after), (", \"steps\": \"before\"", .before),
            (", \"steps\": \"middle\"", .middle),
        ])
    func steps(members: String, steps: StepLineSeries.Steps) throws {
        #expect(try series(members, type: "stepLine").steps == steps)
    }

    @Test("A stacked step line on numbers does not change half way")
    func stackedSteps() {
        #expect { try series(", \"steps\": \"middle\", \"stackIndex\": 0", type: "stepLine") } throws: {
            String(describing: $0)
                == "series[0].steps: a stacked step line changes half way on category axes only; take \"after\" or \"before\""
        }
    }

    @Test("A radial line is straight or smooth")
    func radial() throws {
        #expect(
            try series(", \"curve\": \"smooth\", \"tension\": 0.2, \"x\": \"y\"", type: "radialLine").curve
                == .smooth(tension: 0.2))
        #expect { try series(", \"curve\": \"monotone\", \"x\": \"y\"", type: "radialLine") } throws: {
            String(describing: $0) == "series[0].curve: a radial line is straight or smooth"
        }
    }

    @Test("A planar curve goes through its points, has no corner where it closes, and is straight without tension")
    func planar() {
        let square = [SIMD2(0.0, -80), SIMD2(80, 0), SIMD2(0, 80), SIMD2(-80, 0), SIMD2(0, -80)]
        let curve = LineCurve.smooth(tension: 0.4).planar(square)
        for corner in square { #expect(curve.contains(corner)) }
        // Nearly a circle: no segment turns by more than a few degrees, not even across the closing point.
        let ways = zip(curve, curve.dropFirst()).map { $1 - $0 } + [curve[1] - curve[0]]
        for (way, next) in zip(ways, ways.dropFirst()) {
            #expect((way * next).sum() > 0.97 * ((way * way).sum() * (next * next).sum()).squareRoot())
        }
        #expect(LineCurve.smooth(tension: 0).planar(square) == square && LineCurve.straight.planar(square) == square)
        #expect(LineCurve.smooth(tension: 0.4).planar(Array(square.prefix(2))) == Array(square.prefix(2)))
    }

    @Test("Step lines have no curve")
    func steps() {
        #expect(throws: DescriptionError.self) { try series(", \"curve\": \"monotone\"", type: "stepLine") }
    }
}
