import Foundation

/// The connection of a client to its session in a worker.
package struct LiveLine: Sendable {
    package enum Message: Sendable {
        /// JSON.
        case text([UInt8])
        case frame(index: Int, header: [UInt8], picture: [UInt8])
    }

    let pool: LivePool
    let session: Int
    let number: Int
    /// Ends with the session, or when the client connects again.
    package let messages: AsyncStream<Message>

    /// Maximum number of messages that wait for a client. Further ones are dropped. At most two of them are frames,
    /// because only frames that `take` has announced can be acknowledged.
    static let maxWaiting = 256

    /// Passes on a message of the client.
    package func receive(_ json: [UInt8]) async {
        await pool.tell(self, .event(session: session, connection: number), [json])
    }

    /// Notes that a frame is written now, so that the client may acknowledge it.
    package func take(_ frame: Int) async {
        await pool.tell(self, .take(session: session, connection: number, frame: frame))
    }

    /// The client is gone. The session waits for it.
    package func leave() async { await pool.leave(self) }

    /// The last message of a connection.
    static func closing(reason: String) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts cannot fail.
        return Array((try? encoder.encode(["reason": reason, "type": "closing"])) ?? Data())
    }
}
