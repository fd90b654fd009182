import Vitrail

/// A scene as pictures.
struct Film {
    var frames: [RenderedImage] = []
    /// Seconds per first and last picture.
    static let hold = 1.0

    /// Renders a scene, from the picture before the first touch to the picture at rest.
    ///
    /// - Parameter look: called with each picture while the charts still have the state that it shows.
    nonisolated(nonsending) init(
        _ scene: TouchScene, on charts: any LinkedCharts, _ renderer: Renderer,
        drawnStyle: (RenderedImage) throws -> Void = { _ in }
    ) async throws {
        try await add(charts, renderer, drawnStyle)
        let playback = Playback(scene, on: charts)
        while playback.next() { try await add(charts, renderer, drawnStyle) }
    }

    private nonisolated(nonsending) mutating func add(
        _ charts: any LinkedCharts, _ renderer: Renderer, _ drawnStyle: (RenderedImage) throws -> Void
    ) async throws {
        let picture = try await renderer.render(charts)
        try drawnStyle(picture)
        frames.append(picture)
    }

    /// An animated PNG that loops forever.
    func encoded() throws -> [UInt8] {
        guard let first = frames.first else { return [] }
        var animation = try AnimatedPNG(first: first, frameCount: frames.count)
        for (k, frame) in frames.enumerated() {
            try animation.append(frame, delay: k == 0 || k == frames.count - 1 ? Self.hold : Playback.frame)
        }
        return try animation.finish()
    }
}
