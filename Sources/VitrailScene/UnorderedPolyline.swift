/// A stroked line through any number of points whose path is not monotonic. Painted like `Polyline`.
///
/// The points need not be in memory: a reader reads them in chunks, any number of times.
public struct UnorderedPolyline: Sendable {
    /// Appends the points of a range within `0..<count`, the same points on every call. A non-finite point is a gap.
    /// Called on any thread, and on several threads at once.
    public typealias Reading = @Sendable (_ range: Range<Int>, _ points: inout OutputSpan<PlotPoint>) -> Void

    /// Stroke width in pixels, > 0. Any other value paints nothing.
    public var width: Float
    public var color: Color
    public let count: Int
    private let reading: Reading

    public init(count: Int, width: Float, color: Color, reading: @escaping Reading) {
        (self.count, self.width, self.color, self.reading) = (count, width, color, reading)
    }

    public init(_ points: [PlotPoint], width: Float, color: Color) {
        self.init(count: points.count, width: width, color: color) { range, output in
            for i in range { output.append(points[i]) }
        }
    }

    /// Appends the points of a range.
    ///
    /// - Precondition: the range lies within `0..<count`, and `points` has capacity for it.
    public func read(_ range: Range<Int>, into points: inout OutputSpan<PlotPoint>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count) points")
        let end = points.count + range.count
        reading(range, &points)
        precondition(points.count == end, "\(range.count) points were asked for")
    }

    /// The same line with all points in memory.
    public var polyline: Polyline {
        var points: [PlotPoint] = []
        points.append(addingCapacity: count) { read(0..<count, into: &$0) }
        return Polyline(points: points, width: width, paint: .solid(color))
    }
}

extension UnorderedPolyline: Equatable {
    /// Whether both paint the same line. Reads all points.
    public static func == (a: Self, b: Self) -> Bool {
        guard a.width == b.width, a.color == b.color, a.count == b.count else { return false }
        func bits(_ point: PlotPoint) -> [UInt32] { [point.x.bitPattern, point.y.bitPattern] }
        return zip(a.polyline.points, b.polyline.points).allSatisfy { bits($0) == bits($1) }
    }
}

extension UnorderedPolyline: CustomStringConvertible {
    public var description: String { "Trajectory \(color), \(width) px × \(count)" }
}
