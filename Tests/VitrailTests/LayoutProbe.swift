import Vitrail

/// Queries of layout tests: where a picture has ink of a colour.
extension Probe {
    /// The bounding box of the pixels inside `area` that are nearer to a colour than to white; `nil`: there are none.
    func ink(_ color: Color, in area: PixelRect? = nil) -> PixelRect? {
        var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
        let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        let area = area?.intersection(whole) ?? whole
        for y in area.y..<area.maxY {
            for x in area.x..<area.maxX where isInk(self[x, y], color) {
                (left, right) = (min(left, x), max(right, x + 1))
                (top, bottom) = (min(top, y), max(bottom, y + 1))
            }
        }
        return left < right ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }

    /// The bounding box of the pixels with exactly this colour in the whole picture; `nil`: there are none.
    func exact(_ color: Color) -> PixelRect? {
        var found: PixelRect?
        for y in 0..<image.height {
            for x in 0..<image.width
            where image[x, y].x == color.red && image[x, y].y == color.green && image[x, y].z == color.blue {
                let own = PixelRect(x: x, y: y, width: 1, height: 1)
                found = found.map { $0.joined(own) } ?? own
            }
        }
        return found
    }

    /// Whether a pixel is covered by a colour for more than a quarter.
    private func isInk(_ pixel: Color, _ color: Color) -> Bool {
        // Fast path: most pixels are white.
        guard pixel != .white else { return false }
        let share = { (from: UInt8, to: UInt8, is: UInt8) in
            to == from ? nil : (Double(`is`) - Double(from)) / (Double(to) - Double(from))
        }
        let parts = [
            share(255, color.red, pixel.red), share(255, color.green, pixel.green), share(255, color.blue, pixel.blue),
        ].compactMap { $0 }
        guard let minimum = parts.min(), let maximum = parts.max(), pixel.alpha > 0 else { return false }
        let keeps =
            (color.red < 255 || pixel.red > 200) && (color.green < 255 || pixel.green > 200)
            && (color.blue < 255 || pixel.blue > 200)
        return keeps && minimum > 0.25 && maximum - minimum < 0.2
    }

    /// The area below the plot area, over its width and `beyond` on both sides.
    func below(beyond: Int = 0) -> PixelRect {
        PixelRect(x: plot.x - beyond, y: plot.maxY, width: plot.width + 2 * beyond, height: image.height - plot.maxY)
    }

    /// A strip around a position on the x-axis, below the plot area.
    func below(at x: Double, halfWidth: Int) throws -> PixelRect {
        let position = Int(try position(of: x, 0).x)
        return PixelRect(x: position - halfWidth, y: plot.maxY, width: 2 * halfWidth, height: image.height - plot.maxY)
    }
}

/// Whether two positions are at most `slack` apart.
func near(_ a: Double, _ b: Double, _ slack: Double) -> Bool { abs(a - b) <= slack }

extension PixelRect {
    var midX: Double { Double(x) + Double(width) / 2 }
    var midY: Double { Double(y) + Double(height) / 2 }

    /// The smallest rectangle that contains both.
    func joined(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}

extension Rect {
    func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}

/// Records the ticks passed to the alter hook, and lets a test change them.
final class TickRecorder: ChartDelegate {
    private(set) var calls: [(axis: Axis, value: Double, label: String)] = []
    private let change: (TickMark, Axis) -> Void

    init(_ change: @escaping (TickMark, Axis) -> Void = { _, _ in }) { self.change = change }

    func chart(_ chart: Chart, alter tick: TickMark, of axis: Axis) {
        calls.append((axis, tick.value, tick.label))
        change(tick, axis)
    }
}
