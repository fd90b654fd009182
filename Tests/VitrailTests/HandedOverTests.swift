import Synchronization
import Testing
import Vitrail

@Suite("Charts that are handed over")
struct HandedOverTests {
    final class Hooked: XySeries {
        static let hook = Hook(token: 7)
        override func draw(_ pass: XyPassData, in context: DrawContext) { context.hook(Self.hook) }
    }

    /// Observes a chart from the device's thread, only to see whether it still exists.
    final class Watch: @unchecked Sendable {
        weak var chart: Chart?
        let wasThere = Mutex<Bool?>(nil)
    }

    @Test("are gone before they are drawn; others are there", arguments: [true, false])
    func gone(isHandedOver: Bool) async throws {
        let watch = Watch()
        func made() -> Chart {
            let chart = Chart(width: 200, height: 100)
            chart.add(Hooked(columns: SeriesColumns(y: Column([0.0, 1]))))
            watch.chart = chart
            return chart
        }
        let hooks: [Hook: HookAction] = [Hooked.hook: { _ in watch.wasThere.withLock { $0 = watch.chart != nil } }]
        let renderer = Renderer()
        let chart = made()
        if isHandedOver {
            _ = try await renderer.render(consume chart, hooks: hooks)
        } else {
            _ = try await renderer.render(chart, hooks: hooks)
            #expect(chart.series.count == 1)
        }
        #expect(watch.wasThere.withLock { $0 } == !isHandedOver)
        #expect(await renderer.close() == 0)
    }

    @Test("leave their warnings to the picture")
    func warnings() async throws {
        let chart = Chart(width: 200, height: 100)
        let source = SimpleDataSource()
        #expect(!source.addSeries(nil, [1, 2]))
        chart.dataSource = source
        let image = try await Renderer().render(chart)
        #expect(!image.warnings.isEmpty && image.warnings == chart.warnings)
    }
}
