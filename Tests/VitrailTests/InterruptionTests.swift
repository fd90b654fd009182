import Foundation
import Testing

@testable import Vitrail

/// A chart that takes seconds, mostly in one stage.
enum SlowChart: String, CaseIterable, Sendable {
    case wideOutlines, rawPoints, rawLine, texturedPoints, unorderedFills, densities, annotations, labels, pie,
        polarFill, faintRectangles, stacks

    /// - Parameter share: fraction of its samples.
    func make(share: Double = 1) -> Chart {
        let chart = Chart(width: 300, height: 200)
        func columns(_ maximum: Int, isOrdered: Bool = true) -> SeriesColumns {
            let count = max(Int(Double(maximum) * share), 3)
            var state = UInt64(count)
            func random() -> Double {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Double(state >> 33)
            }
            let y = (0..<count).map { _ in random() }
            return SeriesColumns(
                x: Column(isOrdered ? (0..<count).map(Double.init) : (0..<count).map { _ in random() }), y: Column(y))
        }
        func resize(_ width: Double, _ height: Double) { (chart.frame.width, chart.frame.height) = (width, height) }
        switch self {
        case .wideOutlines:
            let style = BarColumnSeriesStyle(showArea: false, lineWidth: 1_000)
            chart.add(ColumnSeries(columns: columns(100_000), style: style))
        case .rawPoints:
            chart.decimation = .none
            chart.add(
                ScatterSeries(
                    columns: columns(100_000), style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 1_000))))
        case .rawLine:
            chart.decimation = .none
            chart.add(LineSeries(columns: columns(100_000), style: LineSeriesStyle(lineWidth: 1_000)))
        case .texturedPoints:
            let texture = PixelImage(
                size: PixelSize(width: 64, height: 64), pixels: [UInt8](repeating: 100, count: 64 * 64 * 4))
            chart.add(
                ScatterSeries(
                    columns: columns(30_000),
                    style: ScatterSeriesStyle(pointStyle: PointStyle(radius: 1_000, texture: texture))))
        case .unorderedFills:
            let columns = columns(10_000, isOrdered: false)
            for _ in 0..<1_000 { chart.add(LineSeries(columns: columns, style: LineSeriesStyle(showFill: true))) }
        case .densities:
            resize(8_000, 8_000)
            for _ in 0..<5 { chart.add(DensitySeries(columns: columns(3))) }
        case .annotations:
            chart.add(LineSeries(columns: columns(2)))
            let text = String(repeating: "word ", count: 1_000)
            chart.annotations = (0..<10_000).map { .text("\($0) \(text)", x: .number(0.5), y: .number(1)) }
        case .labels:
            let style = LineSeriesStyle(dataPointLabelStyle: DataPointLabelStyle(showLabels: true))
            chart.add(LineSeries(columns: columns(9_900), style: style))
        case .pie:
            var values = columns(200_000)
            values.x = nil
            chart.add(PieSeries(columns: values))
        case .polarFill:
            chart.add(
                RadialLineSeries(
                    columns: columns(500_000, isOrdered: false), style: RadialLineSeriesStyle(showFill: true)))
        case .faintRectangles:
            resize(8_000, 8_000)
            chart.add(LineSeries(columns: columns(2)))
            chart.annotations = (0..<300).map { _ in
                .horizontalBand(
                    minimum: .number(-.infinity), maximum: .number(.infinity),
                    color: Color(red: 200, green: 0, blue: 0, alpha: 20))
            }
        case .stacks:
            let columns = columns(20_000)
            for _ in 0..<300 {
                let series = LineSeries(columns: columns)
                series.stackIndex = 0
                chart.add(series)
            }
        }
        return chart
    }
}

/// A cancelled picture ends soon in any stage, and leaves nothing behind.
@Suite("interruption", .serialized)
struct InterruptionTests {
    /// Maximum seconds until a picture ends; 0.05 on an idle machine in an optimised build. Other tests draw at the
    /// same time.
    static let latest = alone ?? 60
    static var isAlone: Bool { alone != nil }
    private static let alone = Double(ProcessInfo.processInfo.environment["VITRAIL_INTERRUPTION_LATEST"] ?? "")

