/// Decides when a session draws: at most two frames are under way to the client, and at most so many in a second. While
/// a frame has to wait, further changes gather in it, so the newest state wins.
package struct FramePacing: Sendable {
    package enum Step: Sendable, Equatable {
        case draw
        /// Seconds until the next look.
        case wait(Double)
        /// Nothing happens before the next event.
        case rest
    }

    /// Maximum number of frames that were sent and not acknowledged.
    package static let maxUnderWay = 2

    /// Seconds between the beginnings of two frames.
    private let interval: Double
    private var lastStart = -Double.infinity
    /// Index of the last frame that was sent. Frames count from 1 in a session, across its connections.
    package private(set) var sent = 0
    /// Index of the last frame that the transport has taken.
    private var taken = 0
    private var acknowledged = 0

    package init(frameRate: Double) { interval = 1 / frameRate }

    package var underWay: Int { sent - acknowledged }

    /// - Parameters:
    ///   - now: seconds of a monotonic clock.
    ///   - needsPicture: whether there is something new to show.
    ///   - needsTime: whether something moves or may happen by itself.
    package func step(now: Double, needsPicture: Bool, needsTime: Bool) -> Step {
        guard needsPicture || needsTime else { return .rest }
        // An acknowledgement will come as an event.
        guard underWay < Self.maxUnderWay else { return needsTime ? .wait(interval) : .rest }
        let left = lastStart + interval - now
        if needsPicture, left <= 0 { return .draw }
        return .wait(left > 0 ? left : interval)
    }

    package mutating func begin(now: Double) { lastStart = now }

    /// - Returns: the index of the frame that is sent now.
    package mutating func send() -> Int {
        sent += 1
        return sent
    }

    /// Notes that the transport writes a frame now.
    package mutating func take(_ index: Int) { taken = min(max(taken, index), sent) }

    /// - Returns: whether a frame of this index was written. A client cannot have seen one that still waits.
    package mutating func acknowledge(_ index: Int) -> Bool {
        guard index >= 1, index <= taken else { return false }
        acknowledged = max(acknowledged, index)
        return true
    }

    /// Forgets frames of a connection that was lost.
    package mutating func reset() { (taken, acknowledged) = (sent, sent) }
}
