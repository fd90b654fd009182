public import VitrailScene

/// What a chart is going to take, in bytes, told from its description before anything is taken for it.
///
/// An upper bound for pixels of charts; for data and shapes what charts of that kind were measured to take. Does not count what the process has already
/// (fonts, the driver, the description itself), nor files that are read where they lie.
public struct MemoryEstimate: Sendable, Hashable {
    public let size: PixelSize
    /// Columns that are made in memory.
    public var data = 0
    /// What series make of their samples, and pictures in files.
    public var shapes = 0
    /// Samples that are drawn one by one.
    private var drawn = 0
    /// What the encoder takes for a pixel beyond what encoders of PNG take.
    public var encodedBytesPerPixel = 0
    /// Whether the picture's rows are written as they are drawn.
    public var isBanded = false
    /// Whether columns may be narrower than a pixel, each drawn by itself.
    public var hasSlivers = false

    public init(size: PixelSize) { self.size = size }

    /// Of what is drawn at one time: canvas 4 bytes, scratch targets 16, 4, 4, 4 and 1.
    static let bytesPerDrawnPixel = 33
    /// Of the target that only slivers are drawn to: colours 16 bytes, coverage 4.
    static let bytesPerSliverPixel = 20
    /// Of what is in memory at one time: pixels read back 4, encoder 4: more than files of charts and their copies take, less than noise does.
    static let bytesPerHeldPixel = 8
    /// Pixels drawn at one time, and held at one time of a picture in bands: as renderers have it, unless told otherwise.
    static let (tile, band) = (1 << 23, 1 << 24)

    public var pixels: Int {
        let all = size.width * size.height
        let held = isBanded && all > Self.tile ? min(all, max(Self.band, size.width)) : all
        let drawn = Self.bytesPerDrawnPixel + (hasSlivers ? Self.bytesPerSliverPixel : 0)
        return min(all, Self.tile) * drawn + held * (Self.bytesPerHeldPixel + encodedBytesPerPixel)
    }
    /// What drivers in software make of samples that are drawn, those of all series one after the other.
    public var queue: Int { min(drawn, Self.mostWaiting) * Self.bytesPerWaitingSample }
    public var total: Int { pixels + data + shapes + queue }

    /// Adds a series of a kind.
    ///
    /// - Parameters:
    ///   - isReduced: whether samples become what pixels show of them where they are many and the kind allows it; else each is drawn by itself.
    ///   - isAscending: whether they are in order along the independent axis.
    ///   - isStacked: whether they stand on others, and sums are kept.
    public mutating func add(_ kind: SeriesDescription.Kind, samples: Int, isReduced: Bool, isAscending: Bool = false, isStacked: Bool = false) {
        let reduced = isReduced ? kind.memory(ofReduced: samples, isAscending: isAscending) : nil
        let drawn = reduced == nil ? samples : min(samples, Self.mostReduced)
        shapes += (reduced ?? 0) + kind.shapes(ofDrawn: drawn) + Self.bytesPerSeries
        if isStacked { shapes += samples * kind.bytesPerStackedSample }
        self.drawn += drawn
    }

    /// What lines through samples take that turn out to be in no order.
    ///
    /// - Parameter isCounted: whether they are drawn by what they cover, and read meanwhile; else one by one.
    static func shapes(ofUnordered samples: Int, isCounted: Bool) -> Int {
        (isCounted ? min(samples, PassData.mostInPieces) : samples) * bytesPerUnorderedSample
    }

    /// Adds such a line that is drawn by what it covers.
    mutating func addCounted(_ samples: Int) {
        shapes += Self.shapes(ofUnordered: samples, isCounted: true) + Self.bytesPerSeries
        drawn += min(samples, TrajectoryCoverage.leastPoints)
    }

    private static let bytesPerUnorderedSample = 160

    /// Adds columns of numbers that are read from a CSV file. - Returns: rows, as many as there are if the others are as long as the first ones.
    @discardableResult
    public mutating func add(_ source: CSVSource, columns: Int) throws(DataError) -> Int {
        let rows = try CSVFile(path: source.path, name: source.name, options: source.options).estimatedRowCount()
        data += rows * columns * Self.bytesPerNumber
        return rows
    }