    @Test("a deadline ends every stage", arguments: SlowChart.allCases)
    func deadline(_ slow: SlowChart) async throws {
        let renderer = Renderer()
        let expected = try await renderer.render(RendererTests.chart()).image
        let chart = slow.make()
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(100)
        do {
            _ = try await renderer.render(chart, for: .png, deadline: deadline)
            // A fast machine draws it in time. Other tests delay this task after the last check of the clock, so that
            // only a run of this suite alone can show that no picture comes late.
            if Self.isAlone { #expect(clock.now < deadline + .seconds(1), "\(slow)") }
        } catch RenderError.deadlineExceeded {
            #expect(clock.now >= deadline)
        }
        let late = (clock.now - deadline).milliseconds
        print("interruption: \(slow) \(late) ms late")
        #expect(late < Self.latest * 1_000, "\(slow): \(late) ms")
        #expect(try await renderer.render(RendererTests.chart()).image == expected)
        #expect(await renderer.close() == 0)
    }

    @Test("a cancelled task ends its picture, at whatever time", arguments: [1, 30, 100, 300])
    func cancellation(milliseconds: Int) async throws {
        let renderer = Renderer()
        let expected = try await renderer.render(RendererTests.chart()).image
        for slow in [SlowChart.rawPoints, .unorderedFills, .annotations] {
            let task = Task { try await renderer.render(slow.make(), for: .png) }
            try await Task.sleep(for: .milliseconds(milliseconds))
            task.cancel()
            let start = ContinuousClock.now
            await #expect(throws: CancellationError.self) { try await task.value }
            let late = (ContinuousClock.now - start).milliseconds
            #expect(late < Self.latest * 1_000, "\(slow): \(late) ms")
            #expect(try await renderer.render(RendererTests.chart()).image == expected)
        }
        #expect(await renderer.close() == 0)
    }

    @Test("a chart that was given up is drawn right the next time")
    func again() async throws {
        let renderer = Renderer()
        for slow in [SlowChart.densities, .polarFill, .stacks] {
            func small() -> Chart {
                let chart = slow.make(share: 0.02)
                (chart.frame.width, chart.frame.height) = (240, 160)
                return chart
            }
            let expected = try await renderer.render(small()).image
            let chart = small()
            // Deadlines that stop a render at many points; the longest one may let it complete.
            for delay in [0.0, 0.3, 1, 3, 10, 30, 60] {
                do { _ = try await renderer.render(chart, deadline: .now + .milliseconds(delay)) } catch RenderError
                    .deadlineExceeded
                {}
            }
            #expect(try await renderer.render(chart).image == expected, "\(slow)")
        }
        #expect(await renderer.close() == 0)
    }

    @Test("a deadline that has passed ends what has not begun", arguments: [true, false])
    func past(isVector: Bool) async throws {
        let renderer = Renderer()
        let deadline = ContinuousClock.now - .seconds(1)
        await #expect(throws: RenderError.deadlineExceeded) {
            if isVector {
                _ = try await renderer.renderVector(RendererTests.chart(), deadline: deadline)
            } else {
                _ = try await renderer.render(RendererTests.chart(), deadline: deadline)
            }
        }
        // A deadline in the future has no effect.
        let far = ContinuousClock.now + .seconds(3_600)
        #expect(
            try await renderer.render(RendererTests.chart(), deadline: far).image
                == renderer.render(RendererTests.chart()).image)
        #expect(
            try await renderer.renderVector(RendererTests.chart(), deadline: far).bytes
                == renderer.renderVector(RendererTests.chart()).bytes)
        #expect(await renderer.close() == 0)
    }

    @Test("waiting for a slot ends at the deadline")
    func slot() async throws {
        let pool = RendererPool(count: 1, slots: 1)
        let (hold, end) = AsyncStream<Void>.makeStream()
        let holder = Task {
            try await pool.withSlot { _ in for await _ in hold {} }
        }
        // Wait until the task has the slot; otherwise the others would get it.
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        await #expect(throws: RenderError.deadlineExceeded) {
            try await pool.render(RendererTests.chart(), deadline: start + .milliseconds(50))
        }
        let waited = (ContinuousClock.now - start).milliseconds
        #expect(waited >= 50 && waited < 50 + Self.latest * 1_000)
        end.finish()
        try await holder.value
        #expect(try await pool.render(RendererTests.chart()).image.width == 320)
        #expect(await pool.close() == 0)
    }

    @Test("bands and files end at the deadline")
    func bands() async throws {
        let renderer = Renderer()
        let chart = Chart(width: 16_000, height: 16_000)
        var rows = 0
        await #expect(throws: RenderError.deadlineExceeded) {
            _ = try await renderer.render(chart, deadline: .now + .milliseconds(200)) { rows += $0.height }
        }
        #expect(rows < 16_000)
        var bytes = 0
        await #expect(throws: RenderError.deadlineExceeded) {
            _ = try await renderer.render(chart, as: .png, deadline: .now + .milliseconds(200)) { bytes += $0.count }
        }
        #expect(await renderer.close() == 0)
    }

    @Test("encoding ends at its deadline, and when its task is cancelled", arguments: [ImageFormat.png, .jpeg, .webp])
    func encoding(format: ImageFormat) async throws {
        // Noise is slowest to encode.
        var state: UInt32 = 1
        let pixels = (0..<1_000 * 1_000 * 4).map { k -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return k % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: state >> 24)
        }
        let renderer = Renderer()
        var image = try await renderer.render(RendererTests.chart())
        image.image = PixelImage(size: PixelSize(width: 1_000, height: 1_000), pixels: pixels)
        let picture = image
        #expect(throws: ImageError.interrupted) { try picture.encoded(as: format, deadline: .now) }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try picture.encoded(as: format)
        }
        task.cancel()
        await #expect(throws: ImageError.interrupted) { try await task.value }
        if format != .png {
            let deadline = ContinuousClock.now + .milliseconds(5)
            #expect(throws: ImageError.interrupted) { try picture.encoded(as: format, deadline: deadline) }
            let late = (ContinuousClock.now - deadline).milliseconds
            #expect(late < Self.latest * 1_000, "\(format): \(late) ms")
        }
        #expect(await renderer.close() == 0)
    }
}
