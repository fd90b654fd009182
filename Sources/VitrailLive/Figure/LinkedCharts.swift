package import Vitrail

/// Charts one above the other on one canvas. They share ranges, the marked position and the selection, and their plot
/// areas begin and end at the same x.
///
/// Input belongs to the chart under the pointer. Keys belong to the chart that was last touched, or that Tab has gone
/// to.
///
/// ```
///  event ─► chart under the pointer ─► SharedRanges, SharedMark, SharedSelection ─► other charts
/// ```
package final class LinkedCharts: LiveFigure {
    let panels: [LiveChart]
    private let layout: PanelLayout
    private var ranges: SharedRanges
    private var mark: SharedMark
    private var selection: SharedSelection
    /// Index of the chart that a gesture holds.
    private var held: Int?
    /// Index of the chart that keys belong to.
    private var focus = 0
    /// The last picture of each chart. `nil`: none shows the chart's state.
    private var pictures: [RenderedImage?]
    private(set) var isRendering = false
    /// A state that waits until the charts have a common default range, which limits the ranges of each chart.
    private var pendingState: FigureState?
    /// Input that arrived while pictures were drawn. It waits, so that all parts of a picture show the same ranges.
    private var waiting = WaitingInput()

    /// Maximum number of charts.
    package static let maxCharts = 16

    /// - Parameters:
    ///   - charts: from top to bottom, at most `maxCharts`, none rendered. Their heights are shares of the canvas.
    ///   - axes: as for `LiveChart`.
    ///   - links: the directions whose ranges are shared.
    ///   - selector: takes the gestures of the first chart, which is its main one. `nil`: none.
    package init(
        _ charts: [Chart], axes: LiveAxes = .both, links: LiveLinks = .x, selector: RangeSelector? = nil
    ) {
        precondition((1...Self.maxCharts).contains(charts.count))
        layout = PanelLayout(heights: charts.map(\.frame.height))
        panels = charts.enumerated().map { LiveChart($0.element, axes: axes, target: $0.offset == 0 ? selector : nil) }
        pictures = panels.map { _ in nil }
        ranges = SharedRanges(links)
        mark = SharedMark(panels.count)
        selection = SharedSelection(charts)
    }

    package var title: String { panels.map(\.title).first { !$0.isEmpty } ?? "" }
    package var seriesNames: [String] { panels.flatMap(\.seriesNames) }
    package var needsPicture: Bool { !waiting.isEmpty || panels.contains(where: \.needsPicture) }
    package var isHeld: Bool { panels.contains(where: \.isHeld) }
    package var state: FigureState { FigureState(panels.map { ChartState(of: $0.chart) }, focus: focus) }

    package var resolution = 1.0 {
        didSet { for panel in panels { panel.resolution = resolution } }
    }

    package var markedSeries: Int? {
        let before = panels.prefix(focus).reduce(0) { $0 + $1.markable.count }
        return panels[focus].markedSeries.map { before + $0 }
    }

    package var announcement: String {
        let texts = panels.map(\.announcement)
        // The chart with the focus is read first.
        return ([texts[focus]] + texts.enumerated().filter { $0.offset != focus }.map(\.element))
            .filter { !$0.isEmpty }.joined(separator: "; ")
    }

    package func redraw() {
        for panel in panels { panel.redraw() }
    }

    package func cancelGestures() {
        // Input of the client that is gone, too: a button that it pressed would never be released.
        waiting.removeGestures()
        for panel in panels { panel.cancelGestures() }
        held = nil
    }

    // MARK: Events

    package func handle(_ event: LiveEvent, maxPixels: Int = .max) {
        guard !isRendering else {
            if !waiting.add(event, maxPixels: maxPixels) { cancelGestures() }
            return
        }
        apply(event, maxPixels)
        share(from: focus)
    }

    @discardableResult
    package func advance(by seconds: Double) -> Bool {
        guard !isRendering else {
            waiting.add(seconds: seconds)
            return true
        }
        // Each panel, even if an earlier one moves.
        let moves = panels.map { $0.advance(by: seconds) }
        share(from: moves.firstIndex(of: true) ?? focus)
        return moves.contains(true)
    }

    private func apply(_ event: LiveEvent, _ maxPixels: Int) {
        switch event {
        case .resize(let width, let height, let ratio): layout.resize(panels, width, height, ratio, maxPixels)
        case .pointerDown(let pointer):
            let index = held ?? layout.panel(at: pointer.y)
            (held, focus) = (index, index)
            send(.pointerDown(layout.moved(pointer, to: index)), to: index)
        case .pointerMove(let pointer):
            let index = held ?? layout.panel(at: pointer.y)
            send(.pointerMove(layout.moved(pointer, to: index)), to: index)
        case .pointerUp(let pointer):
            let index = held ?? layout.panel(at: pointer.y)
            send(.pointerUp(layout.moved(pointer, to: index)), to: index)
            if !panels[index].isHeld { held = nil }
        case .doubleClick(let pointer):
            focus = layout.panel(at: pointer.y)
            send(.doubleClick(layout.moved(pointer, to: focus)), to: focus)
        case .wheel(var wheel):
            focus = layout.panel(at: wheel.y)
            wheel.y -= layout.tops[focus]
            send(.wheel(wheel), to: focus)
        case .keyDown(let key): press(key)
        case .preferences: for index in panels.indices { send(event, to: index) }
        case .restore(let state):
            if ranges.isLinked { restore(state) } else { pendingState = state }
        case .pointerEnter, .pointerLeave, .keyUp, .frameFeedback, .close: break
        }
    }

    private func restore(_ state: FigureState) {
        for (panel, state) in zip(panels, state.charts) { panel.restore(state) }
        if let index = state.focus, panels.indices.contains(index) { focus = index }
        // Each chart has its own mark already.
        mark.note(panels)
    }

    private func send(_ event: LiveEvent, to index: Int) { panels[index].handle(event) }

    private func press(_ key: KeyEvent) {
        guard key.key == "Tab", key.modifiers.isDisjoint(with: [.control, .alt, .meta]) else {
            return send(.keyDown(key), to: focus)
        }
        // Through the series of all charts.
        let all = panels.indices.flatMap { index in panels[index].markable.indices.map { (index, $0) } }
        let step = key.modifiers.contains(.shift) ? -1 : 1
        let next = markedSeries.map { $0 + step } ?? (step > 0 ? 0 : all.count - 1)
        guard all.indices.contains(next) else {
            return panels.forEach { $0.chart.crosshair.remove() }
        }
        focus = all[next].0
        panels[focus].markSeries(at: all[next].1)
    }

    /// Passes on the changes of a chart.
    private func share(from source: Int) {
        ranges.share(from: source)
        mark.share(panels, from: source, ranges)
        selection.share(panels.map(\.chart))
    }

    // MARK: Pictures

    /// Maximum number of pictures of a chart until ranges and edges of all charts agree.
    private static let maxPasses = 4

    package nonisolated(nonsending) func render(
        on renderer: Renderer, for format: ImageFormat?, deadline: ContinuousClock.Instant
    ) async throws -> RenderedImage? {
        isRendering = true
        defer { takeWaiting() }
        for pass in 1...Self.maxPasses {
            for (index, panel) in panels.enumerated() where panel.needsPicture || pictures[index] == nil {
                pictures[index] = try await panel.render(on: renderer, for: nil, deadline: deadline)
            }
            let areComplete = pictures.allSatisfy { $0 != nil }
            var change = ranges.link(panels) || layout.align(panels)
            if let state = pendingState {
                pendingState = nil
                restore(state)
                change = true
            }
            mark.note(panels)
            if areComplete, !change || pass == Self.maxPasses { return joined(pictures.compactMap(\.self)) }
        }
        return nil
    }

    private func takeWaiting() {
        isRendering = false
        waiting.take()(self)
    }

    private func joined(_ parts: [RenderedImage]) -> RenderedImage {
        var whole = RenderedImage.stacked(parts)
        whole.title = title
        whole.altText = parts.enumerated().map { k, part in
            let title = part.title.isEmpty ? "" : ", “\(part.title)”"
            return "Chart \(k + 1) of \(parts.count)\(title). \(part.altText)"
        }.joined(separator: "\n")
        whole.warnings = parts.flatMap(\.warnings) + ranges.warnings
        return whole
    }
}

/// The directions whose ranges linked charts share.
package enum LiveLinks: String, Sendable, CaseIterable {
    case x
    case y
    case both = "xy"
    case none

    var isHorizontal: Bool { self == .x || self == .both }
    var isVertical: Bool { self == .y || self == .both }
}

extension LinkedCharts: OverviewedFigure {
    var main: LiveChart { panels[0] }

    func changeMain(_ change: (LiveChart) -> Void) {
        change(main)
        share(from: 0)
    }
}
