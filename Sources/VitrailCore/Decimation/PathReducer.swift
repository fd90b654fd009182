public import VitrailScene

/// A mapped point of a path in its series' own directions: pixels along the independent axis, and across.
public struct PathPoint: Sendable, Equatable {
    public var along: Float
    public var across: Float

    public init(along: Float, across: Float) {
        (self.along, self.across) = (along, across)
    }

    public static let gap = PathPoint(along: .nan, across: .nan)
    public var isGap: Bool { !(along.isFinite && across.isFinite) }

    public func plotPoint(_ orientation: CartesianSeries.Orientation) -> PlotPoint {
        orientation == .horizontal ? PlotPoint(x: along, y: across) : PlotPoint(x: across, y: along)
    }
}

/// Samples → the path that shows them: mapped one to one, or, where many share an eighth of a pixel column, the first, lowest, highest and last of
/// each (M4: Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", 2014).
enum PathReducer {
    /// Parts of a pixel column that are reduced each by itself. Of whole columns the picture is another: a peak of one sample becomes as wide as its
    /// column, and what goes to and fro in one covers but a part of it.
    static let partsPerColumn = 8.0
    /// More samples than this per pixel column are reduced; M4 keeps four.
    static let samplesPerColumn = 4 * partsPerColumn

    /// Whether so many samples become fewer points.
    static func reduces(_ count: Int, to alongScale: AxisScale, isAscending: Bool) -> Bool {
        isAscending && Double(count) > abs(alongScale.end - alongScale.start) * samplesPerColumn
    }

    /// The path over the samples of `range`, in order. A value that is not finite, or that its axis cannot map, is a gap; one in a stretch
    /// that an axis leaves out is passed over, so that its neighbours are joined.
    ///
    /// - Parameters:
    ///   - isAscending: whether the independent values never fall; only then columns can be formed.
    ///   - keepsIndexes: one point a sample, whatever the sample is: those passed over become gaps.
    ///   - pyramid: over `across`, if there is one.
    /// - Complexity: O(pixel columns · log samples) on linear axes with a pyramid, else O(samples), one read each; the result has at most 32
    ///   points a pixel column when reduced.
    static func path(
        along: SharedValues, across: SharedValues, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale, isAscending: Bool, keepsIndexes: Bool = false, pyramid: ExtremePyramid? = nil
    ) -> [PathPoint] {
        let samples = Samples(
            range: range, reduces: reduces(range.count, to: alongScale, isAscending: isAscending), keepsIndexes: keepsIndexes)
        switch alongScale.mapper {
        case .identity where samples.reduces && acrossScale.mapper == .identity:
            return ColumnExtremes.path(along: along, across: across, range: range, Affine(alongScale), Affine(acrossScale), pyramid: pyramid)
        case .identity: return path(along, across, samples, Affine(alongScale), acrossScale)
        case .logarithm, .symmetricLogarithm: return path(along, across, samples, Mapped(alongScale), acrossScale)
        case .discontinuous(let exclusions):
            return path(along, across, samples, Broken(alongScale, exclusions), acrossScale)
        }
    }

    private static func path(
        _ along: SharedValues, _ across: SharedValues, _ samples: Samples, _ placeAlong: some Placing, _ acrossScale: AxisScale
    ) -> [PathPoint] {
        switch acrossScale.mapper {
        case .identity: return run(along, across, samples, placeAlong, Affine(acrossScale))
        case .logarithm, .symmetricLogarithm: return run(along, across, samples, placeAlong, Mapped(acrossScale))
        case .discontinuous(let exclusions):
            return run(along, across, samples, placeAlong, Broken(acrossScale, exclusions))
        }
    }

    /// Which samples become a path, and how.
    private struct Samples {
        var range: Range<Int>
        var reduces: Bool
        var keepsIndexes: Bool
    }

    /// The indexes that can be seen: those inside the axis' range and one neighbour on each side.
    static func visible(_ values: SharedValues, in range: NumberRange, isAscending: Bool) -> Range<Int> {
        guard isAscending, values.count > 0 else { return 0..<values.count }
        let first = lowerBound(values) { $0 >= range.minimum }
        let last = lowerBound(values) { $0 > range.maximum }
        return max(0, first - 1)..<min(values.count, last + 1)
    }

    /// The same on an axis with stretches left out: the neighbours are the next ones that are drawn.
    static func visible(_ values: SharedValues, on scale: AxisScale, isAscending: Bool) -> Range<Int> {
        let range = visible(values, in: scale.range, isAscending: isAscending)
        guard isAscending, case .discontinuous(let exclusions) = scale.mapper, !range.isEmpty else { return range }
        var (first, last) = (range.lowerBound, range.upperBound)
        while first > 0, exclusions.contains(values[first]) { first -= 1 }
        while last < values.count, exclusions.contains(values[last - 1]) { last += 1 }
        return first..<last
    }

