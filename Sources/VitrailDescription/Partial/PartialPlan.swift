import Synchronization
public import VitrailChart
public import VitrailColumns
public import VitrailText

/// A chart of data that are too large for one machine. It is drawn from the partial results of partitions.
///
///     let plan = try PartialPlan(json: description)            // anywhere
///     let part = try plan.reduce(["d": table], position: 3)    // where partition 3 is
///     let extents = try plan.merge(parts)                      // in any order, in a tree of any shape
///     let second = try plan.withExtents(extents)               // the same again: reduce, merge
///     let chart = try second.makeChart(whole)
///
/// The picture equals that of one process with all rows, for any number of partitions: densities cell by cell; series
/// with an aggregation row by row; lines with the same minima and maxima in each bin and therefore the same pixels. A
/// few pixels may differ for step lines, fills, and lines with more gaps than a bin shows one by one. Sums and means
/// are exact to the last digit over all values, whereas one process adds the values in sequence.
///
/// Text descriptions of the picture: counts, minima, maxima and categories cover all rows; the trend of a line is
/// computed from the kept samples.
///
/// Plans, extents and results are bytes that another machine with the same version of the library can read. They are
/// checked and compressed.
public final class PartialPlan: Sendable {
    let source: PartialSource
    /// The merged result of pass one; `nil`: there was no pass one.
    private let extents: PartialContent?
    private let extentBytes: [UInt8]
    private let hash: PartialHash
    let list: PartialSeriesList
    /// Whether the ranges of all axes are set or irrelevant.
    private let isFixed: Bool
    private let kept = Mutex<PartialLayout?>(nil)
    /// Layouts of the most recently used plans with the shared fonts: a worker decodes the same plan again for each
    /// partition.
    private static let recent = Mutex<[(plan: PartialHash, layout: PartialLayout)]>([])
    private static let maxRecent = 8
    private let engine: TextEngine

    /// - Parameters:
    ///   - json: A description. Series that contain their own `data` are drawn unchanged; `reduce` gets the tables of
    ///     all others.
    ///   - options: A JSON object: `width`, `height`, `scale`, `theme`, `directory`, as for any picture, and `ranges`:
    ///     two numbers or dates per axis id (the first axes are called "x" and "y"). If all axes have a range, there is
    ///     only one pass.
    ///   - extents: The merged extents of pass one; `nil`: there was no pass one.
    /// - Throws: `DescriptionError`, for example for a series that cannot be made from partial results.
    public convenience init(
        json: [UInt8], options: [UInt8] = Array("{}".utf8), extents: [UInt8]? = nil, engine: TextEngine = .shared
    ) throws(DescriptionError) {
        let plan = try PartialPlan(PartialSource(json: json, options: options), extentBytes: [], engine)
        try self.init(
            plan.source,
            extentBytes: try extents.map { bytes throws(DescriptionError) in try plan.content(ofExtents: bytes) } ?? [],
            engine)
    }

    /// - Parameter bytes: The value of `bytes`.
    /// - Throws: `DescriptionError` if the bytes are not a plan.
    public convenience init(bytes: [UInt8], engine: TextEngine = .shared) throws(DescriptionError) {
        let envelope = try PartialEnvelope(bytes)
        guard envelope.kind == .plan else { throw .partial("the bytes are \(envelope.kind.words), not a plan") }
        var reader = PartialReader(envelope.content)
        let source = try PartialSource(from: &reader)
        let extentBytes = try reader.blob()
        try reader.finish()
        try self.init(source, extentBytes: extentBytes, engine)
        guard hash == envelope.plan else { throw PartialReader.broken }
    }

    private init(_ source: PartialSource, extentBytes: [UInt8], _ engine: TextEngine) throws(DescriptionError) {
        let description = try source.description()
        let kinds = try description.partialKinds()
        (self.source, self.extentBytes, self.engine) = (source, extentBytes, engine)
        list = description.partialList(kinds)
        isFixed = description.needsNoExtents(kinds)
        extents = extentBytes.isEmpty ? nil : try PartialContent(extentBytes, list, isReduced: false)
        var writer = PartialWriter()
        source.write(to: &writer)
        writer.write(bytes: extentBytes)
        hash = PartialHash(of: writer.bytes)
    }

    /// The plan as bytes for `init(bytes:)`.
    public var bytes: [UInt8] {
        get throws(DescriptionError) {
            var writer = PartialWriter()
            source.write(to: &writer)
            writer.write(bytes: extentBytes)
            return try PartialEnvelope(kind: .plan, plan: hash, content: writer.bytes).sealed()
        }
    }

