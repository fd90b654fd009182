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
/// The picture is that of one process with all rows, whatever the number of partitions: densities cell for cell; lines with the same extremes in each part
/// of a pixel column. Sums and means of densities are sums of all values to the last digit, where one process adds them up one after the other.
///
/// Plans, extents and results are bytes, which another machine reads: of one version of the library, checked, compressed.
public final class PartialPlan: Sendable {
    let source: PartialSource
    /// What pass one came to; nil = nobody asked.
    private let extents: PartialContent?
    private let extentBytes: [UInt8]
    private let hash: PartialHash
    let list: PartialSeriesList
    /// Whether the ranges of all axes are set.
    private let isFixed: Bool
    private let kept = Mutex<PartialLayout?>(nil)
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
        isFixed = description.hasFixedRanges(kinds)
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
        guard !parts.isEmpty else { throw DescriptionError(place: "parts", message: "there are none") }
        var contents: [PartialContent] = []
        for (k, part) in parts.enumerated() {
            do throws(DescriptionError) { contents.append(try content(part)) } catch {
                throw DescriptionError(place: error.place.isEmpty ? "parts[\(k)]" : error.place, message: error.message)
            }
        }
        return try PartialEnvelope(kind: resultKind, plan: hash, content: PartialContent.merged(contents, list).bytes).sealed()
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
            // Ranges alone do not tell whether there are but whole numbers, and how far dates are apart: ticks depend on it, and their labels take room.
            let exact = try PartialLayout(PartialChart(plan: self, facts: facts).chart(pictures), list, engine)
            if exact.numbers != layout.numbers { facts = try source.description().assumedFacts(list, from: facts) }
        }
        return try PartialChart(plan: self, facts: facts, lines: run.lines, grids: content.grids).chart(pictures)
    }

    /// Where the series lie in the picture.
    func layout() throws -> PartialLayout {
        if let known = kept.withLock({ $0 }) { return known }
        let facts = try extents?.whole(list).facts ?? source.description().assumedFacts(list, from: nil)
        let made = try PartialLayout(PartialChart(plan: self, facts: facts).chart(.none), list, engine)
        kept.withLock { $0 = made }
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
            values: series.map { $0.kind == .density && $0.aggregation.value != nil ? 2 : 1 }, aggregations: series.map(\.aggregation),
            least: series.map { series in
                axis(series.orientation == .horizontal ? .y : .x, of: series)?.kind == .logarithmic ? .leastNonzeroMagnitude : -.infinity
            })
    }

    /// Of rows of which only the ranges of their axes are known: many, of any values in them.
    ///
    /// - Parameter known: where counts are known.
    func assumedFacts(_ list: PartialSeriesList, from known: [SeriesFacts?]?) -> [SeriesFacts?] {
        series.enumerated().map { k, series in
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
