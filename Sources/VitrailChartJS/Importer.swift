import VitrailScript

/// Converts one configuration to a description.
final class Importer {
    let context: ChartJSContext
    let budget = ScriptBudget(ChartJSLimits.steps)
    private(set) var warnings: [String] = []
    private var warned: Set<String> = []
    private var spelling = Spelling()
    /// In the spelling of Chart.js 4.
    private(set) var config = Node(value: .undefined, path: "")
    /// The type's name in Chart.js 4, for example "bar" for `horizontalBar`.
    private(set) var type = ""
    private(set) var datasets: [Dataset] = []
    /// The texts of the legend and the categories.
    private(set) var labels: [ScriptValue] = []
    /// The value of `context.chart` for functions.
    private var chart: ScriptValue = .undefined

    var options: Node { config["options"] }
    var plugins: Node { options["plugins"] }

    init(_ text: String, _ context: ChartJSContext) throws(ChartJSError) {
        self.context = context
        for (name, side) in [("width", context.width), ("height", context.height)] {
            guard side >= 1, side <= 16_384 else {
                throw ChartJSError(message: "the canvas' \(name) is \(side); from 1 to 16384 pixels are drawn")
            }
        }
        var value: ScriptValue
        do { value = try Script.value(text, names: Self.names, budget: budget) } catch { throw ChartJSError(error) }
        guard value.object != nil else {
            throw ChartJSError(
                message: "found \(value.phrase) where the configuration is an object, as {type: 'bar', data: {…}}")
        }
        if context.hasQuickChartDefaults { value = try QuickChart(context).completed(value) }
        try read(value)
    }

    private func read(_ value: ScriptValue) throws(ChartJSError) {
        let given = Node(value: value, path: "")
        guard let name = given["type"].text, !name.isEmpty else {
            throw ChartJSError(
                path: "type", message: "it says which chart is drawn, and is not here",
                suggestion: "use one of \(ChartType.phrase)")
        }
        guard let kind = ChartType.known[name] else { throw ChartType.unknown(name, path: "type") }
        type = kind.name
        guard var object = value.object else { return }
        var options = spelling.options(value["options"], isRadial: kind.isRadial)
        if kind.isHorizontal { options = options.setting(["indexAxis"], .string("y")) }
        object["options"] = options
        if let quick = object["labels"], quick.list != nil, !value["data"]["labels"].isPresent {
            object["data"] = value["data"].setting(["labels"], quick)
        }
        config = Node(value: .object(object), path: "")
        try readData()
    }

    private func readData() throws(ChartJSError) {
        let data = config["data"]
        guard data.isObject || !data.isPresent else {
            throw ChartJSError(
                path: "data", message: "found \(data.value.phrase)",
                suggestion: "use {labels: […], datasets: [{data: […]}]}")
        }
        let own = data["datasets"]
        guard own.isArray || !own.isPresent else {
            throw ChartJSError(
                path: "data.datasets", message: "found \(own.value.phrase)",
                suggestion: "use a list of objects, each with its data")
        }
        guard own.elements.count <= ChartJSLimits.datasets else {
            throw ChartJSError(
                path: "data.datasets", message: "\(own.elements.count) datasets; \(ChartJSLimits.datasets) are drawn")
        }
        labels = data["labels"].value.list ?? data["xLabels"].value.list ?? data["yLabels"].value.list ?? []
        var samples = labels.count
        for (index, node) in own.elements.enumerated() {
            guard node.isObject else {
                throw ChartJSError(
                    path: node.path, message: "found \(node.value.phrase)", suggestion: "use an object with data")
            }
            var typeName = type
            if let given = node["type"].text {
                guard let kind = ChartType.known[given] else {
                    throw ChartType.unknown(given, path: "\(node.path).type")
                }
                typeName = kind.name
            }
            let dataset = Dataset(node: node, index: index, type: typeName)
            samples += dataset.count
            datasets.append(dataset)
        }
        guard samples <= ChartJSLimits.samples else {
            throw ChartJSError(
                path: "data", message: "\(samples) samples; \(ChartJSLimits.samples) are read",
                suggestion: "use a Vitrail description with a data file")
        }
        chart = .object(
            ScriptObject([
                "data": data.value, "config": config.value, "options": options.value, "width": .number(context.width),
                "height": .number(context.height),
                "chartArea": .object(
                    ScriptObject([
                        "left": .number(0), "top": .number(0), "right": .number(context.width),
                        "bottom": .number(context.height),
                        "width": .number(context.width), "height": .number(context.height),
                    ])),
            ]))
    }

