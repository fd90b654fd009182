import Vitrail

/// A crosshair that stays while data stream in.
///
/// The chart calls `chartDidReload` when its data are others, and a plain crosshair goes then: its point may be another one. Here the points that were
/// there remain, so the crosshair remains, too: the chart keeps it at its place on the line, and draws it where that place is in the next picture.
final class MapCrosshair: Crosshair {
    override func chartDidReload() {}
}
