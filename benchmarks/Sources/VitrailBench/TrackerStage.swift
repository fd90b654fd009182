import Foundation
import Vitrail

/// A stream of 1,000 points per second into two lines of 10⁶ points on two y-axes, shown 30 times per second: each
/// frame appends 33 points to both lines. A crosshair stays between two points of the first line, as in
/// Examples/MovementTracker.
enum TrackerStage {
    private static let count = 1_000_000
    private static let perFrame = 33
    /// Points per second.
    private static let rate = 1_000.0

    static func rows(_ bench: Bench) async throws -> [Row] {
        let tracker = try await running(bench, .steady)
        let planning = try await bench.measure(share: 0.5) {
            try tracker.append(perFrame)
            _ = try plan(tracker.chart)
        }
        let steady = try await frames(of: tracker, bench)
        let noisy = try await frames(of: try await running(bench, .noisy), bench, share: 0.5)
        return [
            Row(
                key: "tracker.plan",
                name:
                    "two lines of 10⁶ points on two y-axes, crosshair, 1200 × 600: append \(perFrame) points to each and plan",
                sample: planning),
            Row(
                key: "tracker.frame", name: "… append, plan, draw and read back", sample: steady.sample,
                detail: steady.detail, goal: "≤ 8 ms"),
            Row(
                key: "tracker.noisy", name: "… where a pixel column of one line covers a third of the height",
                sample: noisy.sample,
                detail: noisy.detail),
        ]
    }

    /// A chart with all points and a crosshair.
    private static func running(_ bench: Bench, _ speed: Speed) async throws -> Tracker {
        let tracker = Tracker(count, speed)
        // The first picture reads all points, and the second copies the columns so that they can grow.
        for _ in 0..<3 {
            try tracker.append(perFrame)
            _ = try await bench.renderer.render(tracker.chart)
        }
        tracker.press(at: Double(count) / rate * 0.4)
        return tracker
    }

    private static func frames(
        of tracker: Tracker, _ bench: Bench, share: Double = 1
    ) async throws -> (sample: Sample, detail: String) {
        var frames = 0
        let before = processorMilliseconds()
        let sample = try await bench.measure(share: share) {
            try tracker.append(perFrame)
            _ = try await bench.renderer.render(tracker.chart)
            frames += 1
        }
        let processors = (processorMilliseconds() - before) / Double(frames)
        guard tracker.chart.crosshair.isActive, tracker.chart.series.allSatisfy({ $0.numberOfDataPoints > count })
        else {
            fatalError("the crosshair is gone, or points are missing")
        }
        return (sample, "\(decimal(processors, 2)) ms of processors")
    }

    /// A random walk that reverts to 15.
    private struct Speed {
        /// The largest step, up or down.
        var step: Double
        /// Points until a deviation has decayed to a third.
        var memory: Double

        /// About ±5 within half a minute.
        static let steady = Speed(step: 0.07, memory: 30_000)
        /// About ±2.6 within a second.
        static let noisy = Speed(step: 0.2, memory: 1_000)
    }

    /// The chart and its next values.
    private final class Tracker {
        let chart = Chart(width: 1200, height: 600, xAxisType: .dateTime, yAxisType: .number)
        private let lines = [LineSeries(title: "Speed"), LineSeries(title: "Distance")]
        private let walk: Speed
        private var random = Seeded(14)
        private var number = 0
        private var (speed, distance) = (15.0, 0.0)

        private final class Staying: Crosshair {
            override func chartDidReload() {}
        }

        init(_ count: Int, _ speed: Speed) {
            walk = speed
            // Drawn many times.
            chart.summaries = .automatic
            chart.title = "Movement Tracker"
            chart.legend.hidden = false
            chart.legend.position = .bottomMiddle
            let right = NumberAxis()
            right.axisPosition = .reverse
            chart.addYAxis(right)
            lines[1].yAxis = right
            chart.crosshair = Staying()
            let columns = next(count)
            for (line, columns) in zip(lines, columns) {
                line.columns = columns
                line.crosshairEnabled = true
                chart.add(line)
            }
        }

        /// Appends points to both lines.
        func append(_ count: Int) throws {
            for (line, columns) in zip(lines, next(count)) { try line.append(columns) }
        }

        /// Touches the first line.
        ///
        /// - Parameter seconds: since the first point.
        func press(at seconds: Double) {
            guard let plot = chart.plotAreaFrame, let x = chart.xAxis?.pixelValue(forDataValue: Self.start + seconds)
            else { return }
            chart.longPress(.began, x: plot.x + x, y: plot.midY)
        }

        private static let start = 1_386_151_200.0

        /// Speed and distance of the next points.
        private func next(_ count: Int) -> [SeriesColumns] {
            var (times, speeds, distances) = ([Double](), [Double](), [Double]())
            for _ in 0..<count {
                times.append(Self.start + Double(number) / rate)
                speed += (random.next() - 0.5) * 2 * walk.step - (speed - 15) / walk.memory
                distance += speed / 3_600 / rate
                speeds.append(speed)
                distances.append(distance)
                number += 1
            }
            return [speeds, distances].map { SeriesColumns(x: Column(secondsSince1970: times), y: Column($0)) }
        }
    }
}
