import Testing

@testable import VitrailCore

@Suite struct CurveDescriptionTests {
    private func series(_ members: String, type: String = "line") throws -> SeriesDescription {
        try ChartDescription(json: "{\"data\": {\"d\": {\"values\": {\"y\": [1, 3, 2]}}}, \"series\": [{\"type\": \"\(type)\", \"data\": \"d\", \"y\": \"y\"\(members)}]}").series[0]
    }

    @Test(
        "A line names its curve",
        arguments: [
            ("", LineCurve.straight), (", \"curve\": \"straight\"", .straight), (", \"curve\": \"monotone\"", .monotone),
            (", \"curve\": \"smooth\"", .smooth(tension: 0.4)), (", \"curve\": \"smooth\", \"tension\": 1", .smooth(tension: 1)),
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
            (", \"curve\": \"monotone\", \"tension\": 0.5", "series[0].tension: only \"curve\": \"smooth\" has a tension"),
            (", \"tension\": 0.5", "series[0].tension: only \"curve\": \"smooth\" has a tension"),
            (", \"interpolate\": \"monotone\"", "series[0].interpolate: unknown key; did you mean \"curve\": \"monotone\"?"),
        ])
    func faults(members: String, message: String) {
        #expect { try series(members) } throws: { String(describing: $0) == message }
    }

    @Test("Step lines have no curve")
    func steps() {
        #expect(throws: DescriptionError.self) { try series(", \"curve\": \"monotone\"", type: "stepLine") }
    }
}
