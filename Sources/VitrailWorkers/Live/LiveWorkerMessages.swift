/// A message to a worker of live sessions. Sessions and connections have numbers that the front gives out.
package enum LiveWorkerRequest: Codable, Sendable {
    /// Makes a chart. The parts are the chart's text, the uploaded files, and the state if `LiveOpening.hasState`.
    case open(session: Int, LiveOpening)
    /// Begins the connection of a client. An earlier one ends.
    case attach(session: Int, connection: Int, wantsPixels: Bool)
    /// The only part is a message of the client.
    case event(session: Int, connection: Int)
    /// The frame is being written to the client, which may acknowledge it from now on.
    case take(session: Int, connection: Int, frame: Int)
    case detach(session: Int, connection: Int)
    /// Ends a session without a message: the front has told the client.
    case end(session: Int)
}

/// The chart of a live session.
package struct LiveOpening: Codable, Sendable {
    /// The name of the session, which its client gets.
    package var name = ""
    package var theme: String?
    /// The axes that gestures move: `x`, `y` or `xy`. `nil`: both.
    package var axes: String?
    /// The names of the uploaded files, in the order of the parts.
    package var fileNames: [String] = []
    /// Whether the last part is the state of an earlier session that this one continues.
    package var hasState = false
    /// Seconds for reading the data and for the first picture.
    package var seconds = 10.0

    package init() {}
}

/// A message from a worker of live sessions, after the first `WorkerReply` that states that it is ready.
package enum LiveWorkerReply: Codable, Sendable {
    case opened(session: Int, Opened)
    case refused(session: Int, WorkerReply.Failure, isFull: Bool)
    /// The only part is a message in JSON for the client.
    case text(session: Int, connection: Int)
    /// The parts are the header of the frame and the picture.
    case frame(session: Int, connection: Int, index: Int)
    /// The only part is the state in JSON, with which another worker can continue.
    case state(session: Int)
    /// A connection has got its last message.
    case detached(session: Int, connection: Int)
    /// A session has ended by itself.
    case ended(session: Int)
    /// Sent every few seconds, so that a worker that hangs is recognised.
    case alive

    package struct Opened: Codable, Sendable {
        package var title: String
        package var altText: String
        package var warnings: [String]
        /// Bytes of the limit that the session takes.
        package var bytes: Int

        package init(title: String, altText: String, warnings: [String], bytes: Int) {
            (self.title, self.altText, self.warnings, self.bytes) = (title, altText, warnings, bytes)
        }
    }
}