    /// Whether `reduce` returns extents. If so, make another plan from them (`withExtents`).
    public var needsExtents: Bool { extents == nil && !isFixed }

    /// The columns that `reduce` reads, sorted, by table name.
    public var columns: [String: [String]] {
        get throws(DescriptionError) {
            var columns: [String: Set<String>] = [:]
            for (series, kind) in zip(try source.description().series, list.kinds) where kind != .local {
                columns[series.data, default: []].formUnion(series.columns.values)
            }
            return columns.mapValues { $0.sorted() }
        }
    }

    /// The plan of the second pass.
    ///
    /// - Parameter whole: The merged extents of all partitions, from `merge`.
    public func withExtents(_ whole: [UInt8]) throws(DescriptionError) -> PartialPlan {
        try PartialPlan(source, extentBytes: try content(ofExtents: whole), engine)
    }

    private func content(ofExtents bytes: [UInt8]) throws(DescriptionError) -> [UInt8] {
        guard needsExtents else { throw .partial("the plan needs no extents: it has them, or the ranges of all axes") }
        let content = try self.content(bytes)
        // As one run, so that the plan does not depend on the numbering of the partitions.
        var whole = content
        whole.runs = [try content.whole(list)]
        return whole.bytes
    }

    // MARK: Reduce and merge

    /// Reduces the rows of a partition.
    ///
    /// - Parameters:
    ///   - tables: Tables with the columns in `columns`, read in place.
    ///   - position: The position of the partition in the order of the rows; unique per partition.
    /// - Returns: Extents if the plan needs them; otherwise a partial result.
    /// - Throws: `DescriptionError`, for example if the values of a line's independent column decrease.
    public func reduce(_ tables: [String: ColumnTable], position: Int) throws -> [UInt8] {
        guard position >= 0 else { throw DescriptionError(path: "position", message: "\(position) is below 0") }
        let reducer = PartialReducer(plan: self, position: UInt64(position))
        let content = try reducer.content(tables, needsExtents ? nil : layout())
        return try PartialEnvelope(kind: resultKind, plan: hash, content: content.bytes).sealed()
    }

    /// Merges the results of several partitions. The result does not depend on the order of the parts or the shape of
    /// the merge tree.
    ///
    /// - Parameter parts: Extents or partial results from this plan's `reduce` and `merge`.
    /// - Throws: `DescriptionError`. For invalid bytes its JSON path is, for example, `parts[2]`.
    public func merge(_ parts: [[UInt8]]) throws(DescriptionError) -> [UInt8] {
        // One at a time, since each takes as much memory as the picture.
        var all: PartialContent?
        for (k, part) in parts.enumerated() {
            do throws(DescriptionError) {
                let content = try content(part)
                if all == nil { all = content } else { try all?.add(content, list) }
            } catch {
                throw DescriptionError(path: error.path.isEmpty ? "parts[\(k)]" : error.path, message: error.message)
            }
        }
        guard var all else { throw DescriptionError(path: "parts", message: "there are none") }
        try all.sort(list)
        return try PartialEnvelope(kind: resultKind, plan: hash, content: all.bytes).sealed()
    }

    private var resultKind: PartialEnvelope.Kind { needsExtents ? .extents : .result }

    private func content(_ bytes: [UInt8]) throws(DescriptionError) -> PartialContent {
        let envelope = try PartialEnvelope(bytes)
        guard envelope.kind == resultKind else {
            throw .partial("the bytes are \(envelope.kind.words); the plan takes \(resultKind.words)")
        }
        guard envelope.plan == hash else {
            throw .partial("the bytes are of another plan: another description, other options, or other extents")
        }
        return try PartialContent(envelope.content, list, isReduced: !needsExtents)
    }

    // MARK: Pictures

