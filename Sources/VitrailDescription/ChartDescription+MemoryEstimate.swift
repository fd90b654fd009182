import VitrailChart
import VitrailColumns
import VitrailRaster
public import VitrailScene
import VitrailTessellation

extension ChartDescription {
    /// Estimates the memory for rendering the chart at this size.
    ///
    /// Opens the data files, but reads only headers and some values, and in CSV files also the line ends.
    /// - Parameter pictures: Determines the sizes of picture files. Unreadable pictures count as empty.
    /// - Throws: `DescriptionError` for a data file that cannot be opened.
    public func memoryEstimate(
        size: PixelSize, output: MemoryEstimate.Output = .pixels(encoder: 0, isBanded: false),
        pictures: PictureDecoder = .none
    ) throws(DescriptionError) -> MemoryEstimate {
        guard var reader = ChartFrameReader(self) else { return try stillMemoryEstimate(size, output, pictures) }
        var (maximum, last) = (MemoryEstimate?.none, ChartDescription?.none)
        while let frame = try reader.nextDescription() {
            // Open the files only for a frame that may need a different amount of memory.
            if let last, last.takesAsMuch(as: frame) { continue }
            let estimate = try frame.stillMemoryEstimate(size, output, pictures)
            if estimate.total >= maximum?.total ?? 0 { maximum = estimate }
            last = frame
        }
        return maximum ?? MemoryEstimate(size: size, output: output)
    }

    private func takesAsMuch(as other: ChartDescription) -> Bool {
        series == other.series && data == other.data && xAxes == other.xAxes && yAxes == other.yAxes
            && decimation == other.decimation && summaries == other.summaries && strategy == other.strategy
            && annotations.map(\.content.picturePath) == other.annotations.map(\.content.picturePath)
            && annotations.map(\.content.textMemory) == other.annotations.map(\.content.textMemory)
    }

    private func stillMemoryEstimate(
        _ size: PixelSize, _ output: MemoryEstimate.Output, _ pictures: PictureDecoder
    ) throws(DescriptionError) -> MemoryEstimate {
        var estimate = MemoryEstimate(size: size, output: output)
        let paths = Set(series.flatMap(\.textures.values) + annotations.compactMap(\.content.picturePath))
        let files = PictureFiles(directory: directory, decoder: pictures)
        for path in paths { estimate.kept += files.decodedBytes(path) }
        for annotation in annotations { estimate.kept += annotation.content.textMemory }
        var tables: [String: TableFacts] = [:]
        for (name, table) in data.sorted(by: { $0.key < $1.key }) {
            let wanted = requests(of: name)
            // Tables that no series uses are not read.
            guard !wanted.isEmpty else { continue }
            do throws(DataError) {
                tables[name] = try add(
                    table, wanted, Set(series.filter { $0.data == name }.compactMap { $0.columns[.category] }),
                    to: &estimate)
            } catch {
                throw DescriptionError(path: "data.\(name)", message: error.description, kind: error.fault)
            }
        }
        for (index, series) in series.enumerated() {
            add(series, index, tables[series.data] ?? TableFacts(), to: &estimate)
        }
        if case .pixels = output { addLayers(tables, to: &estimate) }
        return estimate
    }

