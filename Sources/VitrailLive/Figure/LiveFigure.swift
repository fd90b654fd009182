package import Vitrail

/// The content of a live canvas: one chart, or several charts that belong together. Events go in, pictures come out.
///
/// A figure belongs to one session and does not cross threads. Time passes only in `advance(by:)`.
package protocol LiveFigure: AnyObject {
    var title: String { get }
    /// Names of the series that the crosshair can mark, in the order of Tab.
    var seriesNames: [String] { get }
    /// Index of the marked series in `seriesNames`. `nil`: none is marked.
    var markedSeries: Int? { get }
    /// Whether the next picture differs from the last one.
    var needsPicture: Bool { get }
    /// Whether a gesture is in progress.
    var isHeld: Bool { get }
    /// Fraction of the canvas's pixels per point in the next picture, above 0, at most 1.
    var resolution: Double { get set }
    var state: FigureState { get }
    /// Series and values at the crosshair in the last picture. Empty: nothing is marked.
    var announcement: String { get }
    /// Whether the figure changes without input, so that it may never rest.
    var isStreaming: Bool { get }
    /// A sentence about the figure for the user. Empty: there is none.
    var status: String { get }

    /// Calls `wake`, on any thread, after changes without input: once until `hear` is called. Called at most once.
    func begin(_ wake: @escaping @Sendable () -> Void)

    /// Notes that `wake` was heard.
    ///
    /// - Returns: warnings that were not told yet.
    func hear() -> [String]

    /// - Parameter maxPixels: maximum number of device pixels of a picture. A larger canvas gets fewer pixels per point.
    func handle(_ event: LiveEvent, maxPixels: Int)

    /// Advances the time of momentum, of animations and of a long press.
    ///
    /// - Returns: whether something moves or may happen without another event.
    func advance(by seconds: Double) -> Bool

    /// Ends gestures whose client is gone.
    func cancelGestures()

    /// Requests a picture even if nothing has changed.
    func redraw()

    /// Draws the present state.
    ///
    /// - Parameter format: the format that the picture will be encoded in. `nil`: none.
    /// - Returns: `nil` if the picture does not show the state and another one is needed first. The first picture
    ///   provides the default ranges, which a restored state needs.
    /// - Throws: the errors of `Renderer.render`.
    nonisolated(nonsending) func render(
        on renderer: Renderer, for format: ImageFormat?, deadline: ContinuousClock.Instant
    ) async throws -> RenderedImage?
}

/// A figure that changes with input only.
extension LiveFigure {
    package var isStreaming: Bool { false }
    package var status: String { "" }
    package func begin(_ wake: @escaping @Sendable () -> Void) {}
    package func hear() -> [String] { [] }
}
