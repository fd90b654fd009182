package import Vitrail

/// A figure that is alive for one client: takes its messages, and sends frames.
///
/// ```
///  client ─► receive ─► LiveEvent ─► LiveFigure ─┐ (state)
///     ▲                                         ▼
///     └── messages ◄── encode ◄── Renderer ◄── FramePacing: at most two frames under way
/// ```
///
/// The session knows no network. A transport passes messages to `receive(_:from:)`, and sends the messages of `attach`;
/// before a frame, it calls `take(_:from:)`.
/// Input that arrives while a frame is drawn or waits changes the state at once, so the next frame shows the newest one.
package actor LiveSession {
    package nonisolated let id: String
    private let figure: any LiveFigure
    private let renderer: Renderer
    private let limits: LiveLimits
    private let clock: @Sendable () -> Double
    private var pacing: FramePacing
    private var resolution = AdaptiveResolution()
    private var connection: Connection?
    private var connections = 0
    /// Whether this session continues one of another process, whose client does not know of the change.
    private var continuesAnother = false
    private var isDrawing = false
    private var timer: Task<Void, Never>?
    /// The chart's time on `clock`.
    private var advancedTo: Double
    private var needsTime = false
    private var lastInput: Double
    /// When the last connection ended. `nil`: one is open.
    private var detachedAt: Double?
    private(set) package var hasEnded = false
    /// A picture failed. It is tried again after the next input.
    private var hasFailed = false
    private var warned: Set<String> = []
    private var altText = ""
    private var isWatching = false
    /// When facts were told last.
    private var factsAt = -Double.infinity

    private struct Connection {
        let number: Int
        let wantsPixels: Bool
        let messages: AsyncStream<LiveMessage>.Continuation
        /// Frames begin with the first size, so that none has the size of an earlier connection.
        var hasSize = false
        // The last values that the client received.
        var altText = ""
        var state: FigureState?
        var announcement = ""
        var status = ""
        var series: [String] = []
    }

    /// The connection of a client.
    package struct Attachment: Sendable {
        package let number: Int
        /// Ends with the session, or when the client connects again.
        package let messages: AsyncStream<LiveMessage>
    }

    /// Maximum number of messages that wait for a client. Further ones are dropped. At most two of them are frames,
    /// because only frames that the transport has taken can be acknowledged.
    private static let maxWaiting = 256
    /// Maximum time in seconds of one step: after a pause, nothing jumps.
    private static let maxStep = 0.25
    /// Seconds between facts about a stream.
    private static let factsInterval = 1.0
    /// Seconds between the last input and rest. A sharp frame then follows a coarse one.
    private static let restAfter = 0.2

    /// - Parameters:
    ///   - id: a name that no stranger can guess.
    ///   - clock: seconds of a monotonic clock.
    ///   - make: reads the data and makes the figure. Called once, on the caller's thread.
    /// - Throws: the errors of `make`.
    package init(
        id: String, renderer: Renderer, limits: LiveLimits = LiveLimits(),
        clock: @escaping @Sendable () -> Double = LiveSession.seconds, make: @Sendable () throws -> any LiveFigure
    ) throws {
        (self.id, self.renderer, self.limits, self.clock) = (id, renderer, limits, clock)
        figure = try make()
        pacing = FramePacing(frameRate: limits.frameRate)
        (advancedTo, lastInput) = (clock(), clock())
        detachedAt = clock()
    }

    /// Seconds of the machine's clock.
    package static let seconds: @Sendable () -> Double = { start.duration(to: .now) / .seconds(1) }
    private static let start = ContinuousClock.now

    /// The present state, for tests and for hosts that store it.
    package var state: FigureState { figure.state }

    /// Draws the figure before there is a client, so that errors in its data appear at once.
    ///
    /// - Parameters:
    ///   - width: points, 1 or more; likewise `height`.
    ///   - state: the state of a session in another process that has ended. This session continues it, so that its client
    ///     need not restore anything. `nil`: a new session.
    /// - Returns: the picture.
    /// - Throws: the errors of `Renderer.render`.
    package func drawFirst(width: Double, height: Double, state: FigureState? = nil) async throws -> RenderedImage {
        figure.handle(.resize(width: width, height: height, pixelRatio: 1), maxPixels: limits.pixels)
        if let state { figure.handle(.restore(state), maxPixels: limits.pixels) }
        continuesAnother = state != nil
        let deadline = ContinuousClock.now + .seconds(limits.frameSeconds)
        while true {
            if let picture = try await figure.render(on: renderer, for: .png, deadline: deadline) { return picture }
        }
    }

    // MARK: Connections

    /// Begins a connection. An earlier one ends.
    ///
    /// - Parameter wantsPixels: whether frames are raw pixels rather than PNG. For connections within one machine.
    package func attach(wantsPixels: Bool = false) -> Attachment {
        connection?.messages.yield(.closing(reason: "the session was opened elsewhere"))
        connection?.messages.finish()
        let (messages, continuation) = AsyncStream.makeStream(
            of: LiveMessage.self, bufferingPolicy: .bufferingOldest(Self.maxWaiting))
        let isResumed = connections > 0 || continuesAnother
        connections += 1
        guard !hasEnded else {
            continuation.yield(.closing(reason: "the session has ended"))
            continuation.finish()
            return Attachment(number: connections, messages: messages)
        }
        pacing.reset()
        resolution.reset()
        connection = Connection(
            number: connections, wantsPixels: wantsPixels, messages: continuation, series: figure.seriesNames)
        detachedAt = nil
        lastInput = clock()
        figure.cancelGestures()
        figure.redraw()
        send(
            .hello(
                LiveMessage.Hello(
                    session: id, title: figure.title, series: figure.seriesNames, resumed: isResumed)))
        watch()
        return Attachment(number: connections, messages: messages)
    }

    /// Draws when the figure changes without input.
    private func watch() {
        guard !isWatching else { return }
        isWatching = true
        figure.begin { [weak self] in Task { await self?.wake() } }
    }

    private func wake() {
        for warning in figure.hear() { send(.warning(warning)) }
        proceed()
    }

    /// Ends a connection, unless a later one has replaced it. The state is kept.
    package func detach(_ number: Int) {
        guard connection?.number == number else { return }
        connection?.messages.finish()
        connection = nil
        detachedAt = clock()
        timer?.cancel()
        timer = nil
    }

    /// Ends the session.
    package func end(reason: String) {
        hasEnded = true
        connection?.messages.yield(.closing(reason: reason))
        if let connection { detach(connection.number) }
    }

    /// Waits for the picture in progress. After `end`, nothing reads the chart's data from then on.
    package func waitForDrawing() async {
        while isDrawing { try? await Task.sleep(for: .milliseconds(2)) }
    }

    /// The reason why the session should end now. `nil`: none.
    package func expiry() -> String? {
        let now = clock()
        if hasEnded { return "the session has ended" }
        if let detachedAt, now - detachedAt > limits.reconnectSeconds { return "the client did not come back" }
        // Somebody may look at a stream without input.
        if figure.isStreaming, detachedAt == nil { return nil }
        return now - lastInput > limits.idleSeconds ? "no input for \(Int(limits.idleSeconds)) seconds" : nil
    }

    // MARK: Events

    /// Takes a message of the client. A message that is no event is answered with an error, and changes nothing.
    ///
    /// - Parameter number: the connection. Messages of connections that were replaced are ignored.
    package func receive(_ json: [UInt8], from number: Int) {
        guard connection?.number == number else { return }
        do throws(LiveEventError) {
            try receive(try LiveEvent(json: json))
        } catch {
            send(.failure(path: error.path, message: error.message))
        }
    }

    /// Notes that the transport writes a frame now, so that the client may acknowledge it.
    ///
    /// - Parameters:
    ///   - index: the frame's.
    ///   - number: the connection. Frames of connections that were replaced are ignored.
    package func take(_ index: Int, from number: Int) {
        if connection?.number == number { pacing.take(index) }
    }

    private func receive(_ event: LiveEvent) throws(LiveEventError) {
        if case .close = event { return end(reason: "closed by the client") }
        if case .frameFeedback(let index) = event {
            // An acknowledgement of a frame of the earlier process may still be on its way.
            if continuesAnother, connection?.hasSize == false { return }
            guard pacing.acknowledge(index) else {
                throw LiveEventError("index", "no frame \(index) was sent")
            }
            resolution.acknowledge(index, now: clock())
            return proceed()
        }
        let now = clock()
        lastInput = now
        advance(to: now)
        if case .resize = event { connection?.hasSize = true }
        hasFailed = false
        figure.handle(event, maxPixels: limits.pixels)
        // A gesture may have begun something that moves, or waits.
        needsTime = figure.advance(by: 0)
        proceed()
    }

    /// Advances the chart, in case something moves.
    private func advance(to now: Double) {
        let elapsed = now - advancedTo
        advancedTo = now
        if needsTime { needsTime = figure.advance(by: min(max(elapsed, 0), Self.maxStep)) }
    }

    // MARK: Frames

    /// Draws, waits or rests, as the pacing says.
    private func proceed() {
        guard let connection, connection.hasSize, !isDrawing else { return }
        timer?.cancel()
        timer = nil
        let now = clock()
        advance(to: now)
        let isMoving = needsTime || figure.isHeld || now - lastInput < Self.restAfter
        let isCoarse = figure.resolution < 1
        // A coarse picture that stays is drawn again.
        if isCoarse, !isMoving { figure.resolution = 1 }
        let needsPicture = figure.needsPicture && !hasFailed
        switch pacing.step(now: now, needsPicture: needsPicture, needsTime: needsTime || isCoarse && isMoving) {
        case .draw:
            isDrawing = true
            figure.resolution = isMoving ? resolution.share : 1
            pacing.begin(now: now)
            Task { await self.draw() }
        case .wait(let seconds):
            timer = Task {
                try? await Task.sleep(for: .seconds(seconds))
                if !Task.isCancelled { self.proceed() }
            }
        case .rest: break
        }
        if figure.isStreaming {
            tellFactsInTime(now)
        } else if !needsPicture, !needsTime, !figure.isHeld {
            tellFacts(now)
        }
    }

    /// Tells the facts about a figure that may never rest.
    private func tellFactsInTime(_ now: Double) {
        let left = factsAt + Self.factsInterval - now
        if left <= 0 {
            tellFacts(now)
        } else if timer == nil, !isDrawing, hasNewFacts {
            timer = Task {
                try? await Task.sleep(for: .seconds(left))
                if !Task.isCancelled { self.proceed() }
            }
        }
    }

    private func draw() async {
        // The picture is for this connection, even if another one begins meanwhile.
        let (number, wantsPixels) = (connection?.number, connection?.wantsPixels ?? false)
        do {
            let picture = try await figure.render(
                on: renderer, for: wantsPixels ? nil : .png, deadline: .now + .seconds(limits.frameSeconds))
            if let picture {
                altText = picture.altText
                tellWarnings(picture.warnings)
                try await send(picture, wantsPixels: wantsPixels, to: number)
            }
        } catch {
            if let reason = Self.loss(in: error) {
                isDrawing = false
                return end(reason: reason)
            }
            hasFailed = true
            send(.failure(path: Self.path(of: error), message: ErrorText.of(error)))
        }
        isDrawing = false
        proceed()
    }

    private func send(_ picture: RenderedImage, wantsPixels: Bool, to number: Int?) async throws {
        let (format, bytes) = try await Self.encoded(picture, wantsPixels: wantsPixels)
        guard let connection, connection.number == number else { return figure.redraw() }
        resolution.send(pacing.sent + 1, now: clock())
        let frame = LiveFrame(
            index: pacing.send(), width: picture.image.width, height: picture.image.height, format: format,
            isMoving: needsTime || figure.isHeld, picture: bytes)
        if case .enqueued = connection.messages.yield(.frame(frame)) { return }
        // As if it had been lost on the way.
        pacing.take(frame.index)
        _ = pacing.acknowledge(frame.index)
        figure.redraw()
    }

    /// Away from the session, which takes events meanwhile.
    @concurrent private static func encoded(
        _ picture: RenderedImage, wantsPixels: Bool
    ) async throws -> (LiveFrame.Format, [UInt8]) {
        // A canvas takes pixels that are not premultiplied; they are the same where nothing is transparent.
        if wantsPixels, picture.image.isOpaque { return (.rgba, picture.image.pixels) }
        return (.png, try picture.encoded(as: .png))
    }

    // MARK: Messages

    private func send(_ message: LiveMessage) { connection?.messages.yield(message) }

    private var hasNewFacts: Bool {
        guard let connection, pacing.sent > 0 else { return false }
        return connection.altText != altText || connection.state != state
            || connection.announcement != figure.announcement || connection.status != figure.status
            || connection.series != figure.seriesNames
    }

    /// Sends the changed texts and the state once the chart rests. A screen reader could not follow each frame.
    private func tellFacts(_ time: Double) {
        factsAt = time
        guard var now = connection, pacing.sent > 0 else { return }
        func tell<Value: Equatable>(_ known: inout Value, _ value: Value, _ message: LiveMessage) {
            guard known != value else { return }
            known = value
            send(message)
        }
        tell(&now.series, figure.seriesNames, .series(figure.seriesNames))
        tell(&now.altText, altText, .altText(altText))
        tell(&now.state, state, .state(state, marked: figure.markedSeries))
        tell(&now.announcement, figure.announcement, .announcement(figure.announcement))
        tell(&now.status, figure.status, .status(figure.status))
        connection = now
    }

    private func tellWarnings(_ warnings: [ChartWarning]) {
        for warning in warnings where warned.insert("\(warning)").inserted {
            send(.warning("\(warning)"))
        }
    }

    /// The reason why no later picture can be drawn either. `nil`: one may. The next session reads the data again.
    private static func loss(in error: any Error) -> String? {
        guard case .data(_, .changedWhileRead(let path)) = error as? ChartError else { return nil }
        return "\(path.split(separator: "/").last ?? "a data file") has changed"
    }

    private static func path(of error: any Error) -> String {
        (error as? DescriptionError)?.path ?? ""
    }
}