    private func add(_ series: SeriesDescription, _ index: Int, _ table: TableFacts, to estimate: inout MemoryEstimate)
    {
        let samples = table.rows
        var load = SeriesLoad(series.kind, samples: samples)
        load.isReduced = !drawsEverySample && (series.kind != .scatter || series.textures.isEmpty)
        load.isAscending = isKnownToAscend(series, table)
        load.isStacked = series.stackIndex != nil && (samples <= SharedStack.maxKept || !sharesPositions(series))
        let facts = series.kind.described.styleFacts(of: series.style)
        load.isPlain = facts.isPlainLine && series.stackIndex == nil && !isBroken(series)
        load.isFilled = facts.isFilled
        load.isDashed = facts.dashes.map(DashedLine.isDashed) ?? (index >= Theme.light.palette.lines.count)
        load.points = points(of: series)
        estimate.add(load)
        // Ends or middles of error bars that are no columns of the data.
        estimate.kept += series.kind.described.computedColumns(series) * samples * MemorySize.bytesPerNumber
        // Columns on the device: a software rasteriser keeps them in the memory of the process.
        if strategy == .resident {
            estimate.kept += min(samples * 4 * (series.columns.count + 1), Self.maxResident)
        }
        // Selected points are looked up in an index of all points.
        if !series.selectedPoints.isEmpty { estimate.kept += samples * 28 }
        // Lines from slices to their labels.
        if facts.hasSpokes { estimate.kept += samples * 480 }
        // Copies of all values, and of the remaining values with their rows.
        if series.connectGaps != .none || series.breakAt != nil {
            estimate.addPassing(samples * 12 * (series.columns.count + 1))
        }
        guard series.kind == .density else { return }
        let categories = series.columns[.category].flatMap { table.distinct[$0] } ?? CategoryColumn.maximum
        let memory = DensityCounter.memory(
            samples: samples, size: estimate.size, series.aggregation,
            categories: min(categories, CategoryColumn.maximum))
        estimate.kept += memory.kept
        estimate.addPassing(memory.passing)
    }

    /// Max number of bytes of columns that a device keeps by default: `GLOptions.defaultResidentLimit`.
    private static let maxResident = 256 << 20

    /// Adds coverage buffers of lines with many samples and of unordered lines.
    private func addLayers(_ tables: [String: TableFacts], to estimate: inout MemoryEstimate) {
        guard !drawsEverySample else { return }
        var (counted, faint, unordered) = (0, 0, 0)
        let side = min(estimate.size.width, estimate.size.height)
        for series in series {
            let samples = tables[series.data]?.rows ?? 0
            if samples > side / 2 { counted += series.kind.described.countedMarks }
            let facts = series.kind.described.styleFacts(of: series.style)
            if facts.isFaintLine { faint += 1 }
            var line = MarkFacts()
            line.samples = samples
            line.hasOneColor = facts.isPlainLine && series.stackIndex == nil && !isBroken(series)
            line.isOrdered = isKnownToAscend(series, tables[series.data])
            if RenderStrategy.choose(.line, line).strategy == .coverage { unordered = max(unordered, samples) }
        }
        let areManyFaint = faint > FloatCompositor.maxKept
        estimate.kept += FloatCompositor.maxMemory(
            of: areManyFaint ? max(counted, faint) : counted, pixels: estimate.pixelCount)
        // Lines are rendered one after the other.
        if unordered > 0 || areManyFaint {
            estimate.addPassing(UnorderedCoverage.maxMemory(count: unordered, pixels: estimate.pixelCount) / 4 * 3)
        }
    }

    private func points(of series: SeriesDescription) -> SeriesLoad.Points? {
        // Each point shows a picture.
        guard series.textures.isEmpty else {
            var points = SeriesLoad.Points()
            points.shape = .texture
            return points
        }
        guard let style = series.kind.described.pointStyle(of: series.style), style != PointStyle() else { return nil }
        guard style.showPoints ?? !series.kind.drawsLines else { return nil }
        var points = SeriesLoad.Points()
        points.radius =
            series.kind == .bubble
            ? SeriesLoad.bubbleRadius : (style.radius ?? style.radii?.max() ?? points.radius) * scale
        points.hasLayers = style.mayHaveLayers
        points.shape = style.shape
        return points
    }

    /// Whether an axis of the series is discontinuous: an unordered line is then in memory as a whole.
    private func isBroken(_ series: SeriesDescription) -> Bool {
        [Axis.Direction.x, .y].contains { axis($0, of: series)?.kind.isDiscontinuous == true }
    }

    /// Whether all series of a stack use the same table and independent column, so that their sums can be computed
    /// while reading.
    private func sharesPositions(_ series: SeriesDescription) -> Bool {
        let role: SeriesRole = series.orientation == .horizontal ? .x : .y
        return self.series.allSatisfy {
            $0.stackIndex != series.stackIndex || $0.orientation != series.orientation
                || $0.data == series.data && $0.columns[role] == series.columns[role]
        }
    }

