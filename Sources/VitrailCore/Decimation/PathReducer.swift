import VitrailScene

/// A mapped point of a path in its series' own directions: pixels along the independent axis, and across.
struct PathPoint: Equatable {
    var along: Float
    var across: Float

    static let gap = PathPoint(along: .nan, across: .nan)
    var isGap: Bool { !(along.isFinite && across.isFinite) }

    func plotPoint(_ orientation: CartesianSeries.Orientation) -> PlotPoint {
        orientation == .horizontal ? PlotPoint(x: along, y: across) : PlotPoint(x: across, y: along)
    }
}

/// Samples → the path that shows them: mapped one to one, or, where many share a pixel column, the first, lowest, highest and last of each
/// column (M4: Jugel et al., "M4: A Visualization-Oriented Time Series Data Aggregation", 2014).
enum PathReducer {
    /// More samples than this per pixel column are reduced; M4 keeps four.
    static let samplesPerColumn = 4

    /// The path over the samples of `range`, in order. A value that is not finite, or that its axis cannot map, is a gap.
    ///
    /// - Parameter isAscending: whether the independent values never fall; only then columns can be formed.
    /// - Complexity: O(samples), one read each; the result has at most 4 points a pixel column when reduced.
    static func path(
        along: Span<Double>, across: Span<Double>, range: Range<Int>, alongScale: AxisScale,
        acrossScale: AxisScale, isAscending: Bool
    ) -> [PathPoint] {
        let columns = abs(alongScale.end - alongScale.start)
        let reduces = isAscending && Double(range.count) > columns * Double(samplesPerColumn)
        switch (alongScale.mapper, acrossScale.mapper) {
        case (.identity, .identity):
            return run(along, across, range, Affine(alongScale), Affine(acrossScale), reduces)
        case (.identity, .logarithm):
            return run(along, across, range, Affine(alongScale), Mapped(scale: acrossScale), reduces)
        case (.logarithm, .identity):
            return run(along, across, range, Mapped(scale: alongScale), Affine(acrossScale), reduces)
        case (.logarithm, .logarithm):
            return run(along, across, range, Mapped(scale: alongScale), Mapped(scale: acrossScale), reduces)
        }
    }

    /// The indexes that can be seen: those inside the axis' range and one neighbour on each side.
    static func visible(_ values: Span<Double>, in range: NumberRange, isAscending: Bool) -> Range<Int> {
        guard isAscending, values.count > 0 else { return 0..<values.count }
        let first = lowerBound(values) { $0 >= range.minimum }
        let last = lowerBound(values) { $0 > range.maximum }
        return max(0, first - 1)..<min(values.count, last + 1)
    }

    private static func lowerBound(_ values: Span<Double>, _ isAfter: (Double) -> Bool) -> Int {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if isAfter(values[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func run(
        _ along: Span<Double>, _ across: Span<Double>, _ range: Range<Int>, _ placeAlong: some Placing,
        _ placeAcross: some Placing, _ reduces: Bool
    ) -> [PathPoint] {
        reduces
            ? columnExtremes(along, across, range, placeAlong, placeAcross)
            : all(along, across, range, placeAlong, placeAcross)
    }

    private static func all(
        _ along: Span<Double>, _ across: Span<Double>, _ range: Range<Int>, _ placeAlong: some Placing,
        _ placeAcross: some Placing
    ) -> [PathPoint] {
        var path: [PathPoint] = []
        path.reserveCapacity(range.count)
        for i in range {
            let point = PathPoint(along: Float(placeAlong.place(along[i])), across: Float(placeAcross.place(across[i])))
            path.append(point.isGap ? .gap : point)
        }
        return path
    }

    private static func columnExtremes(
        _ along: Span<Double>, _ across: Span<Double>, _ range: Range<Int>, _ placeAlong: some Placing,
        _ placeAcross: some Placing
    ) -> [PathPoint] {
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
                PathPoint(along: Float(placeAlong.place(along[i])), across: Float(placeAcross.place(across[i]))))
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
            let place = placeAlong.place(along[i])
            guard value.isFinite, placeAcross.accepts(value) else {
                close()
                if let previous = path.last, !previous.isGap { path.append(.gap) }
                continue
            }
            let here = place.rounded(.down)
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
protocol Placing {
    func place(_ value: Double) -> Double
    func accepts(_ value: Double) -> Bool
}

struct Affine: Placing {
    let origin: Double
    let factor: Double
    let start: Double

    init(_ scale: AxisScale) {
        (origin, factor, start) = (scale.origin, scale.factor, scale.start)
    }

    @inline(__always) func place(_ value: Double) -> Double { (value - origin) * factor + start }
    @inline(__always) func accepts(_ value: Double) -> Bool { true }
}

struct Mapped: Placing {
    let scale: AxisScale

    @inline(__always) func place(_ value: Double) -> Double { scale.place(value) }
    @inline(__always) func accepts(_ value: Double) -> Bool { value > 0 }
}
