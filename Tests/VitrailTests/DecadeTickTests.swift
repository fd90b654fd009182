import Testing
import Vitrail

@Suite("Logarithmic ticks within a decade")
struct DecadeTickTests {
    @Test(
        "1-2-5 within one decade, whether a power is in sight or not; steps where only a part of it is",
        arguments: [
            (130.0, 940.0, ["200", "500"]), (80, 620, ["100", "200", "500"]),
            (300, 400, ["300", "320", "340", "360", "380", "400"]),
        ])
    func decade(low: Double, high: Double, labels: [String]) async throws {
        let axis = LogarithmicAxis(defaultRange: NumberRange(low, high))
        let chart = Chart.dots(x: NumberAxis(), y: axis, [(0, low), (1, high)])
        let recorder = TickLog()
        chart.delegate = recorder
        _ = try await Probe(chart)
        #expect(recorder.labels(axis) == labels)
    }
}
