import Synchronization
public import VitrailText

/// A chart of data that are too large for one machine: drawn from what its partitions come to.
///
///     let plan = try PartialPlan(json: description)                                        // anywhere
///     let part = try plan.reduce(["d": table], position: 3)                                // where partition 3 is
///     let extents = try plan.merge(parts)                                                  // in any order, in a tree of any shape
///     let second = try plan.withExtents(extents)                                           // the same again: reduce, merge
///     let chart = try second.makeChart(whole)
///
/// The picture is that of one process with all rows, whatever the number of partitions: densities cell for cell; series with an aggregation row for row; lines
/// with the same extremes in each part of a pixel column, so that they have the same pixels. Step lines, fills, and lines with more gaps than a part of a
/// column shows one by one may differ in few pixels. Sums and means are of all values to the last digit, where one process adds them up one after the other.
///
/// Words for the picture: counts, extremes and categories are those of all rows; the trend of a line is that of the samples that are kept.
///
/// Plans, extents and results are bytes, which another machine reads: of one version of the library, checked, compressed.
public final class PartialPlan: Sendable {
    let source: PartialSource
    /// What pass one came to; nil = nobody asked.
    private let extents: PartialContent?
    private let extentBytes: [UInt8]
    private let hash: PartialHash
    let list: PartialSeriesList
    /// Whether the ranges of all axes are set, or do not matter.
    private let isFixed: Bool
    private let kept = Mutex<PartialLayout?>(nil)
    /// Of the plans that were used last with the shared fonts: a worker reads the same plan anew with each partition.
    private static let recent = Mutex<[(plan: PartialHash, layout: PartialLayout)]>([])
    private static let mostRecent = 8
    private let engine: TextEngine

    /// - Parameters:
    ///   - json: a description. Series whose `data` it has itself are drawn as they are; tables of all others are given to `reduce`.
    ///   - options: a JSON object: `width`, `height`, `scale`, `theme`, `directory`, as for any picture, and `ranges`: by id of an axis (the first ones are
    ///     called "x" and "y") two numbers or dates. Where all axes have one, there is only one pass.
    ///   - extents: of pass one; nil = there was none.
    /// - Throws: `DescriptionError`, as for a series that cannot be made of partial results.
    public convenience init(json: [UInt8], options: [UInt8] = Array("{}".utf8), extents: [UInt8]? = nil, engine: TextEngine = .shared) throws(DescriptionError) {
        let plan = try PartialPlan(PartialSource(json: json, options: options), extentBytes: [], engine)
        try self.init(plan.source, extentBytes: try extents.map { bytes throws(DescriptionError) in try plan.content(ofExtents: bytes) } ?? [], engine)
    }

    /// - Parameter bytes: of `bytes`.
    /// - Throws: `DescriptionError` for bytes that are no plan.
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

    /// For `init(bytes:)`.
    public var bytes: [UInt8] {
        get throws(DescriptionError) {
            var writer = PartialWriter()
            source.write(to: &writer)
            writer.write(bytes: extentBytes)
            return try PartialEnvelope(kind: .plan, plan: hash, content: writer.bytes).sealed()
        }
    }

    /// Whether `reduce` gives extents, of which another plan has to be made.
    public var needsExtents: Bool { extents == nil && !isFixed }

    /// The columns that `reduce` reads, by name of the table; sorted.
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
    /// - Parameter whole: what `merge` made of the extents of all partitions.
    public func withExtents(_ whole: [UInt8]) throws(DescriptionError) -> PartialPlan {
        try PartialPlan(source, extentBytes: try content(ofExtents: whole), engine)
    }

    private func content(ofExtents bytes: [UInt8]) throws(DescriptionError) -> [UInt8] {
        guard needsExtents else { throw .partial("the plan needs no extents: it has them, or the ranges of all axes") }
        let content = try self.content(bytes)
        // As one run, so that the plan does not depend on how the partitions were numbered.
        var whole = content
        whole.runs = [try content.whole(list)]
        return whole.bytes
    }

    // MARK: Reduce and merge

    /// What the rows of a partition come to.
    ///
    /// - Parameters:
    ///   - tables: with the columns of `columns`, read where they lie.
    ///   - position: of the partition in the order of rows; each has another one.
    /// - Returns: extents, if the plan needs them; else a partial result.
    /// - Throws: `DescriptionError`, as where the values of a line's independent column fall.
    public func reduce(_ tables: [String: ColumnTable], position: Int) throws -> [UInt8] {
        guard position >= 0 else { throw DescriptionError(place: "position", message: "\(position) is below 0") }
        let reducer = PartialReducer(plan: self, position: UInt64(position))
        let content = try reducer.content(tables, needsExtents ? nil : layout())
        return try PartialEnvelope(kind: resultKind, plan: hash, content: content.bytes).sealed()
    }

