import Glibc
import VitrailChart
public import VitrailColumns
import VitrailScene
import VitrailSystem

extension ChartDescription {
    /// Maximum size of JSON text. Inline columns need some space, but an oversized file is a mistake and not read.
    public static let maxBytes = 64 << 20
    static let maxSeries = 1_000
    static let maxAxes = 16
    static let maxAnnotations = 10_000
    static let scales = 0.1...16.0

    /// Reads a description from a file. Its relative paths start from the file's folder.
    public init(contentsOf path: String) throws(DescriptionError) {
        let bytes: [UInt8]
        do throws(DataError) {
            bytes = try DataFile.contents(of: path, limit: Self.maxBytes)
        } catch {
            throw DescriptionError(path: "", message: error.description, kind: error.fault)
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let value: JSONValue
        do throws(DescriptionError) {
            value = try JSONParser.parse(bytes, path: path)
        } catch {
            // Prefix the position in the text with the path of the file.
            throw DescriptionError(
                path: error.path.isEmpty ? path : "\(path): \(error.path)", message: error.message, kind: error.kind)
        }
        try self.init(DescriptionNode(value: value, path: ""), directory: folder)
    }

    /// Decodes JSON text strictly. An unknown key, a wrong type or a value out of bounds is an error with its JSON
    /// path.
    ///
    /// - Parameters:
    ///   - json: UTF-8 text.
    ///   - directory: Folder that relative paths of data start from.
    ///   - tables: Additional data by name, which replace data of the same name in `data`.
    public init(json: [UInt8], directory: String = ".", tables: [String: ColumnTable] = [:]) throws(DescriptionError) {
        guard json.count <= Self.maxBytes else {
            throw DescriptionError(path: "", message: "more than \(Self.maxBytes) bytes")
        }
        try self.init(
            DescriptionNode(value: try JSONParser.parse(json), path: ""), directory: directory, tables: tables)
    }

    /// Decodes a description that is part of another text; errors have JSON paths of that text.
    ///
    /// - Parameter known: A description with the same data, which are then not decoded again.
    init(
        _ node: DescriptionNode, directory: String, tables: [String: ColumnTable] = [:],
        dataOf known: ChartDescription? = nil
    ) throws(DescriptionError) {
        self.init()
        (self.directory, self.tables) = (directory, tables)
        do throws(DescriptionError) {
            try decode(node, dataOf: known)
        } catch {
            // For a document of another tool, name the tool instead of the first error.
            guard let format = ForeignFormat.recognise(node.value) else { throw error }
            throw node.error(format.message)
        }
    }

    public init(json: String, directory: String = ".", tables: [String: ColumnTable] = [:]) throws(DescriptionError) {
        try self.init(json: Array(json.utf8), directory: directory, tables: tables)
    }

    private mutating func decode(_ node: DescriptionNode, dataOf known: ChartDescription?) throws(DescriptionError) {
        var object = try DescriptionObject(node)
        // Editors use this key to find the schema.
        _ = try object.optional("$schema", String.self)
        try decodeSize(&object)
        theme = try object.optional("theme")
        decimation = try object.optional("decimation") ?? .automatic
        summaries = try object.optional("summaries") ?? .none
        strategy = try object.optional("strategy", StrategyName.self)?.strategy
        if let node = object.optional("locale") { locale = try LocaleName.read(node) }
        palette = try object.optional("palette")
        if let node = object.optional("font") { font = try FontStyle.readChart(node) }
        title = try object.optional("title")
        subtitle = try object.optional("subtitle")
        caption = try object.optional("caption")
        source = try object.optional("source")
        titleStyle = try object.style("titleStyle")
        style = try object.style("style")
        canvasInset = try object.optional("canvasInset") ?? Insets()
        noDataText = try object.optional("noDataText") ?? Self.usualNoDataText
        let tables = object.optional("data")
        if let known {
            (data, rowTables, warnings) = (known.data, known.rowTables, known.warnings)
        } else if let node = tables {
            var notes = InlineNotes()
            data = try DataDescription.readAll(node, &notes)
            rowTables = notes.rowTables
            warnings += notes.all
        }
        for (name, table) in self.tables {
            data[name] = .memory(table)
            rowTables.remove(name)
        }
        xAxes = try AxisDescription.readAll(&object, one: "xAxis", several: "xAxes")
        yAxes = try AxisDescription.readAll(&object, one: "yAxis", several: "yAxes")
        for node in try object.optional("series")?.elements(limit: Self.maxSeries) ?? [] {
            series.append(try SeriesDescription.read(node, in: self))
        }
        try checkFillTargets()
        for node in try object.optional("annotations")?.elements(limit: Self.maxAnnotations) ?? [] {
            annotations.append(try AnnotationDescription.read(node, in: self))
        }
        stackTotals = try object.optional("stackTotals") ?? false
        endLabels = try object.optional("endLabels") ?? false
        legend = try object.optional("legend")
        if let node = object.optional("crosshair") { crosshair = try CrosshairDescription.read(node, in: self) }
        let (frames, delay) = (object.optional("frames"), object.optional("frameDelay"))
        try object.finish()
        let seconds = try delay?.number(in: ChartFrames.delays)
        if let frames {
            self.frames = try ChartFrames(frames, over: node, of: self, delay: seconds ?? ChartFrames.defaultDelay)
        } else if let delay {
            throw delay.error("it needs \"frames\", and there are none")
        }
    }

    private mutating func decodeSize(_ object: inout DescriptionObject) throws(DescriptionError) {
        if let scale = try object.optional("scale", in: Self.scales) { self.scale = scale }
        guard let node = object.optional("size") else { return }
        var sides = try DescriptionObject(node)
        // Sizes are in points, but both limits apply to device pixels.
        func side(_ name: String) throws(DescriptionError) -> Double {
            let node = try sides.required(name)
            let points = try node.number(in: 0...1e9)
            let pixels = (points * scale).rounded()
            guard (1...Double(PictureLimits.side)).contains(pixels) else {
                throw node.error("\(compact(pixels)) device pixels are outside 1…\(PictureLimits.side)")
            }
            return points
        }
        size = Size(width: try side("width"), height: try side("height"))
        try sides.finish()
        let pixels = (size.width * scale).rounded() * (size.height * scale).rounded()
        guard pixels <= Double(PictureLimits.pixels) else {
            throw node.error("\(compact(pixels)) device pixels are more than \(PictureLimits.pixels)")
        }
    }

    /// The axis with the given id; `nil`: the primary axis.
    func axis(_ id: DescriptionNode?, of axes: [AxisDescription]) throws(DescriptionError) -> AxisDescription {
        guard let id else { return axes.first ?? AxisDescription(.number) }
        let name = try id.string()
        if let axis = axes.first(where: { $0.id == name }) { return axis }
        throw id.error(
            "no axis has the id \(quoted(name))" + didYouMean(nearestName(to: name, in: axes.compactMap(\.id))))
    }
}
