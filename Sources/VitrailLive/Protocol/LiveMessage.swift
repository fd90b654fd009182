import Foundation

/// A message from a session to its client. Frames are binary messages, all others are JSON.
package enum LiveMessage: Sendable {
    case hello(Hello)
    case frame(LiveFrame)
    /// The chart in words; sent when it has changed and the chart rests.
    case altText(String)
    /// The state that a client sends back to a new session, and the index of the marked series among those of
    /// `Hello.series`.
    case state(FigureState, marked: Int?)
    /// The values at the crosshair, for readers of the screen. Empty: there is no crosshair.
    case announcement(String)
    /// A sentence about the chart for the user. Empty: there is none.
    case status(String)
    /// The names of `Hello.series` have changed.
    case series([String])
    /// A message that was no event, or a picture that could not be drawn. The session goes on.
    case failure(path: String, message: String)
    /// An assumption that the chart was drawn with.
    case warning(String)
    /// The last message of a session.
    case closing(reason: String)

    /// The first message.
    package struct Hello: Sendable, Encodable {
        package var type = "hello"
        package var version = LiveMessage.version
        /// Name of the session. A client that connects again sends it.
        package var session: String
        package var title: String
        /// Names of the series that the crosshair can mark, for Tab.
        package var series: [String]
        /// Whether the session existed before, with the state that the client knows.
        package var resumed: Bool
    }

    /// Version of the protocol.
    package static let version = 1

    /// The bytes of a message in JSON. `nil` for a frame.
    package var json: [UInt8]? {
        switch self {
        case .frame: nil
        case .hello(let hello): Self.encoded(hello)
        case .altText(let text): Self.encoded(["type": "alt", "text": text])
        case .state(let state, let marked): Self.encoded(StateMessage(state: state, marked: marked))
        case .announcement(let text): Self.encoded(["type": "announcement", "text": text])
        case .status(let text): Self.encoded(["type": "status", "text": text])
        case .series(let names): Self.encoded(SeriesMessage(series: names))
        case .failure(let path, let message): Self.encoded(["type": "error", "path": path, "message": message])
        case .warning(let message): Self.encoded(["type": "warning", "message": message])
        case .closing(let reason): Self.encoded(["type": "closing", "reason": reason])
        }
    }

    private struct StateMessage: Encodable {
        var type = "state"
        var state: FigureState
        var marked: Int?
    }

    private struct SeriesMessage: Encodable {
        var type = "series"
        var series: [String]
    }

    private static func encoded(_ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and finite numbers cannot fail.
        guard let data = try? encoder.encode(message) else { preconditionFailure("a message has no JSON") }
        return Array(data)
    }
}