    /// Names that configurations may use.
    private static let names: [String: ScriptValue] = [
        "pattern": .object(ScriptObject(["draw": .native(ScriptNative("pattern.draw") { Paint.pattern($0) })])),
        "getGradientFillHelper": .native(ScriptNative("getGradientFillHelper") { Paint.gradient($0) }),
        "getGradientFill": .native(ScriptNative("getGradientFill") { Paint.stops($0) }),
    ]

    // MARK: Faults and warnings

    func error(_ node: Node, _ message: String, _ suggestion: String? = nil) -> ChartJSError {
        ChartJSError(path: spelling.original(node.path), message: message, suggestion: suggestion)
    }

    /// Whether the text uses an older name of the option.
    func isWrittenAsOld(_ path: String) -> Bool { spelling.original(path) != path }

    /// Adds a warning unless it was added before.
    func warn(_ path: String, _ message: String) {
        let text = "\(spelling.original(path)): \(message)"
        guard warned.insert(text).inserted else { return }
        if warnings.count < ChartJSLimits.warnings {
            warnings.append(text)
        } else if warnings.count == ChartJSLimits.warnings {
            warnings.append("and more")
        }
    }

    // MARK: Values

    /// Calls a function with arguments.
    func call(_ node: Node, _ arguments: [ScriptValue]) throws(ChartJSError) -> ScriptValue {
        guard case .function(let function) = node.value else {
            throw error(node, "found \(node.value.phrase)", "use a function, as (value) => '$' + value")
        }
        do { return try function(arguments, this: .object(ScriptObject(["chart": chart])), budget: budget) } catch {
            throw ChartJSError(error, path: spelling.original(node.path))
        }
    }

    /// The argument of a function in an option.
    func scope(_ dataset: Dataset? = nil, _ index: Int? = nil) -> ScriptValue {
        var scope = ScriptObject([
            "chart": chart, "active": .bool(false), "type": .string(index == nil ? "dataset" : "data"),
            "mode": .string("default"),
        ])
        if let dataset {
            scope["dataset"] = dataset.node.value
            scope["datasetIndex"] = .number(Double(dataset.index))
        }
        if let dataset, let index {
            let raw = dataset.data[index].value
            scope["dataIndex"] = .number(Double(index))
            scope["index"] = .number(Double(index))
            scope["raw"] = raw
            let label = labels.indices.contains(index) ? labels[index] : .undefined
            scope["label"] = label
            scope["parsed"] =
                raw.object == nil ? .object(ScriptObject(["x": .number(Double(index)), "y": raw, "r": raw])) : raw
        }
        return .object(scope)
    }

    /// The value of an option for a sample: a function is called, and a list is repeated.
    func resolved(
        _ node: Node, _ dataset: Dataset? = nil, _ index: Int? = nil, isList: Bool = false
    ) throws(ChartJSError) -> Node {
        var node = node
        if node.isFunction {
            node = Node(value: try call(node, [scope(dataset, index), .object(ScriptObject())]), path: node.path)
        }
        if !isList, case .array(let values) = node.value {
            guard let index, !values.isEmpty else { return node[0] }
            node = node[index % values.count]
            if node.isFunction {
                node = Node(value: try call(node, [scope(dataset, index), .object(ScriptObject())]), path: node.path)
            }
        }
        return node
    }
}

/// A chart type that can be drawn.
struct ChartType {
    let name: String
    var isHorizontal = false

    var isRadial: Bool { name == "radar" || name == "polarArea" }

    static let known: [String: ChartType] = [
        "line": ChartType(name: "line"), "bar": ChartType(name: "bar"),
        "horizontalBar": ChartType(name: "bar", isHorizontal: true),
        "scatter": ChartType(name: "scatter"), "bubble": ChartType(name: "bubble"), "pie": ChartType(name: "pie"),
        "doughnut": ChartType(name: "doughnut"),
        "radar": ChartType(name: "radar"), "polarArea": ChartType(name: "polarArea"),
        "outlabeledPie": ChartType(name: "pie"),
        "outlabeledDoughnut": ChartType(name: "doughnut"),
    ]

    static let phrase = "bar, line, scatter, bubble, pie, doughnut, polarArea, radar"

    static func unknown(_ name: String, path: String) -> ChartJSError {
        let instead: [String: String] = [
            "radialGauge": "a doughnut with a circumference of 180 shows one value",
            "gauge": "a doughnut with a circumference of 180 shows one value",
            "violin": "a Vitrail description has box plots by bands and densities",
            "boxplot": "bars from quartile to quartile ([low, high]) show distributions",
            "sparkline": "QuickChart has this type; use line with scales of display: false",
            "progressBar": "QuickChart has this type; use bar with indexAxis: 'y'", "donut": "use doughnut",
        ]
        return ChartJSError(
            path: path, message: "there is no type \"\(name.prefix(40))\"",
            suggestion: instead[name] ?? "use one of \(phrase)")
    }
}
