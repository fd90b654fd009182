import VitrailColumns
import VitrailScales

/// The columns gathered from points, one per field, all of the same length.
struct GatheredPoints {
    var columns = SeriesColumns()
    /// Indices of the points that were kept, ascending. `nil`: all of them.
    var rows: [Int]?
    /// Reasons why points were skipped, each once.
    var skips: [Skip] = []

    /// Points skipped for one reason.
    struct Skip: Equatable {
        var reason: Reason
        var count: Int
        /// Index of the first skipped point.
        var first: Int
    }

    enum Reason: Equatable {
        case missing(DataKey)
        case misfit(field: PointField, found: DataValue.Kind, wanted: Column.Kind)
    }
}

/// Converts points to columns in one pass over the points. Each value is read once.
///
/// A value that is `nil` or not finite is a gap. A point is skipped, without a gap, if a value has a kind that its axis
/// does not accept, or if the value for a required key is missing. The kinds of the columns are fixed before the pass:
/// number columns accept numbers; date columns accept dates, and numbers as seconds since 1970; category columns accept
/// texts, and numbers converted to text.
struct PointGatherer {
    private var fields: [Field]
    private var gathered = GatheredPoints()
    private var isSparse = false
    /// Index of the first point.
    private let first: Int

    /// A field and the values gathered for its column.
    fileprivate struct Field {
        let field: PointField
        let kind: Column.Kind
        var values: [Double] = []
        var texts: [String?] = []
    }

    /// - Parameters:
    ///   - kinds: Column kind of each field.
    ///   - count: Expected number of points; need not be exact.
    ///   - first: Index of the first point.
    init(_ kinds: [(field: PointField, kind: Column.Kind)], count: Int, from first: Int = 0) {
        self.first = first
        fields = kinds.map { entry in
            var field = Field(field: entry.field, kind: entry.kind)
            if entry.kind == .category {
                field.texts.reserveCapacity(count)
            } else {
                field.values.reserveCapacity(count)
            }
            return field
        }
    }

    /// Reads points by index. Ranges must be ascending if there are several calls.
    mutating func read(_ range: Range<Int>, _ point: (Int) -> any ChartData) {
        if fields.count == 2, fields[0].field == .x || fields[0].field == .y,
            fields.allSatisfy({ $0.kind != .category }),
            fields[1].field == (fields[0].field == .x ? .y : .x)
        {
            readPairs(range, point)
        } else {
            for index in range { read(point(index), at: index) }
        }
    }

    consuming func finish() -> GatheredPoints {
        var gathered = gathered
        for field in fields {
            gathered.columns[field.field] =
                switch field.kind {
                case .number: Column(field.values)
                case .date: Column(secondsSince1970: field.values)
                case .category: Column(field.texts)
                }
        }
        return gathered
    }

    // MARK: Any fields

    private mutating func read(_ point: any ChartData, at index: Int) {
        for k in fields.indices {
            if let reason = fields[k].append(from: point) {
                // Remove the values that earlier fields have taken from this point.
                for taken in fields.indices[..<k] { fields[taken].removeLast() }
                skip(index, reason)
                return
            }
        }
        if isSparse { gathered.rows?.append(index) }
    }

    // MARK: One number on each axis

    /// The most common case, without a decision per value.
    private mutating func readPairs(_ range: Range<Int>, _ point: (Int) -> any ChartData) {
        let isXFirst = fields[0].field == .x
        let xKind = fields[isXFirst ? 0 : 1].kind
        let yKind = fields[isXFirst ? 1 : 0].kind
        var xs = fields[isXFirst ? 0 : 1].takeValues()
        var ys = fields[isXFirst ? 1 : 0].takeValues()
        for index in range {
            let next = point(index)
            let x = next.xValue
            let y = next.yValue
            guard let first = x.number(for: xKind) else {
                skip(index, .misfit(field: .x, found: x.kind, wanted: xKind))
                continue
            }
            guard let second = y.number(for: yKind) else {
                skip(index, .misfit(field: .y, found: y.kind, wanted: yKind))
                continue
            }
            xs.append(first)
            ys.append(second)
            if isSparse { gathered.rows?.append(index) }
        }
        fields[isXFirst ? 0 : 1].values = xs
        fields[isXFirst ? 1 : 0].values = ys
    }

    // MARK: Skipped points

    private mutating func skip(_ index: Int, _ reason: GatheredPoints.Reason) {
        if !isSparse {
            isSparse = true
            gathered.rows = Array(first..<index)
        }
        if let known = gathered.skips.firstIndex(where: { $0.reason == reason }) {
            gathered.skips[known].count += 1
        } else {
            gathered.skips.append(GatheredPoints.Skip(reason: reason, count: 1, first: index))
        }
    }
}

extension PointGatherer.Field {
    /// Appends the field's value of a point. Returns the reason if the point must be skipped.
    mutating func append(from point: any ChartData) -> GatheredPoints.Reason? {
        let value: DataValue?
        switch field {
        case .x: value = point.xValue
        case .y: value = point.yValue
        case .xKey(let key):
            value = point.xValue(for: key)
            if value == nil { return .missing(key) }
        case .yKey(let key):
            value = point.yValue(for: key)
            if value == nil { return .missing(key) }
        case .free(let key):
            value = point.value(for: key)
            if value == nil { return .missing(key) }
        }
        if kind == .category {
            switch value {
            case nil: texts.append(nil)
            case .text(let text): texts.append(text)
            case .number(let number): texts.append(number.isFinite ? NumberLabel.text(number, minus: .hyphen) : nil)
            case .date: return .misfit(field: field, found: .date, wanted: kind)
            }
        } else {
            guard let number = value.number(for: kind) else {
                return .misfit(field: field, found: value.kind, wanted: kind)
            }
            values.append(number)
        }
        return nil
    }

    package mutating func removeLast() {
        if kind == .category { texts.removeLast() } else { values.removeLast() }
    }

    /// Moves the values out of the field, so that appending to them does not copy.
    mutating func takeValues() -> [Double] {
        defer { values = [] }
        return values
    }
}

extension DataValue? {
    /// The value for a number or date column; NaN for a missing value. `nil`: the kind does not fit.
    @inline(__always)
    fileprivate func number(for kind: Column.Kind) -> Double? {
        switch self {
        case nil: .nan
        case .number(let value): value
        case .date(let seconds): kind == .date ? seconds : nil
        case .text: nil
        }
    }

    /// The kind of the value; meaningless for `nil`.
    fileprivate var kind: DataValue.Kind { self?.kind ?? .number }
}