    private static func lowerBound(_ values: SharedValues, _ isAfter: (Double) -> Bool) -> Int {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(values[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func run(
        _ along: SharedValues, _ across: SharedValues, _ samples: Samples, _ placeAlong: some Placing,
        _ placeAcross: some Placing
    ) -> [PathPoint] {
        samples.reduces
            ? columnExtremes(along, across, samples.range, placeAlong, placeAcross)
            : all(along, across, samples, placeAlong, placeAcross)
    }

    private static func all(
        _ along: SharedValues, _ across: SharedValues, _ samples: Samples, _ placeAlong: some Placing,
        _ placeAcross: some Placing
    ) -> [PathPoint] {
        var (placeAlong, placeAcross) = (placeAlong, placeAcross)
        var path: [PathPoint] = []
        path.reserveCapacity(samples.range.count)
        SharedValues.forEachBlock(of: samples.range, along, across) { _, along, across in
            for i in along.indices {
                placeAlong.move(to: along[i])
                placeAcross.move(to: across[i])
                if placeAlong.skips(along[i]) || placeAcross.skips(across[i]) {
                    if samples.keepsIndexes { path.append(.gap) }
                    continue
                }
                let point = PathPoint(along: Float(placeAlong.place(along[i])), across: Float(placeAcross.place(across[i])))
                path.append(point.isGap ? .gap : point)
            }
        }
        return path
    }

    private static func columnExtremes(
        _ along: SharedValues, _ across: SharedValues, _ range: Range<Int>, _ placeAlong: some Placing,
        _ placeAcross: some Placing
    ) -> [PathPoint] {
        var (alongCursor, acrossCursor) = (placeAlong, placeAcross)
        var path: [PathPoint] = []
        var column = -Double.infinity
        var isOpen = false
        var first = 0
        var last = 0
        var lowest = 0
        var highest = 0
        var low = 0.0
        var high = 0.0

        func emit(_ i: Int) {
            path.append(
                PathPoint(along: Float(placeAlong.found(along[i])), across: Float(placeAcross.found(across[i]))))
        }
        func close() {
            guard isOpen else { return }
            isOpen = false
            emit(first)
            let early = min(lowest, highest)
            let late = max(lowest, highest)
            if early != first { emit(early) }
            if late != early, late != first { emit(late) }
            if last != late, last != first { emit(last) }
        }

        for i in range {
            let value = across[i]
            alongCursor.move(to: along[i])
            acrossCursor.move(to: value)
            if alongCursor.skips(along[i]) || acrossCursor.skips(value) { continue }
            let place = alongCursor.place(along[i])
            guard value.isFinite, acrossCursor.accepts(value) else {
                close()
                if let previous = path.last, !previous.isGap { path.append(.gap) }
                continue
            }
            let here = (place * partsPerColumn).rounded(.down)
            if !isOpen || here != column {
                close()
                isOpen = true
                column = here
                (first, lowest, highest) = (i, i, i)
                (low, high) = (value, value)
            } else if value < low {
                (low, lowest) = (value, i)
            } else if value > high {
                (high, highest) = (value, i)
            }
            last = i
        }
        close()
        return path
    }
}

/// How a hot loop maps a value: chosen once per series, specialised in the loop.
protocol Placing: Sendable {
    /// Makes a value the one that the next questions are about.
    mutating func move(to value: Double)
    /// Where the value moved to lies.
    func place(_ value: Double) -> Double
    /// Where any value lies.
    func found(_ value: Double) -> Double
    /// A value that lies at a place; NaN where finding it takes long.
    func value(at place: Double) -> Double
    /// Whether the axis has a place for it.
    func accepts(_ value: Double) -> Bool
    /// Whether the value moved to is left out of the axis.
    func skips(_ value: Double) -> Bool
}

extension Placing {
    @inline(__always) mutating func move(to value: Double) {}
    @inline(__always) func found(_ value: Double) -> Double { place(value) }
    @inline(__always) func skips(_ value: Double) -> Bool { false }
    @inline(__always) func accepts(_ value: Double) -> Bool { true }
    @inline(__always) func value(at place: Double) -> Double { .nan }
}

struct Affine: Placing {
    /// The mapped minimum of a linear scale.
    let origin: Double
    let factor: Double
    let start: Double

    init(_ scale: AxisScale) {
        (origin, factor, start) = (scale.mapper.forward(scale.range.minimum), scale.factor, scale.start)
    }

    @inline(__always) func place(_ value: Double) -> Double { (value - origin) * factor + start }
    @inline(__always) func value(at place: Double) -> Double { (place - start) / factor + origin }
}

struct Mapped: Placing {
    let scale: AxisScale
    private let least: Double

    init(_ scale: AxisScale) {
        self.scale = scale
        if case .logarithm = scale.mapper { least = Double.leastNonzeroMagnitude } else { least = -Double.infinity }
    }

    @inline(__always) func place(_ value: Double) -> Double { scale.place(value) }
    @inline(__always) func accepts(_ value: Double) -> Bool { value >= least }
    func value(at place: Double) -> Double { scale.value(at: place) }
}

/// An axis with stretches left out.
struct Broken: Placing {
    private let affine: Affine
    private var cursor: ExclusionCursor

    init(_ scale: AxisScale, _ exclusions: Exclusions) {
        affine = Affine(scale)
        cursor = ExclusionCursor(exclusions)
    }

    @inline(__always) mutating func move(to value: Double) { cursor.move(to: value) }
    @inline(__always) func place(_ value: Double) -> Double { affine.place(cursor.forward(value)) }
    @inline(__always) func skips(_ value: Double) -> Bool { cursor.isExcluded(value) }

    func found(_ value: Double) -> Double {
        var cursor = cursor
        cursor.move(to: value)
        return affine.place(cursor.forward(value))
    }
}
