import Vitrail

/// A range selector over 10⁸ samples: a frame of both charts, from the touch to the bytes of one PNG.
enum SelectorStage {
    private static let count = 100_000_000
    private static let size = (width: 1200.0, height: 600.0)

    static func rows(_ bench: Bench) async throws -> [Row] {
        let columns = SeriesColumns(y: Workloads.cheapWalk(count))
        let selector = RangeSelector(width: size.width, height: size.height) { chart in
            let last = Double(count - 1)
            chart.xAxis = NumberAxis(defaultRange: NumberRange(0.6 * last, 0.8 * last))
            chart.yAxis = NumberAxis()
            chart.title = "A random walk"
            chart.xAxis?.enableGesturePanning = true
            chart.add(LineSeries(columns: columns))
        }
        let first =
            try await ContinuousClock().measure { _ = try await frame(selector, bench.renderer) } / .milliseconds(1)
        var position = Triangle(from: 0.15, to: 0.85, step: 0.01)
        // The window's middle is at 0.7 of the overview.
        try pan(selector, .began, 0.7)
        let window = try await bench.measure(share: 0.5) {
            try pan(selector, .moved, position.next())
            _ = try await frame(selector, bench.renderer)
        }
        try pan(selector, .moved, 0.7)
        try pan(selector, .ended, 0.7)
        try pan(selector, .began, 0.6)
        var end = Triangle(from: 0.02, to: 0.79, step: 0.01)
        let handle = try await bench.measure(share: 0.5) {
            try pan(selector, .moved, end.next())
            _ = try await frame(selector, bench.renderer)
        }
        return [
            Row(
                key: "selector.window",
                name: "range selector of 10⁸ samples, 1200 × 600: the window moves, both charts → one PNG",
                sample: window,
                detail: "the first \(decimal(first, 0)) ms", goal: "≤ 40 ms"),
            Row(
                key: "selector.handle", name: "… an end of the window moves: from 1 to 78 % of the samples",
                sample: handle, goal: "≤ 40 ms"),
        ]
    }

    /// - Parameter share: position as a fraction of the overview's plot area, from its left.
    private static func pan(_ selector: RangeSelector, _ phase: GesturePhase, _ share: Double) throws {
        guard let plot = selector.overview.plotAreaFrame,
            selector.pan(
                phase, x: plot.x + share * plot.width, y: selector.main.frame.height + plot.midY, velocity: (0, 0))
        else { throw NotTouched() }
    }

    private struct NotTouched: Error {}

    private static func frame(_ selector: RangeSelector, _ renderer: Renderer) async throws -> [UInt8] {
        var picture = try await renderer.render(selector.main)
        let below = try await renderer.render(selector.overview).image
        picture.image = PixelImage(
            size: PixelSize(width: below.width, height: picture.image.height + below.height),
            pixels: picture.image.pixels + below.pixels)
        return try picture.encoded(as: .png)
    }
}

/// Moves up and down between two ends.
private struct Triangle {
    private let ends: ClosedRange<Double>
    private var step: Double
    private var value: Double

    init(from low: Double, to high: Double, step: Double) { (ends, value, self.step) = (low...high, low, step) }

    mutating func next() -> Double {
        if !ends.contains(value + step) { step = -step }
        value += step
        return value
    }
}
