import VitrailColumns
import VitrailScene

/// The source of a plan: a description and the call's options that override it.
struct PartialSource: Sendable {
    /// The description as JSON.
    var text: [UInt8]
    var directory = "."
    var width: Double?
    var height: Double?
    var scale: Double?
    var theme: ThemeName?
    /// How data files of the description are read.
    var reading = ReadingOptions()
    /// Ranges by axis id; the primary axes are also called "x" and "y". Dates are seconds since 1970.
    var ranges: [String: NumberRange] = [:]

    /// The description with some tables.
    ///
    /// - Parameter tables: Tables by name; a missing table gets no columns.
    func description(_ tables: [String: ColumnTable] = [:]) throws(DescriptionError) -> ChartDescription {
        let node = DescriptionNode(value: try JSONParser.parse(text), path: "")
        var tables = tables
        let known = node.member("data").map { (try? DescriptionObject($0))?.names ?? [] } ?? []
        for name in Self.tableNames(node) where tables[name] == nil && !known.contains(name) {
            do { tables[name] = try ColumnTable([:]) } catch {
                throw DescriptionError(path: "data.\(name)", message: "\(error)")
            }
        }
        var description = try ChartDescription(node, directory: directory, tables: tables)
        description.reading = reading
        if let width { description.size.width = width }
        if let height { description.size.height = height }
        if let scale { description.scale = scale }
        if let theme { description.theme = theme }
        for (name, range) in ranges.sorted(by: { $0.key < $1.key }) { try description.fix(range, of: name) }
        return description
    }

    private static func tableNames(_ node: DescriptionNode) -> [String] {
        guard let series = try? node.member("series")?.elements(limit: ChartDescription.maxSeries) else { return [] }
        return series.compactMap { try? $0.member("data")?.string() }
    }
}

extension ChartDescription {
    /// Sets the range of an axis. If there is no axis "x" or "y", adds it.
    fileprivate mutating func fix(_ range: NumberRange, of name: String) throws(DescriptionError) {
        if let k = xAxes.firstIndex(where: { $0.id == name }) ?? (name == "x" ? xAxes.indices.first : nil) {
            return xAxes[k].fix(range)
        }
        if let k = yAxes.firstIndex(where: { $0.id == name }) ?? (name == "y" ? yAxes.indices.first : nil) {
            return yAxes[k].fix(range)
        }
        var axis = AxisDescription(.number)
        axis.fix(range)
        switch name {
        case "x": xAxes.append(axis)
        case "y": yAxes.append(axis)
        default:
            throw DescriptionError(
                path: "options.ranges.\(name)",
                message: "no axis has the id \(quoted(name)); the first ones are called x and y")
        }
    }
}

extension AxisDescription {
    fileprivate mutating func fix(_ range: NumberRange) {
        (defaultRange, defaultMinimum, defaultMaximum) = (range, nil, nil)
    }
}

extension PartialSource {
    func write(to writer: inout PartialWriter) {
        writer.write(bytes: text)
        writer.write(directory)
        for number in [width, height, scale] { writer.write(number ?? .nan) }
        writer.write(theme?.rawValue ?? "")
        writer.write(reading.mapsFiles)
        writer.write(UInt64(ranges.count))
        for (name, range) in ranges.sorted(by: { $0.key < $1.key }) {
            writer.write(name)
            writer.write(range)
        }
    }

    init(from reader: inout PartialReader) throws(DescriptionError) {
        text = try reader.blob()
        directory = try reader.text()
        func option() throws(DescriptionError) -> Double? {
            let number = try reader.double()
            return number.isNaN ? nil : number
        }
        (width, height, scale) = (try option(), try option(), try option())
        for side in [width, height] where side.map({ !(1...Double(PictureLimits.side)).contains($0) }) == true {
            throw PartialReader.broken
        }
        if let scale, !ChartDescription.scales.contains(scale) { throw PartialReader.broken }
        let name = try reader.text()
        theme = ThemeName(rawValue: name)
        guard name.isEmpty || theme != nil else { throw PartialReader.broken }
        reading.mapsFiles = try reader.bool()
        for _ in 0..<(try reader.count(of: 24)) {
            let name = try reader.text()
            guard let range = try reader.range(), range.isValid else { throw PartialReader.broken }
            ranges[name] = range
        }
    }
}

extension PartialSource {
    /// Parses the options of a call.
    ///
    /// - Parameter options: A JSON object with `width`, `height`, `scale`, `theme`, `directory`, `mapFiles`, and
    ///   `ranges`, an object of lists of two numbers or dates.
    init(json: [UInt8], options: [UInt8]) throws(DescriptionError) {
        text = json
        guard json.count <= ChartDescription.maxBytes else {
            throw DescriptionError(path: "", message: "more than \(ChartDescription.maxBytes) bytes")
        }
        var object = try DescriptionObject(options: options)
        width = try object.optional("width", in: 1...Double(PictureLimits.side))
        height = try object.optional("height", in: 1...Double(PictureLimits.side))
        scale = try object.optional("scale", in: ChartDescription.scales)
        theme = try object.optional("theme")
        directory = try object.optional("directory")?.filePath() ?? "."
        reading.mapsFiles = try object.optional("mapFiles") ?? true
        let node = object.optional("ranges")
        try object.finish()
        guard let node else { return }
        for name in try DescriptionObject(node).names {
            guard let list = node.member(name) else { continue }
            let ends = try list.elements(limit: 2)
            guard ends.count == 2 else { throw list.error("expected the two ends of a range") }
            let range = NumberRange(try Self.end(ends[0]), try Self.end(ends[1]))
            guard range.isValid else {
                throw list.error("\(compact(range.minimum)) is not below \(compact(range.maximum))")
            }
            ranges[name] = range
        }
    }

    private static func end(_ node: DescriptionNode) throws(DescriptionError) -> Double {
        guard case .string(let text) = node.value else {
            return try node.number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        }
        guard let seconds = Column.date(text, timeZone: nil) else {
            throw node.error("\(quoted(text)) is neither a number nor a date")
        }
        return seconds
    }
}