    /// The chart of all partitions.
    ///
    /// - Parameters:
    ///   - whole: The merged results of all partitions, from `merge`.
    ///   - pictures: Decodes the image files of annotations.
    /// - Throws: `DescriptionError`, and `ChartError`.
    public func makeChart(_ whole: [UInt8], pictures: PictureDecoder = .none) throws -> Chart {
        guard !needsExtents else {
            throw DescriptionError.partial(
                "the plan needs extents first: merge them, and make another plan by withExtents")
        }
        let content = try content(whole)
        let run = try content.whole(list)
        let layout = try layout()
        guard content.layout == layout.numbers else {
            throw DescriptionError.partial(
                "the parts were made for another plot area: all machines need the same version of vitrail and the same fonts"
            )
        }
        var facts = run.facts
        if let known = try extents?.whole(list).facts {
            for k in facts.indices where facts[k]?.rows != known[k]?.rows {
                throw DescriptionError(
                    path: "series[\(k)]",
                    message:
                        "\(facts[k]?.rows ?? 0) rows were reduced, and \(known[k]?.rows ?? 0) were there for the extents: partitions are missing, or have changed"
                )
            }
        } else {
            guard list.kinds.contains(where: \.needsLayout) else {
                return try PartialChart(plan: self, facts: facts, groups: content.groups).chart(pictures)
            }
            // Ranges alone do not show whether all values are integers and how far dates are apart. Ticks depend on it,
            // and their labels take space.
            let exact = try PartialLayout(
                PartialChart(plan: self, facts: facts, groups: content.groups).chart(pictures), list, engine)
            if exact.numbers != layout.numbers { facts = try source.description().assumedFacts(list, from: facts) }
        }
        return try PartialChart(
            plan: self, facts: facts, groups: content.groups, lines: run.lines, grids: content.grids
        ).chart(pictures)
    }

    /// The categories of a series in all partitions; `nil`: the series counts no categories.
    func categories(_ k: Int) throws(DescriptionError) -> PartialCategories? {
        try extents?.whole(list).facts[k]?.categories
    }

    /// The scales and plot areas of the series in the picture.
    func layout() throws -> PartialLayout {
        if let known = kept.withLock({ $0 }) { return known }
        guard list.kinds.contains(where: \.needsLayout) else { return PartialLayout() }
        let isShared = engine === TextEngine.shared
        if isShared, let known = Self.recent.withLock({ $0.first { $0.plan == hash }?.layout }) {
            kept.withLock { $0 = known }
            return known
        }
        let facts = try extents?.whole(list).facts ?? source.description().assumedFacts(list, from: nil)
        let groups = extents?.groups ?? list.kinds.map { _ in nil }
        let made = try PartialLayout(PartialChart(plan: self, facts: facts, groups: groups).chart(.none), list, engine)
        kept.withLock { $0 = made }
        if isShared { Self.recent.withLock { $0 = ($0 + [(hash, made)]).suffix(Self.maxRecent) } }
        return made
    }
}

extension ChartDescription {
    func partialList(_ kinds: [PartialKind]) -> PartialSeriesList {
        PartialSeriesList(
            kinds: kinds,
            positions: series.enumerated().map { k, series in
                "series[\(k)].\(SeriesDescription.roles(series.kind, series.orientation).independent.rawValue)"
            },
            values: zip(series, kinds).map {
                $1 == .groups ? 0 : $0.kind == .density && $0.aggregation.value != nil ? 2 : 1
            }, aggregations: series.map(\.aggregation),
            minimum: series.map { series in
                axis(series.orientation == .horizontal ? .y : .x, of: series)?.kind.mapsPositiveOnly == true
                    ? .leastNonzeroMagnitude : -.infinity
            },
            rules: series.map { groupRoles(of: $0).map(\.rule) })
    }

    /// Facts about rows if only the ranges of their axes are known: many rows with any values in the ranges.
    ///
    /// - Parameter known: The facts, if they are known; `nil`: they are not.
    func assumedFacts(_ list: PartialSeriesList, from known: [SeriesFacts?]?) -> [SeriesFacts?] {
        series.enumerated().map { k, series in
            if list.kinds[k] == .groups { return known?[k] ?? SeriesFacts(values: 0) }
            guard list.kinds[k] != .local, let x = axis(.x, of: series)?.defaultRange,
                let y = axis(.y, of: series)?.defaultRange
            else { return nil }
            var facts = known?[k] ?? SeriesFacts(values: list.values[k])
            if known == nil {
                (facts.rows, facts.points, facts.shownPoints) = (Self.manyRows, Self.manyRows, Self.manyRows)
                let (along, across) = series.orientation == .horizontal ? (x, y) : (y, x)
                (facts.along, facts.across[0]) = (along.extent, across.extent)
                facts.acrossInRange = across
            }
            facts.along.step = .infinity
            (facts.alongIsWhole, facts.acrossIsWhole) = (false, false)
            return facts
        }
    }

    private static let manyRows = 1 << 30
}
