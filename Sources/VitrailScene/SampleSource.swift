import Synchronization

/// A column of samples as a Scene sees it: numbers by index, and facts about blocks of them.
///
/// Marks carry sources instead of points, so that a device can keep the values between pictures. Columns of other
/// modules implement the protocol; this module knows none of them.
///
/// A source is a value: its samples never change. A column that has grown or lost its first rows is another source with
/// the same `id`, and an index means the same sample in both.
public protocol SampleSource: Sendable {
    /// Identifies the values. Sources with the same id have the same value at each index that both of them have.
    var id: SampleID { get }
    /// Indexes of the samples, from 0 on. Appended samples raise the upper bound; samples that are removed at the start
    /// raise the lower bound.
    var indices: Range<Int> { get }
    /// Calls `body` with values in order, in one or more parts. NaN is a gap.
    ///
    /// - Parameters:
    ///   - range: indexes within `indices`.
    ///   - body: receives the index of the first value of the part, and its values.
    func forEachPart(of range: Range<Int>, _ body: (Int, Span<Double>) -> Void)
    /// Facts about a block. They may be cached: the origin of a block never changes under one id.
    ///
    /// - Parameter number: the block with the indexes `SampleBlock.range(of: number)`.
    func block(_ number: Int) -> SampleBlock
}

/// The identity of a column's values.
public struct SampleID: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: UInt64

    private static let last = Atomic<UInt64>(0)

    /// An id that no other column of this process has.
    public init() { rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }

    public var description: String { "samples \(rawValue)" }
}

/// Facts about a block of a column: the samples of `range(of:)`, and the first sample of the next block, because a line
/// leads there.
///
/// A device keeps the values of a block as Float offsets from a Double origin, so that 1e9 + 1 and 1e9 + 2 stay apart.
public struct SampleBlock: Sendable, Hashable {
    /// The value that the offsets are measured from. Finite.
    public var origin: Double
    /// The extremes of the finite values. `minimum` > `maximum`: the block has none.
    public var minimum: Double
    public var maximum: Double
    /// Number of gaps.
    public var gapCount: Int

    /// A block without finite values.
    public static let empty = SampleBlock(origin: 0, minimum: .infinity, maximum: -.infinity, gapCount: 0)

    /// Number of samples in a block. Small enough that offsets are exact to 1/100 pixel whenever a block spans up to
    /// 32,768 pixels, which is one pixel per sample; large enough that 10⁷ samples take only 306 draws.
    public static let length = 1 << 15

    public init(origin: Double, minimum: Double, maximum: Double, gapCount: Int) {
        (self.origin, self.minimum, self.maximum, self.gapCount) = (origin, minimum, maximum, gapCount)
    }

    /// The number of the block with a sample.
    public static func number(of index: Int) -> Int { index / length }

    /// The indexes of a block's samples.
    public static func range(of number: Int) -> Range<Int> { number * length..<(number + 1) * length }
}

/// The affine step from values to pixels: pixel = (value − origin) · scale + start, in Double.
///
/// A scale that is not linear maps the values of its source first, once for each column and not for each picture, so
/// that a redraw with another range only changes this step.
public struct SampleTransform: Sendable, Hashable {
    public var origin: Double
    public var scale: Double
    public var start: Double

    public init(origin: Double = 0, scale: Double = 1, start: Double = 0) {
        (self.origin, self.scale, self.start) = (origin, scale, start)
    }

    /// The position of a value in pixels.
    @inlinable
    public func position(of value: Double) -> Double { (value - origin) * scale + start }

    public var isFinite: Bool { origin.isFinite && scale.isFinite && start.isFinite }
}

/// Samples on one axis of the picture.
public struct SampleAxis: Sendable {
    public var source: any SampleSource
    public var transform: SampleTransform

    public init(_ source: any SampleSource, _ transform: SampleTransform) {
        (self.source, self.transform) = (source, transform)
    }

    /// The positions of a block in pixels. `nil`: it has no finite value.
    package func extent(ofBlock number: Int) -> ClosedRange<Double>? {
        let block = source.block(number)
        guard block.minimum <= block.maximum else { return nil }
        /// Values that Double cannot map lie far outside of every picture.
        func position(_ value: Double) -> Double {
            let position = transform.position(of: value)
            return position.isNaN ? transform.start : min(max(position, -1e300), 1e300)
        }
        let (a, b) = (position(block.minimum), position(block.maximum))
        return min(a, b)...max(a, b)
    }

    /// The positions of samples in pixels. NaN: a gap.
    ///
    /// - Parameter range: indexes; others than the source's are left out.
    package func positions(_ range: Range<Int>) -> [Double] {
        let range = range.clamped(to: source.indices)
        var positions: [Double] = []
        positions.reserveCapacity(range.count)
        source.forEachPart(of: range) { _, values in
            for i in values.indices {
                let position = transform.position(of: values[i])
                positions.append(position.isFinite ? position : .nan)
            }
        }
        return positions
    }
}

extension SampleAxis: Equatable {
    /// Compares identities, not values.
    public static func == (a: Self, b: Self) -> Bool {
        a.source.id == b.source.id && a.source.indices == b.source.indices && a.transform == b.transform
    }
}

/// A stroked line through samples in order, one segment from each sample to the next: a `Polyline` whose points are
/// samples and an affine step.
public struct LineMark: Sendable, Equatable {
    public var x: SampleAxis
    public var y: SampleAxis
    /// Indexes of the samples. Samples that one of the sources lacks are omitted.
    public var range: Range<Int>
    /// Stroke width in pixels, > 0. Any other value paints nothing.
    public var width: Float
    public var paint: Paint

    public init(x: SampleAxis, y: SampleAxis, range: Range<Int>, width: Float, paint: Paint) {
        (self.x, self.y, self.range, self.width, self.paint) = (x, y, range, width, paint)
    }

    /// The indexes of `range` that both sources have.
    public var indices: Range<Int> { range.clamped(to: x.source.indices).clamped(to: y.source.indices) }

    /// The points of some samples in pixels. NaN: a gap.
    package func points(_ range: Range<Int>) -> [(x: Double, y: Double)] {
        let range = range.clamped(to: indices)
        return Array(zip(x.positions(range), y.positions(range)).lazy.map { (x: $0, y: $1) })
    }

    /// The same line with its points computed.
    public var polyline: Polyline {
        Polyline(
            points: points(indices).map { PlotPoint(x: Float($0.x), y: Float($0.y)) }, width: width, paint: paint)
    }
}