    /// What several partitions come to: the same whatever the order of parts and the shape of the tree.
    ///
    /// - Parameter parts: extents or partial results, as `reduce` and `merge` of this plan give them.
    /// - Throws: `DescriptionError`, whose place is as `parts[2]` for bytes that are none.
    public func merge(_ parts: [[UInt8]]) throws(DescriptionError) -> [UInt8] {
        // One after the other, since each takes as much as the picture.
        var all: PartialContent?
        for (k, part) in parts.enumerated() {
            do throws(DescriptionError) {
                let content = try content(part)
                if all == nil { all = content } else { try all?.add(content, list) }
            } catch {
                throw DescriptionError(place: error.place.isEmpty ? "parts[\(k)]" : error.place, message: error.message)
            }
        }
        guard var all else { throw DescriptionError(place: "parts", message: "there are none") }
        try all.sort(list)
        return try PartialEnvelope(kind: resultKind, plan: hash, content: all.bytes).sealed()
    }

    private var resultKind: PartialEnvelope.Kind { needsExtents ? .extents : .result }

    private func content(_ bytes: [UInt8]) throws(DescriptionError) -> PartialContent {
        let envelope = try PartialEnvelope(bytes)
        guard envelope.kind == resultKind else {
            throw .partial("the bytes are \(envelope.kind.words); the plan takes \(resultKind.words)")
        }
        guard envelope.plan == hash else { throw .partial("the bytes are of another plan: another description, other options, or other extents") }
        return try PartialContent(envelope.content, list, isReduced: !needsExtents)
    }

    // MARK: Pictures

    /// The chart of all partitions.
    ///
    /// - Parameters:
    ///   - whole: what `merge` made of the results of all partitions.
    ///   - pictures: decodes the files that annotations show.
    /// - Throws: `DescriptionError`, and `ChartError`.
    public func makeChart(_ whole: [UInt8], pictures: PictureDecoder = .none) throws -> Chart {
        guard !needsExtents else { throw DescriptionError.partial("the plan needs extents first: merge them, and make another plan by withExtents") }
        let content = try content(whole)
        let run = try content.whole(list)
        let layout = try layout()
        guard content.layout == layout.numbers else {
            throw DescriptionError.partial("the parts were made for another plot area: all machines need the same version of vitrail and the same fonts")
        }
        var facts = run.facts
        if let known = try extents?.whole(list).facts {
            for k in facts.indices where facts[k]?.rows != known[k]?.rows {
                throw DescriptionError(
                    place: "series[\(k)]", message: "\(facts[k]?.rows ?? 0) rows were reduced, and \(known[k]?.rows ?? 0) were there for the extents: partitions are missing, or have changed")
            }
        } else {
            guard list.kinds.contains(where: \.needsLayout) else { return try PartialChart(plan: self, facts: facts, groups: content.groups).chart(pictures) }
            // Ranges alone do not tell whether there are but whole numbers, and how far dates are apart: ticks depend on it, and their labels take room.
            let exact = try PartialLayout(PartialChart(plan: self, facts: facts, groups: content.groups).chart(pictures), list, engine)
            if exact.numbers != layout.numbers { facts = try source.description().assumedFacts(list, from: facts) }
        }
        return try PartialChart(plan: self, facts: facts, groups: content.groups, lines: run.lines, grids: content.grids).chart(pictures)
    }

    /// The categories of a series in all partitions; nil = it counts none.
    func categories(_ k: Int) throws(DescriptionError) -> PartialCategories? { try extents?.whole(list).facts[k]?.categories }

    /// Where the series lie in the picture.
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
        if isShared { Self.recent.withLock { $0 = ($0 + [(hash, made)]).suffix(Self.mostRecent) } }
        return made
    }
}

extension ChartDescription {
    func partialList(_ kinds: [PartialKind]) -> PartialSeriesList {
        PartialSeriesList(
            kinds: kinds,
            places: series.enumerated().map { k, series in
                "series[\(k)].\(SeriesDescription.roles(series.kind, series.orientation).independent.rawValue)"
            },
            values: zip(series, kinds).map { $1 == .groups ? 0 : $0.kind == .density && $0.aggregation.value != nil ? 2 : 1 }, aggregations: series.map(\.aggregation),
            least: series.map { series in
                axis(series.orientation == .horizontal ? .y : .x, of: series)?.kind == .logarithmic ? .leastNonzeroMagnitude : -.infinity
            },
            rules: series.map { groupRoles(of: $0).map(\.rule) })
    }

    /// Of rows of which only the ranges of their axes are known: many, of any values in them.
    ///
    /// - Parameter known: where counts are known.
    func assumedFacts(_ list: PartialSeriesList, from known: [SeriesFacts?]?) -> [SeriesFacts?] {
        series.enumerated().map { k, series in
            if list.kinds[k] == .groups { return known?[k] ?? SeriesFacts(values: 0) }
            guard list.kinds[k] != .local, let x = axis(.x, of: series)?.defaultRange, let y = axis(.y, of: series)?.defaultRange else { return nil }
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