    /// Whether independent values are known to be ascending without reading all of them.
    private func isKnownToAscend(_ series: SeriesDescription, _ table: TableFacts?) -> Bool {
        let role: SeriesRole = series.orientation == .horizontal ? .x : .y
        let kind = kind(role, of: series)
        // Without a column, the independent values are row numbers.
        guard let name = series.columns[role] else { return true }
        // Category names that occur repeatedly lead back to earlier positions.
        guard kind != .category else { return table.map { ($0.distinct[name] ?? $0.rows) * 2 > $0.rows } ?? true }
        switch data[series.data] {
        case .columns(let columns, _):
            var files = RawFiles(reading, resolve: resolved)
            let column = try? columns[name]?.column(ColumnRequest(name: name, kind: .number), &files)
            return column?.looksAscending == true
        case .values(let columns, _):
            guard case .numbers(let values) = columns[name] else { return false }
            return zip(values, values.dropFirst()).allSatisfy { a, b in (a ?? .nan) <= (b ?? .nan) }
        case .arrays(let path, _):
            // Compressed arrays are not read for an estimate.
            guard let file = try? ArrayFile(path: resolved(path), reading: reading),
                let bytes = try? file.memory(of: [name]), bytes == 0
            else { return false }
            return (try? file.read([ColumnRequest(name: name, kind: .number)]))?.first?.looksAscending == true
        case .memory(let table): return table[name].map { $0.kind != .category && $0.looksAscending } ?? false
        case .arrow(let path, _, _):
            guard let file = try? ArrowFile(path: resolved(path), reading: reading),
                let bytes = try? file.memory(of: [name]), bytes == 0
            else { return false }
            return (try? file.read([ColumnRequest(name: name, kind: .number)]))?.first?.looksAscending == true
        case .csv, nil: return false
        }
    }

    private func requests(of name: String) -> Set<ColumnRequest> {
        var requests: Set<ColumnRequest> = []
        for series in series where series.data == name {
            for (role, column) in series.columns {
                requests.insert(ColumnRequest(name: column, kind: kind(role, of: series)))
            }
        }
        return requests
    }

    /// Facts about a table that are known without reading it.
    private struct TableFacts {
        var rows = 0
        /// Approximate number of distinct values of category columns.
        var distinct: [String: Int] = [:]
    }

