import VitrailScript

/// The changes that QuickChart's server makes to a configuration before Chart.js gets it.
struct QuickChart {
    let context: ChartJSContext

    init(_ context: ChartJSContext) { self.context = context }

    func completed(_ given: ScriptValue) throws(ChartJSError) -> ScriptValue {
        var config = given
        switch Node.text(given["type"]) {
        case "donut": config = config.setting(["type"], .string("doughnut"))
        case "sparkline": config = try sparkline(config)
        case "progressBar": config = try progressBar(config)
        default: break
        }
        let type = Node.text(config["type"]) ?? ""
        if ["bar", "horizontalBar", "line", "scatter", "bubble"].contains(type), !config["options"]["scales"].isPresent
        {
            let axis: ScriptValue = .object(
                ScriptObject(["ticks": .object(ScriptObject(["beginAtZero": .bool(true)]))]))
            config = config.setting(["options", "scales", "yAxes"], .array([axis]))
        }
        let plugins = config["options"]["plugins"]
        if !plugins["datalabels"].isPresent {
            let hasLabels = ["pie", "doughnut"].contains(type) && !plugins["outlabels"].isPresent
            config = config.setting(
                ["options", "plugins", "datalabels"], .object(ScriptObject(["display": .bool(hasLabels)])))
        }
        return config
    }

    private func sets(_ config: ScriptValue) throws(ChartJSError) -> [ScriptValue] {
        guard let sets = config["data"]["datasets"].list, !sets.isEmpty else {
            throw ChartJSError(
                path: "data.datasets", message: "a \(Node.text(config["type"]) ?? "chart") needs a dataset",
                suggestion: "use [{data: [1, 2, 3]}]")
        }
        return sets
    }

    private func sparkline(_ given: ScriptValue) throws(ChartJSError) -> ScriptValue {
        let data = try sets(given)[0]["data"].list ?? []
        var config = given.setting(["type"], .string("line"))
        if !config["data"]["labels"].isPresent {
            config = config.setting(["data", "labels"], .array(Array(repeating: .string(""), count: data.count)))
        }
        let hidden: ScriptValue = .object(ScriptObject(["display": .bool(false)]))
        config = config.usual(["options", "legend"], hidden)
        config = config.usual(
            ["options", "elements", "line"],
            .object(ScriptObject(["borderColor": .string("#000"), "borderWidth": .number(1)])))
        config = config.usual(["options", "elements", "point"], .object(ScriptObject(["radius": .number(0)])))
        config = config.usual(["options", "scales", "xAxes"], .array([hidden]))
        var ticks = ScriptObject()
        let numbers = data.compactMap { Node(value: $0, path: "").number }
        if let minimum = numbers.min(), let maximum = numbers.max() {
            ticks["min"] = .number(minimum - minimum * 0.05)
            ticks["max"] = .number(maximum + maximum * 0.05)
        }
        return config.usual(
            ["options", "scales", "yAxes"],
            .array([.object(ScriptObject(["display": .bool(false), "ticks": .object(ticks)]))]))
    }

    private func progressBar(_ given: ScriptValue) throws(ChartJSError) -> ScriptValue {
        var sets = try sets(given)
        guard sets.count <= 2 else {
            throw ChartJSError(
                path: "data.datasets", message: "a progressBar has one or two datasets, and here are \(sets.count)")
        }
        let count = sets[0]["data"].list?.count ?? 0
        let isShare = sets.count == 1
        if isShare {
            sets.append(.object(ScriptObject(["data": .array(Array(repeating: .number(100), count: count))])))
        }
        guard sets[1]["data"].list?.count == count else {
            throw ChartJSError(
                path: "data.datasets[1].data", message: "it has another number of values than data.datasets[0].data")
        }
        sets[1] = sets[1].usual(["backgroundColor"], .string("#fff")).usual(["borderColor"], .string("#4e78a7")).usual(
            ["borderWidth"], .number(1))
        var config = given.setting(["type"], .string("horizontalBar")).setting(["data", "datasets"], .array(sets))
        config = config.setting(
            ["data", "labels"],
            given["labels"].isPresent ? given["labels"] : .array((0..<count).map { .number(Double($0)) }))
        let defaults = """
            {legend: {display: false},
             scales: {xAxes: [{ticks: {display: false, beginAtZero: true}, gridLines: {display: false, drawTicks: false}}],
                      yAxes: [{stacked: true, ticks: {display: false}, gridLines: {display: false, drawTicks: false}}]},
             plugins: {datalabels: {color: '#fff', formatter: v => \(isShare ? "v + '%'" : "v"), display: c => c.datasetIndex === 0}}}
            """
        do { return config.setting(["options"], try Script.value(defaults).merged(given["options"])) } catch {
            throw ChartJSError(error)
        }
    }
}

extension ScriptValue {
    /// A copy with a value at the end of a member path, unless a value is present there.
    func usual(_ path: [String], _ value: ScriptValue) -> ScriptValue {
        path.reduce(self) { $0[$1] }.isPresent ? self : setting(path, value)
    }
}
