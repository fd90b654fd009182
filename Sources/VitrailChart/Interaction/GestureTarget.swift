/// An object that takes gestures: a chart, or one that passes them on to its charts.
///
/// Positions are in points from the top left of the object's picture. Each method returns whether the gesture has an
/// effect, except `advance(by:)`. `Chart` and `RangeSelector` describe the single gestures.
public protocol GestureTarget: AnyObject {
    /// - Parameters:
    ///   - time: seconds of any monotonic clock. `nil`: the time of `advance(by:)`.
    ///   - velocity: points per second at the end of the gesture. `nil`: that of the last moves.
    @discardableResult
    func pan(
        _ phase: GesturePhase, x: Double, y: Double, time: Double?, velocity: (x: Double, y: Double)?
    ) -> Bool

    /// - Parameters:
    ///   - time: as for `pan`.
    ///   - velocity: relative growth per second at the end of the gesture. `nil`: that of the last moves.
    @discardableResult
    func pinch(
        _ phase: GesturePhase, _ first: (x: Double, y: Double), _ second: (x: Double, y: Double), time: Double?,
        velocity: Double?
    ) -> Bool

    @discardableResult
    func tap(x: Double, y: Double) -> Bool
    @discardableResult
    func doubleTap(x: Double, y: Double) -> Bool
    @discardableResult
    func longPress(_ phase: GesturePhase, x: Double, y: Double) -> Bool

    /// Advances the time for everything that moves by itself.
    ///
    /// - Returns: whether anything keeps moving.
    @discardableResult
    func advance(by seconds: Double) -> Bool

    /// Stops what moves by itself, except series animations. Ranges that ease jump to their ends.
    func stopMotions()
}

extension Chart: GestureTarget {}
extension RangeSelector: GestureTarget {}
