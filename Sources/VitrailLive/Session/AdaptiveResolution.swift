/// Chooses the resolution of frames while a chart moves: less over a slow connection, so that movements stay smooth. At
/// rest, frames are sharp.
package struct AdaptiveResolution: Sendable {
    /// Share of the canvas' pixels per point: 1, 1/2 or 1/4.
    package private(set) var share = 1.0

    /// Frames get fewer pixels if the delay beyond the shortest one is longer than this, in seconds.
    package static let slow = 0.1
    /// They get more pixels if it is shorter than this, in seconds. A quarter of the pixels takes about a quarter of
    /// the time, so that the choice does not swing.
    package static let fast = 0.02
    private static let minShare = 0.25

    private var sent: [Int: Double] = [:]
    /// The shortest time between a frame and its acknowledgement: the time that the distance alone takes.
    private var shortest = Double.infinity

    package init() {}

    package mutating func send(_ index: Int, now: Double) { sent[index] = now }

    /// Notes that a frame and all before it are shown.
    package mutating func acknowledge(_ index: Int, now: Double) {
        guard let start = sent[index] else { return }
        sent = sent.filter { $0.key > index }
        let trip = max(now - start, 0)
        shortest = min(shortest, trip)
        let delay = trip - shortest
        if delay > Self.slow { share = max(share / 2, Self.minShare) }
        if delay < Self.fast { share = min(share * 2, 1) }
    }

    /// Forgets a connection that was lost; the next one may be another network.
    package mutating func reset() { self = AdaptiveResolution() }
}