    static let bytesPerNumber = 8
    /// A series of few samples: its styles, marks and passes.
    static let bytesPerSeries = 1 << 17
    /// What drivers in software make of a sample that is drawn, and of how many at one time: renderers wait for them.
    static let (bytesPerWaitingSample, mostWaiting) = (1_500, 1 << 16)
    /// What a picture on a sample takes: a shape of its own.
    static let bytesPerTexturedSample = 450
    /// What a point of several discs, or of two colours, takes: its place, and its discs.
    static let bytesPerLayeredSample = 60
    /// What points of one disc take that lie in many layers, unless they are small: their discs. Pixels.
    static let (bytesPerDisc, smallRadius) = (16, 4.0)
    /// Shapes that are left of samples that were reduced.
    static let mostReduced = 1 << 14
    /// A text of usual length, with the room that an array leaves.
    static let bytesPerText = 32
}

extension MemoryEstimate: CustomStringConvertible {
    public var description: String {
        "\(Self.text(total)) (\(Self.text(pixels)) for \(size.width) × \(size.height) pixels, \(Self.text(total - pixels)) for data and shapes)"
    }

    /// `1.5 GB`: by 1024, to one decimal.
    public static func text(_ bytes: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return unit == 0 ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

extension SeriesDescription.Kind {
    /// Peak memory of samples that become what pixels show of them; nil = each is drawn by itself. A million and a hundred million of each were measured:
    /// of more than a million, what is kept of those in order are the extremes of stretches.
    fileprivate func memory(ofReduced samples: Int, isAscending: Bool) -> Int? {
        func bytes(_ first: Int, _ rest: Int) -> Int {
            let few = min(samples, 1 << 20)
            return few * first + (samples - few) * (isAscending ? rest : first)
        }
        return switch self {
        case .line, .stepLine: bytes(16, 1)
        case .band: bytes(16, 2)
        // Cells are counted by pixels.
        case .density: 0
        case .scatter: bytes(4, 1)
        // In no order: their order.
        case .column, .bar: bytes(32, 2)
        case .candlestick, .ohlc: bytes(32, 3)
        case .radialLine, .bubble, .donut, .pie: nil
        }
    }

    /// Lines, or sets of markers, by whose coverage a series may be drawn.
    fileprivate var countedMarks: Int {
        switch self {
        case .line, .stepLine, .scatter: 1
        case .band: 2
        case .column, .bar, .candlestick, .ohlc, .radialLine, .bubble, .density, .donut, .pie: 0
        }
    }

    /// Sums, and where each sample stands.
    fileprivate var bytesPerStackedSample: Int {
        switch self {
        case .line, .stepLine: 8
        case .column, .bar: 40
        case .scatter, .band, .candlestick, .ohlc, .radialLine, .bubble, .density, .donut, .pie: 0
        }
    }

    /// Peak memory by samples that are drawn one by one, beyond what the driver takes.
    fileprivate func shapes(ofDrawn count: Int) -> Int {
        // Labels of slices are laid out while there may be room for them.
        if self == .pie || self == .donut { return count * 200 + min(count, 10_000) * 6_500 }
        return count * bytesPerDrawnSample
    }

    private var bytesPerDrawnSample: Int {
        switch self {
        case .line, .radialLine: 100
        case .scatter, .stepLine: 150
        case .band, .bubble: 200
        case .ohlc: 250
        case .column, .bar: 300
        case .candlestick: 350
        case .density, .donut, .pie: 0
        }
    }
}

extension ChartDescription {
    /// What the chart is going to take as a picture of this size.
    ///
    /// Opens the files of its data, but reads no more of them than headers and the first lines.
    /// - Parameter pictures: tells the sizes of those in files; one that it cannot tell counts as none.
    /// - Throws: `DescriptionError` for a file of data that cannot be opened.
    public func memoryEstimate(size: PixelSize, pictures: PictureDecoder = .none) throws(DescriptionError) -> MemoryEstimate {
        guard var reader = ChartFrameReader(self) else { return try stillMemoryEstimate(size: size, pictures: pictures) }
        var (most, last) = (MemoryEstimate?.none, ChartDescription?.none)
        while let frame = try reader.nextDescription() {
            // Files are looked at only where a frame may take another amount.
            if let last, last.takesAsMuch(as: frame) { continue }
            let estimate = try frame.stillMemoryEstimate(size: size, pictures: pictures)
            if estimate.total >= most?.total ?? 0 { most = estimate }
            last = frame
        }
        return most ?? MemoryEstimate(size: size)
    }

    private func takesAsMuch(as other: ChartDescription) -> Bool {
        series == other.series && data == other.data && xAxes == other.xAxes && yAxes == other.yAxes && decimation == other.decimation
            && annotations.map(\.content.picturePath) == other.annotations.map(\.content.picturePath)
    }

    private func stillMemoryEstimate(size: PixelSize, pictures: PictureDecoder) throws(DescriptionError) -> MemoryEstimate {
        var estimate = MemoryEstimate(size: size)
        let paths = Set(series.flatMap(\.textures.values) + annotations.compactMap(\.content.picturePath))
        let files = PictureFiles(directory: directory, decoder: pictures)
        for path in paths { estimate.shapes += files.decodedBytes(path) }
        var rows: [String: Int] = [:]
        for (name, table) in data.sorted(by: { $0.key < $1.key }) {
            let wanted = requests(of: name)
            // What no series asks for is not read.
            guard !wanted.isEmpty else { continue }
            do throws(DataError) {
                rows[name] = try add(table, wanted, to: &estimate)
            } catch {
                throw DescriptionError(place: "data.\(name)", message: error.description, kind: error.fault)
            }
        }
        var (counted, faint, unordered) = (0, 0, 0)
        for series in series {
            let samples = rows[series.data] ?? 0
            if decimation != .none, samples > min(size.width, size.height) / 2 { counted += series.kind.countedMarks }
            if decimation != .none, series.style.isFaintLine { faint += 1 }
            let isAscending = isKnownToAscend(series)
            if !isAscending, decimation != .none, series.style.isPlainLine, series.stackIndex == nil, !isBroken(series) {
                estimate.addCounted(samples)
                unordered = max(unordered, samples)
            } else {
                estimate.add(
                    series.kind, samples: samples, isReduced: isReduced(series, isAscending: isAscending), isAscending: isAscending,
                    isStacked: series.stackIndex != nil && (samples <= SharedStack.mostKept || !sharesPlaces(series)))
            }
            // Copies of all values, and of those that are left, with their rows.
            if series.connectGaps != .none || series.breakAt != nil { estimate.shapes += samples * 8 * (2 * (series.columns.count + 1) + 3) }
            if decimation == .none, series.kind == .column || series.kind == .bar { estimate.hasSlivers = true }
            if series.style.fills, samples > min(size.width, size.height) {
                estimate.shapes += FillPicture.mostMemory(pixels: size.width * size.height)
            }
            if decimation != .none, let points = series.style.setPointStyle, points.showPoints != false {
                let isLarge = (points.radius ?? 0) * scale > MemoryEstimate.smallRadius
                estimate.shapes += samples * (points.mayHaveLayers ? MemoryEstimate.bytesPerLayeredSample : isLarge ? MemoryEstimate.bytesPerDisc : 0)
            }
            // A picture for each point.
            if !series.textures.isEmpty { estimate.shapes += samples * MemoryEstimate.bytesPerTexturedSample }
            if series.kind == .density {
                estimate.shapes += DensityCounter.mostMemory(samples: samples, pixels: size.width * size.height, series.aggregation)
            }
        }
        let areManyFaint = faint > CoverageLayers.mostKept
        estimate.shapes += CoverageLayers.mostMemory(of: areManyFaint ? max(counted, faint) : counted, pixels: size.width * size.height)
        // One line after the other.
        if unordered > 0 || areManyFaint { estimate.shapes += TrajectoryCoverage.mostMemory(count: unordered, pixels: size.width * size.height) }
        return estimate
    }

    /// Whether a series' samples are reduced to what pixels show of them.
    private func isReduced(_ series: SeriesDescription, isAscending: Bool) -> Bool {
        guard decimation != .none else { return false }
        switch series.style {
        case .line, .stepLine, .band: return isAscending
        case .scatter: return series.textures.isEmpty
        default: return true
        }
    }

    /// Whether one of its axes leaves stretches out: a line in no order is then in memory as a whole.
    private func isBroken(_ series: SeriesDescription) -> Bool {
        [Axis.Direction.x, .y].contains { direction in
            switch axis(direction, of: series)?.kind {
            case .discontinuousNumber, .discontinuousDateTime: true
            case .number, .logarithmic, .symmetricLogarithmic, .dateTime, .category, nil: false
            }
        }
    }

    /// Whether all series of a stack are of the same table, and have the same independent values: then their sums can be made whenever they are read.
    private func sharesPlaces(_ series: SeriesDescription) -> Bool {
        let role: SeriesRole = series.orientation == .horizontal ? .x : .y
        return self.series.allSatisfy {
            $0.stackIndex != series.stackIndex || $0.orientation != series.orientation || $0.data == series.data && $0.columns[role] == series.columns[role]
        }
    }

    /// Whether a series' independent values can be said to be in order without reading all of them.
    private func isKnownToAscend(_ series: SeriesDescription) -> Bool {
        let role: SeriesRole = series.orientation == .horizontal ? .x : .y
        let kind = kind(role, of: series)
        // Numbers of samples, or of texts.
        guard let name = series.columns[role], kind != .category else { return true }
        switch data[series.data] {
        case .columns(let columns, _):
            let column = try? columns[name]?.column(ColumnRequest(name: name, kind: .number), resolve: resolved)
            return column?.looksAscending == true
        case .values(let columns, _):
            guard case .numbers(let values) = columns[name] else { return false }
            return zip(values, values.dropFirst()).allSatisfy { a, b in (a ?? .nan) <= (b ?? .nan) }
        case .arrays(let path, _):
            // A compressed one is not read for this.
            guard let file = try? ArrayFile(path: resolved(path)), let bytes = try? file.memory(of: [name]), bytes == 0 else { return false }
            return (try? file.read([ColumnRequest(name: name, kind: .number)]))?.first?.looksAscending == true
        case .memory(let table): return table[name].map { $0.kind != .category && $0.looksAscending } ?? false
        case .arrow(let path, _, _):
            guard let file = try? ArrowFile(path: resolved(path)), let bytes = try? file.memory(of: [name]), bytes == 0 else { return false }
            return (try? file.read([ColumnRequest(name: name, kind: .number)]))?.first?.looksAscending == true
        case .csv, nil: return false
        }
    }

    private func requests(of name: String) -> Set<ColumnRequest> {
        var requests: Set<ColumnRequest> = []
        for series in series where series.data == name {
            for (role, column) in series.columns { requests.insert(ColumnRequest(name: column, kind: kind(role, of: series))) }
        }
        return requests
    }

    /// - Returns: rows of the table.
    private func add(_ table: DataDescription, _ wanted: Set<ColumnRequest>, to estimate: inout MemoryEstimate) throws(DataError) -> Int {
        let texts = wanted.count { $0.kind == .category }
        switch table {
        case .csv(let path, _, let options):
            let source = CSVSource(path: DataDescription.resolved(path, in: directory), options: options)
            let rows = try estimate.add(source, columns: wanted.count - texts)
            estimate.data += rows * texts * MemoryEstimate.bytesPerText
            return rows
        case .values(let columns, _):
            let rows = columns.values.map(\.count).max() ?? 0
            estimate.data += rows * ((wanted.count - texts) * MemoryEstimate.bytesPerNumber + texts * MemoryEstimate.bytesPerText)
            return rows
        case .columns(let columns, _):
            var rows = 0
            for request in wanted {
                if case .npy(let path, let name)? = columns[request.name] {
                    let file = try ArrayFile(path: resolved(path))
                    guard let name = name ?? file.columnNames.first else { continue }
                    rows = max(rows, try file.rowCount(of: name))
                    estimate.data += try file.memory(of: [name])
                    if request.kind == .category { estimate.data += rows * MemoryEstimate.bytesPerText }
                    continue
                }
                guard let column = try columns[request.name]?.column(ColumnRequest(name: request.name, kind: .number), resolve: resolved) else { continue }
                rows = max(rows, column.count)
                if request.kind == .category { estimate.data += column.count * MemoryEstimate.bytesPerText }
            }
            return rows
        case .arrow(let path, let filters, _):
            let file = try ArrowFile(path: resolved(path))
            estimate.data += try file.memory(of: wanted.map(\.name).filter(file.hasColumn))
            estimate.data += file.rowCount * texts * MemoryEstimate.bytesPerText
            // Copies of the rows that pass, and their numbers.
            if !filters.isEmpty { estimate.data += file.rowCount * (wanted.count + 1) * MemoryEstimate.bytesPerNumber }
            return file.rowCount
        case .arrays(let path, _):
            let file = try ArrayFile(path: resolved(path))
            let known = wanted.filter { file.hasColumn($0.name) }
            estimate.data += try file.memory(of: known.map(\.name))
            var rows = 0
            for request in known {
                let count = try file.rowCount(of: request.name)
                rows = max(rows, count)
                if request.kind == .category { estimate.data += count * MemoryEstimate.bytesPerText }
            }
            return rows
        case .memory(let table):
            // Texts are there already, and so are numbers.
            let made = wanted.count { request in request.kind == .category && table[request.name].map { $0.kind != .category } ?? false }
            estimate.data += table.rowCount * made * MemoryEstimate.bytesPerText
            return table.rowCount
        }
    }
}

extension SeriesDescription.Style {
    /// Whether something is filled that is counted pixel by pixel where samples are many.
    fileprivate var fills: Bool {
        switch self {
        case .band(let style): style.showFill != false
        case .line(let style), .stepLine(let style): style.showFill == true
        default: false
        }
    }
}

extension SeriesDescription.Style {
    /// Whether there is a line that eight bits show only in part: so many of them are painted in more.
    fileprivate var isFaintLine: Bool {
        switch self {
        case .line(let style), .stepLine(let style): (style.showFill == true ? style.areaLineColor : style.lineColor)?.isFaint ?? false
        default: false
        }
    }

    /// Whether there is a line in one colour, and nothing else.
    fileprivate var isPlainLine: Bool {
        switch self {
        case .line(let style), .stepLine(let style): style.showFill != true && style.lineColorBelowBaseline == nil
        default: false
        }
    }
}

extension SeriesDescription.Style {
    /// nil = nothing of it is set.
    fileprivate var setPointStyle: PointStyle? {
        let points: PointStyle
        switch self {
        case .line(let style), .stepLine(let style): points = style.pointStyle
        case .band(let style): points = style.pointStyle
        case .scatter(let style): points = style.pointStyle
        default: return nil
        }
        return points == PointStyle() ? nil : points
    }
}

extension PointStyle {
    /// Whether points are not all discs of one colour.
    fileprivate var mayHaveLayers: Bool { (innerRadius ?? 0) > 0 || colorBelowBaseline != nil }
}

extension CSVFile {
    /// Rows, if all are as long as those in the first 64 KiB of them.
    func estimatedRowCount() throws(DataError) -> Int {
        // Looks all over the file: its first lines may be unlike the others.
        let looks = 16
        let length = 1 << 12
        let found = text.withBytes { bytes in
            let start = min(dialect.bodyStart, bytes.count)
            let whole = bytes.count - start
            var rows = 0.0
            for k in 0..<looks {
                let part = start + whole * k / looks..<start + whole * (k + 1) / looks
                let looked = whole <= looks * length ? part : part.prefix(length)
                var lines = 0
                for i in looked where bytes[i] == UInt8(ascii: "\n") { lines += 1 }
                if !looked.isEmpty { rows += Double(part.count) / Double(looked.count) * Double(lines) }
            }
            // A last line without its end counts, and so does one that is longer than what is looked at.
            return whole > 0 ? max(Int(rows.rounded(.up)), 1) + 1 : 0
        }
        try text.checkIntact()
        return found
    }
}

extension Column {
    /// Whether values jump about, by looks at some of them: a way that somebody went, or a clock that was set back, goes on from where it was.
    var looksShuffled: Bool {
        lend { values in
            let looks = min(values.count - 1, 1_000)
            // Of few, all of them may be meant.
            guard looks >= 100 else { return false }
            var (low, high, way) = (Double.infinity, -Double.infinity, 0.0)
            for k in 0..<looks {
                let i = (values.count - 1) * k / looks
                let (here, next) = (values[i], values[i + 1])
                guard here.isFinite, next.isFinite else { continue }
                (low, high, way) = (min(low, here, next), max(high, here, next), way + abs(next - here))
            }
            // Of places by chance, two are a third of the whole apart in the mean.
            return low < high && way > Double(looks) * (high - low) / 5
        }
    }

    /// Whether no value is below the one before it, by looks at some of them all over the column.
    var looksAscending: Bool {
        lend { values in
            let looks = min(values.count, 1_000)
            var last = -Double.infinity
            for k in 0..<looks {
                let i = values.count * k / looks
                for value in [values[i], i + 1 < values.count ? values[i + 1] : .infinity] {
                    guard value >= last else { return false }
                    last = value
                }
            }
            return true
        }
    }
}
