import Foundation
import Vitrail

@testable import VitrailLive

/// One device for all tests.
let renderer = Renderer()

/// Two lines over 0…100, with axes of fixed ranges, so that expected ranges are exact.
func makeChart() -> Chart {
    let chart = Chart(width: 400, height: 300)
    chart.title = "Two lines"
    let x = (0...100).map(Double.init)
    let first = LineSeries(x: x, y: x.map { $0 * 2 }, title: "first")
    let second = LineSeries(x: x, y: x.map { 200 - $0 }, title: "second")
    chart.add(first)
    chart.add(second)
    return chart
}

/// A chart that was rendered once, as it is when events arrive.
func renderedChart(_ axes: LiveAxes = .both) async throws -> LiveChart {
    let live = LiveChart(makeChart(), axes: axes)
    _ = try await renderer.render(live.chart)
    _ = live.noteRendered()
    return live
}

extension LiveChart {
    var x: NumberRange { chart.xAxis.axisRange }
    var y: NumberRange { chart.yAxis.axisRange }
    var plot: Rect { chart.plotAreaFrame! }
    var middle: (x: Double, y: Double) { (plot.x + plot.width / 2, plot.y + plot.height / 2) }

    func press(_ key: String, _ modifiers: Set<Modifier> = []) {
        handle(.keyDown(KeyEvent(key: key, modifiers: modifiers)))
    }

    /// A drag of a mouse from the middle of the plot area, at rest before the button is released.
    func drag(dx: Double, dy: Double, from start: (x: Double, y: Double)? = nil) {
        let (x, y) = start ?? middle
        handle(.pointerDown(PointerEvent(x: x, y: y, button: 1, time: 0)))
        handle(.pointerMove(PointerEvent(x: x + dx / 2, y: y + dy / 2, time: 0.1)))
        handle(.pointerMove(PointerEvent(x: x + dx, y: y + dy, time: 0.2)))
        handle(.pointerUp(PointerEvent(x: x + dx, y: y + dy, button: 1, time: 1)))
    }

    /// A drag of a mouse to the left that ends with a fast release.
    func flick() {
        let (x, y) = middle
        handle(.pointerDown(PointerEvent(x: x, y: y, button: 1, time: 0)))
        for k in 1...4 { handle(.pointerMove(PointerEvent(x: x - Double(k) * 5, y: y, time: Double(k) * 0.016))) }
        handle(.pointerUp(PointerEvent(x: x - 20, y: y, time: 0.064)))
    }
}

/// The messages of a session, one by one.
struct Reader: Sendable {
    private let messages: AsyncStream<LiveMessage>
    let number: Int

    init(_ attachment: LiveSession.Attachment) { (messages, number) = (attachment.messages, attachment.number) }

    func next() async -> LiveMessage? {
        // All iterators of a stream share its messages.
        var iterator = messages.makeAsyncIterator()
        return await iterator.next()
    }

    /// The next frame; other messages are skipped.
    func frame() async -> LiveFrame? {
        while let message = await next() { if case .frame(let frame) = message { return frame } }
        return nil
    }

    /// The next error; other messages are skipped.
    func failure() async -> (path: String, message: String)? {
        while let message = await next() {
            if case .failure(let path, let text) = message { return (path, text) }
        }
        return nil
    }

    /// The next state of the first chart; other messages are skipped.
    func state() async -> ChartState? {
        while let message = await next() { if case .state(let state, _) = message { return state.charts[0] } }
        return nil
    }
}

extension LiveSession {
    var chartState: ChartState { state.charts[0] }

    func send(_ json: String, _ reader: Reader) async { receive(Array(json.utf8), from: reader.number) }
    /// Takes and acknowledges a frame.
    func acknowledge(_ frame: LiveFrame, _ reader: Reader) async {
        take(frame.index, from: reader.number)
        await send(#"{"event_type": "frame_feedback", "index": \#(frame.index)}"#, reader)
    }
}

let resize = #"{"event_type": "resize", "width": 400, "height": 300, "pixel_ratio": 1}"#
