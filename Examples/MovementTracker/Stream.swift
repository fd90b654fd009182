import Vitrail

/// Locations that arrive at a steady rate, and a finger that touches the chart meanwhile.
struct Stream {
    var locations: [Location]
    /// Locations per second.
    var rate: Double
    /// Number of locations in the first frame.
    var first: Int
    var showsPoints: Bool
    /// Frames per second.
    var frameRate = 10.0
    var touches: [Touch] = []

    /// A touch right after a frame. The next frame shows its effect.
    struct Touch {
        var frame: Int
        var phase: GesturePhase
        /// Seconds since the start of the ride.
        var time: Double
        /// 0: speed, 1: distance.
        var series: Int
    }

    var locationsPerFrame: Int { max(1, Int((rate / frameRate).rounded())) }
    /// Frames until all locations have arrived.
    var frameCount: Int { 1 + (max(0, locations.count - first) + locationsPerFrame - 1) / locationsPerFrame }

    /// Number of locations in a frame.
    func count(at frame: Int) -> Int { min(first + frame * locationsPerFrame, locations.count) }

    /// Shows the locations as they arrive.
    ///
    /// - Parameter show: called with each frame, its number and its tracker.
    nonisolated(nonsending) func play(
        width: Double, height: Double, on renderer: Renderer, show: (Int, RenderedImage, Tracker) throws -> Void
    ) async throws {
        let tracker = Tracker(width: width, height: height, showsPoints: showsPoints)
        for frame in 0..<frameCount {
            tracker.update(locations[(frame == 0 ? 0 : count(at: frame - 1))..<count(at: frame)])
            try show(frame, try await renderer.render(tracker.chart), tracker)
            for touch in touches where touch.frame == frame {
                tracker.touch(touch.phase, at: Ride.start + touch.time, ofSeries: touch.series)
            }
        }
    }
}
