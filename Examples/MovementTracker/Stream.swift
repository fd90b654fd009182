import Vitrail

/// Locations that come at a steady rate, and a finger that touches the chart meanwhile.
struct Stream {
    var locations: [Location]
    /// How many come a second.
    var rate: Double
    /// So many are there in the first frame.
    var first: Int
    var showsPoints: Bool
    /// Frames a second.
    var frameRate = 10.0
    var touches: [Touch] = []

    /// A touch right after a frame. The next frame shows its effect.
    struct Touch {
        var frame: Int
        var phase: GesturePhase
        /// Since the start of the ride, seconds.
        var time: Double
        /// 0 = speed, 1 = distance.
        var series: Int
    }

    var locationsPerFrame: Int { max(1, Int((rate / frameRate).rounded())) }
    /// Until all locations have come.
    var frameCount: Int { 1 + (max(0, locations.count - first) + locationsPerFrame - 1) / locationsPerFrame }

    /// How many locations a frame shows.
    func count(at frame: Int) -> Int { min(first + frame * locationsPerFrame, locations.count) }

    /// Shows the locations as they come.
    ///
    /// - Parameter show: gets each frame with its number, and the tracker that it shows.
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