    /// - Parameter categories: Category columns of density series.
    private func add(
        _ table: DataDescription, _ wanted: Set<ColumnRequest>, _ categories: Set<String>,
        to estimate: inout MemoryEstimate
    ) throws(DataError) -> TableFacts {
        let texts = wanted.filter { $0.kind == .category }.map(\.name)
        var facts = TableFacts()
        switch table {
        case .csv(let path, _, let options):
            let file = try CSVFile(path: resolved(path), options: options, reading)
            facts.rows = try estimate.add(file, columns: wanted.count - texts.count)
            for name in texts {
                facts.distinct[name] = file.drawnStyles(at: name).distinct(of: facts.rows)
                estimate.data += facts.rows * 30 + (facts.distinct[name] ?? 0) * 170
            }
        case .values(let columns, _):
            facts.rows = columns.values.map(\.count).max() ?? 0
            for request in wanted {
                switch columns[request.name] {
                // Includes the values in the description itself.
                case .texts(let values): estimate.data += values.count * 130
                case .numbers(let values): estimate.data += values.count * (request.kind == .category ? 110 : 45)
                case nil: break
                }
            }
        case .columns(let columns, _):
            var files = RawFiles(reading, resolve: resolved)
            for request in wanted {
                let column: Column?
                if case .npy(let path, let name)? = columns[request.name] {
                    let file = try files.arrays(path)
                    guard let name = name ?? file.columnNames.first else { continue }
                    facts.rows = max(facts.rows, try file.rowCount(of: name))
                    let bytes = try file.memory(of: [name])
                    estimate.data += bytes
                    // Compressed arrays are not read for an estimate.
                    let isLookedAt = request.kind == .category || categories.contains(request.name)
                    column =
                        isLookedAt && bytes == 0 ? try file.read([ColumnRequest(name: name, kind: .number)]).first : nil
                } else {
                    column = try columns[request.name]?.column(ColumnRequest(name: request.name, kind: .number), &files)
                    estimate.data += column?.copiedFileBytes ?? 0
                    facts.rows = max(facts.rows, column?.count ?? 0)
                }
                if request.kind == .category {
                    estimate.addNames(of: facts.rows, column, to: &facts.distinct[request.name])
                } else if categories.contains(request.name) {
                    facts.distinct[request.name] = column?.drawnStyles.distinct(of: facts.rows)
                }
            }
            estimate.data += files.copiedBytes
        case .arrow(let path, let filters, _):
            let file = try ArrowFile(path: resolved(path), reading: reading)
            estimate.data += file.copiedBytes
            facts.rows = file.rowCount
            estimate.data += try file.memory(of: wanted.map(\.name).filter(file.hasColumn))
            estimate.data += file.rowCount * texts.count * MemorySize.bytesPerText
            // Copies of the rows that pass, and their indices.
            if !filters.isEmpty { estimate.data += file.rowCount * (wanted.count + 1) * MemorySize.bytesPerNumber }
        case .arrays(let path, _):
            let file = try ArrayFile(path: resolved(path), reading: reading)
            estimate.data += file.copiedBytes
            for request in wanted where file.hasColumn(request.name) {
                facts.rows = max(facts.rows, try file.rowCount(of: request.name))
                let bytes = try file.memory(of: [request.name])
                estimate.data += bytes
                guard request.kind == .category else { continue }
                let column = bytes == 0 ? try file.read([ColumnRequest(name: request.name, kind: .number)]).first : nil
                estimate.addNames(of: facts.rows, column, to: &facts.distinct[request.name])
            }
        case .memory(let table):
            facts.rows = table.rowCount
            // Texts and numbers are already in memory.
            for name in texts where table[name].map({ $0.kind != .category }) ?? false {
                estimate.addNames(of: facts.rows, table[name], to: &facts.distinct[name])
            }
            for name in categories {
                facts.distinct[name] = facts.distinct[name] ?? table[name]?.drawnStyles.distinct(of: facts.rows)
            }
        }
        return facts
    }
}

extension MemoryEstimate {
    /// Adds the memory of numbers that become category names.
    ///
    /// - Parameter column: `nil`: unknown; all values may be distinct then.
    fileprivate mutating func addNames(of rows: Int, _ column: Column?, to distinct: inout Int?) {
        let found = column?.drawnStyles.distinct(of: rows) ?? rows
        distinct = found
        data += rows * 25 + found * 110
    }
}

extension PointStyle {
    /// Whether some points are not plain discs of one colour.
    fileprivate var mayHaveLayers: Bool { (innerRadius ?? 0) > 0 || colorBelowBaseline != nil || variesByRow }

    /// The shape that takes the most memory, if rows have different shapes.
    fileprivate var shape: SeriesLoad.Points.Shape {
        let shapes = Set((symbols ?? []) + [symbol ?? .circle])
        let isOutlined = (outlineWidth ?? 0) > 0 || outlineWidths != nil
        if !shapes.isDisjoint(with: [.diamond, .triangle]) { return .polygon(isOutlined: isOutlined) }
        if !shapes.isDisjoint(with: [.square, .roundedSquare, .star]) { return .box }
        return isOutlined || shapes != [.circle] ? .outlinedDisc : .disc
    }
}

extension AnnotationDescription.Content {
    /// Memory of the positioned glyphs. Most glyphs of a long text are outside of the picture.
    fileprivate var textMemory: Int {
        let content: AnnotationDescription.TextContent
        switch self {
        case .text(let text), .rectangle(_, _, let text): content = text
        default: return 0
        }
        let count = content.text.utf8.count
        return count == 0 ? 0 : 1_000 + min(count, 1_500) * 90 + max(count - 1_500, 0) * 45
    }
}
