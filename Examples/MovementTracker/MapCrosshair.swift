import Vitrail

/// A crosshair that stays while data stream in.
///
/// The chart calls `chartDidReload` when its data change, and a plain crosshair then disappears, because its point may
/// be another one. Here the existing points remain, so the crosshair remains, too: the chart keeps its position on the
/// line and draws it there in the next picture.
final class MapCrosshair: Crosshair {
    override func chartDidReload() {}
}
