import Vitrail

/// Two charts, one above the other, touched and shown as one. The program uses both builds only through this protocol.
protocol LinkedCharts: AnyObject {
    var main: Chart { get }
    /// The chart below the main one.
    var overview: Chart { get }

    /// - Parameters:
    ///   - x: points of both charts together.
    ///   - velocity: velocity at the end of the gesture, points per second.
    @discardableResult
    func pan(_ phase: GesturePhase, x: Double, y: Double, velocity: (x: Double, y: Double)?) -> Bool
    @discardableResult
    func pinch(_ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double)) -> Bool
    /// - Returns: whether something still moves.
    @discardableResult
    func advance(by seconds: Double) -> Bool
    /// Ends everything that still moves.
    func stopMotions()
}

/// The two builds.
enum Build: String, CaseIterable {
    /// The tutorial's own classes.
    case tutorial
    /// The library's `RangeSelector`.
    case library

    func makeCharts(size: (width: Double, height: Double), datasource: any DatasourceLookup) -> any LinkedCharts {
        switch self {
        case .tutorial:
            TutorialRangeSelector(width: size.width, height: size.height, datasource: datasource, splitProportion: 0.75)
        case .library:
            LibraryRangeSelector(width: size.width, height: size.height, datasource: datasource, splitProportion: 0.75)
        }
    }
}

extension Renderer {
    /// Renders both charts as one picture. The main one is rendered first, because the other one's plot area takes its
    /// edges.
    nonisolated(nonsending) func render(_ charts: any LinkedCharts) async throws -> RenderedImage {
        var picture = try await render(charts.main)
        let below = try await render(charts.overview)
        let size = PixelSize(width: picture.image.width, height: picture.image.height + below.image.height)
        picture.image = PixelImage(size: size, pixels: picture.image.pixels + below.image.pixels)
        picture.altText += " Below it, an overview of all data. " + below.altText
        return picture
    }
}
