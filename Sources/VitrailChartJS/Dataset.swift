import VitrailScript

/// One entry of `data.datasets`.
struct Dataset {
    let node: Node
    let index: Int
    /// The type's name in Chart.js 4.
    let type: String
    let data: [Node]

    init(node: Node, index: Int, type: String) {
        self.node = node
        self.index = index
        self.type = type
        let own = node["data"]
        // An object maps category names to values.
        if own.isObject {
            data = own.members.map { name, value in
                Node(
                    value: .object(ScriptObject(["x": .string(name), "y": value.value, "key": .string(name)])),
                    path: value.path)
            }
            isKeyed = true
        } else {
            data = own.elements
            isKeyed = false
        }
    }

    /// Whether the data are an object and not a list.
    let isKeyed: Bool

    var count: Int { data.count }

    var isHidden: Bool { node["hidden"].bool == true }

    /// The element kind of a sample.
    var element: String {
        switch type {
        case "bar": "bar"
        case "pie", "doughnut", "polarArea": "arc"
        default: "point"
        }
    }
}

extension Importer {
    /// The first present value of an option: the dataset's own option, then the options of its type, of its elements,
    /// and of the chart.
    ///
    /// - Parameters:
    ///   - names: the option's names in the dataset. The first one is also the element's name, unless `short` is given.
    ///   - element: the element kind, for example "line".
    func option(_ dataset: Dataset, _ names: [String], element: String, short: String? = nil) -> Node? {
        let short = short ?? names[0]
        let type = options["datasets"][dataset.type], elements = options["elements"][element]
        // Names for points, such as pointRadius, take precedence over the short name at every level.
        for name in names {
            if dataset.node[name].isPresent { return dataset.node[name] }
            if type[name].isPresent { return type[name] }
            if elements[name].isPresent { return elements[name] }
            if context.version >= .v3, options[name].isPresent { return options[name] }
        }
        if elements[short].isPresent { return elements[short] }
        if context.version >= .v3, options[short].isPresent { return options[short] }
        return nil
    }

    func number(_ node: Node?, _ dataset: Dataset? = nil, _ index: Int? = nil) throws(ChartJSError) -> Double? {
        guard let node else { return nil }
        let found = try resolved(node, dataset, index)
        guard found.isPresent else { return nil }
        guard let number = found.number, !number.isNaN else {
            warn(node.path, "found \(found.value.phrase) where a number is expected; the default is used")
            return nil
        }
        return number
    }

    func bool(_ node: Node?, _ dataset: Dataset? = nil, _ index: Int? = nil) throws(ChartJSError) -> Bool? {
        guard let node else { return nil }
        return try resolved(node, dataset, index).bool
    }

    func text(_ node: Node?, _ dataset: Dataset? = nil, _ index: Int? = nil) throws(ChartJSError) -> String? {
        guard let node else { return nil }
        return try resolved(node, dataset, index).text
    }

    /// A text for the picture.
    func shown(_ node: Node) throws(ChartJSError) -> String? {
        var node = node
        if node.isFunction { node = try resolved(node, isList: true) }
        guard let text = node.text, !text.isEmpty else { return nil }
        guard text.count <= ChartJSLimits.characters else {
            warn(node.path, "the text is cut to \(ChartJSLimits.characters) characters")
            return String(text.prefix(ChartJSLimits.characters))
        }
        return text
    }

    /// The dashes of a line. `nil`: solid.
    func dashes(_ node: Node?, _ dataset: Dataset? = nil) throws(ChartJSError) -> JSON? {
        guard let node else { return nil }
        let found = try resolved(node, dataset, isList: true)
        var lengths = found.elements.compactMap(\.number).filter { $0.isFinite && $0 >= 0 && $0 <= 1_000 }
        guard !lengths.isEmpty, lengths.contains(where: { $0 > 0 }) else { return nil }
        if lengths.count % 2 == 1 { lengths += lengths }
        return JSON(lengths.prefix(16).map { Optional($0) })
    }

    /// The dataset's title in the legend.
    func title(of dataset: Dataset) throws(ChartJSError) -> String? { try shown(dataset.node["label"]) }

    /// Whether a visible dataset has a title.
    func hasTitles() throws(ChartJSError) -> Bool {
        for dataset in datasets where !dataset.isHidden { if try title(of: dataset) != nil { return true } }
        return false
    }

    /// `{size, weight, family}` for an option that has a `font`.
    func font(_ node: Node, size: Double = 12, isBold: Bool = false) -> JSON {
        let own = node["font"], all = options["font"]
        var result: JSON = [:]
        let weight = own["weight"].text ?? own["style"].text.flatMap { $0.contains("bold") ? "bold" : nil }
        let bold = weight.map { $0 == "bold" || $0 == "bolder" || (Double($0) ?? 400) >= 600 } ?? isBold
        if let family = own["family"].text ?? all["family"].text, let first = Self.family(family) {
            result["family"] = .string(first)
        }
        let chosen = own["size"].number ?? (node["font"].isPresent ? nil : all["size"].number) ?? size
        result["size"] = .number(min(max(chosen, 1), 500))
        if bold { result["isBold"] = true }
        if own["style"].text?.contains("italic") == true {
            warn("\(node.path).font.style", "there are no italics; the text is upright")
        }
        return result
    }

    /// The first family in a CSS list, unless it is generic.
    private static func family(_ text: String) -> String? {
        let generic: Set<String> = ["sans-serif", "system-ui", "helvetica neue", "helvetica", "arial"]
        let first = text.split(separator: ",").first.map { $0.filter { $0 != "\"" && $0 != "'" } } ?? ""
        let trimmed = first.drop { $0 == " " }
        switch trimmed.lowercased() {
        case "": return nil
        case let name where generic.contains(name): return nil
        case "mono", "monospace", "courier", "courier new": return "DejaVu Sans Mono"
        case "serif", "times", "times new roman", "georgia": return "DejaVu Serif"
        default: return String(trimmed.prefix(100))
        }
    }
}
