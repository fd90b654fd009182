import VitrailScript

/// One sample of a dataset on rectangular axes.
struct Sample {
    /// Position on the index scale. `nil`: none.
    var position: Double?
    var value: Double?
    /// Both ends of a floating bar. The second one is farther from zero.
    var ends: (near: Double, far: Double)?
    /// The radius of a bubble in pixels.
    var radius: Double?
    /// Start and end of a stacked mark.
    var base: Double?
    var top: Double?
}

/// A dataset with its scales and samples.
final class Plot {
    let dataset: Dataset
    let index: Scale
    let value: Scale
    var samples: [Sample] = []
    /// Datasets with the same key are stacked on one another.
    var stack: String?
    /// Whether they are stacked.
    var isStacked = false

    init(dataset: Dataset, index: Scale, value: Scale) {
        self.dataset = dataset
        self.index = index
        self.value = value
    }

    var isHorizontal: Bool { !index.isHorizontal }

    /// The value at the end of the mark.
    func top(_ k: Int) -> Double? { samples[k].top ?? samples[k].value }
}

extension Importer {
    func makePlots(_ scales: [Scale]) throws(ChartJSError) -> [Plot] {
        var plots: [Plot] = []
        for dataset in datasets {
            guard ["line", "bar", "scatter", "bubble"].contains(dataset.type) else {
                throw error(
                    dataset.node["type"], "a \(dataset.type) is not possible beside a \(type)",
                    "use bar, line, scatter and bubble together")
            }
            let isVertical = (dataset.node["indexAxis"].text ?? options["indexAxis"].text) == "y"
            let horizontal = try scale(dataset, isHorizontal: true, of: scales),
                vertical = try scale(dataset, isHorizontal: false, of: scales)
            let plot =
                isVertical
                ? Plot(dataset: dataset, index: vertical, value: horizontal)
                : Plot(dataset: dataset, index: horizontal, value: vertical)
            plots.append(plot)
            plot.index.isIndex = true
            if !dataset.isHidden {
                horizontal.isUsed = true
                vertical.isUsed = true
            }
        }
        for scale in scales where scale.kind == .category {
            let own =
                scale.node["labels"].value.list
                ?? (scale.isHorizontal ? config["data"]["xLabels"] : config["data"]["yLabels"]).value.list
            scale.categories = own ?? labels
        }
        for plot in plots { try readSamples(of: plot) }
        for plot in plots {
            plot.stack = plot.dataset.node["stack"].text ?? (plot.dataset.node["stack"].isPresent ? "" : nil)
            let isOn = plot.value.stacked ?? (plot.stack != nil)
            plot.isStacked = isOn && (plot.dataset.type == "bar" || plot.dataset.type == "line")
        }
        stack(plots)
        return plots
    }

    private func readSamples(of plot: Plot) throws(ChartJSError) {
        let dataset = plot.dataset
        let parsing = dataset.node["parsing"].isObject ? dataset.node["parsing"] : options["parsing"]
        let indexKey =
            parsing[plot.index.isHorizontal ? "xAxisKey" : "yAxisKey"].text ?? (plot.index.isHorizontal ? "x" : "y")
        let valueKey =
            parsing[plot.value.isHorizontal ? "xAxisKey" : "yAxisKey"].text ?? (plot.value.isHorizontal ? "x" : "y")
        let isBar = dataset.type == "bar"
        for (k, node) in dataset.data.enumerated() {
            var sample = Sample()
            var position: Node?, value: Node
            if dataset.isKeyed {
                position = node["key"]
                value = node["y"]
            } else if node.isObject {
                position = Self.member(node, indexKey)
                value = Self.member(node, valueKey)
                if !(position?.isPresent ?? false), node["t"].isPresent { position = node["t"] }
            } else if node.isArray, !isBar {
                position = node[plot.index.isHorizontal ? 0 : 1]
                value = node[plot.index.isHorizontal ? 1 : 0]
            } else {
                value = node
            }
            sample.position = try self.position(of: position, k, plot.index)
            if isBar, value.isArray {
                let low = try number(value[0], on: plot.value), high = try number(value[1], on: plot.value)
                if let low, let high {
                    let (minimum, maximum) = (min(low, high), max(low, high))
                    sample.ends =
                        abs(minimum) > abs(maximum) ? (near: maximum, far: minimum) : (near: minimum, far: maximum)
                    sample.value = sample.ends?.far
                }
            } else {
                sample.value = try number(value, on: plot.value)
            }
            if dataset.type == "bubble" { sample.radius = try number(node["r"]) }
            plot.samples.append(sample)
        }
    }

    /// The member at the end of a dotted path, for example "nested.value".
    private static func member(_ node: Node, _ path: String) -> Node {
        if node[path].isPresent { return node[path] }
        return path.split(separator: ".").reduce(node) { $0[String($1)] }
    }

    /// A value on a scale. `nil`: it has no position there.
    private func number(_ node: Node, on scale: Scale) throws(ChartJSError) -> Double? {
        guard node.isPresent else { return nil }
        switch scale.kind {
        case .time: return try time(node, scale)
        case .category: return scale.position(of: node.text).map { Double($0) } ?? node.number
        case .linear, .logarithmic:
            guard let number = node.number, number.isFinite, abs(number) < 1e300 else {
                if case .string(let text) = node.value, text != "NaN", !text.isEmpty {
                    warn(node.path, "\"\(text.prefix(40))\" is no number; the sample is left out")
                }
                return nil
            }
            return scale.kind == .logarithmic && number <= 0 ? nil : number
        }
    }

    private func position(of node: Node?, _ k: Int, _ scale: Scale) throws(ChartJSError) -> Double? {
        switch scale.kind {
        case .category:
            guard let node else {
                // Without labels, samples are numbered.
                return scale.categories.isEmpty || k < scale.categories.count ? Double(k) : nil
            }
            guard node.isPresent else { return nil }
            if k < scale.categories.count, Node.text(scale.categories[k]) == node.text { return Double(k) }
            if let found = scale.position(of: node.text) { return Double(found) }
            if case .string = node.value {
                guard scale.categories.count < 10_000 else {
                    throw error(node, "there are more than 10000 categories", "use a scale of type time or linear")
                }
                scale.append(node.value)
                return Double(scale.categories.count - 1)
            }
            return node.number == nil ? nil : Double(min(k, max(scale.categories.count - 1, 0)))
        case .time:
            return try (node ?? (labels.indices.contains(k) ? Node(value: labels[k], path: "data.labels[\(k)]") : nil))
                .flatMapTime(self, scale)
        case .linear, .logarithmic:
            if let node { return try number(node, on: scale) }
            guard labels.indices.contains(k) else { return nil }
            return try number(Node(value: labels[k], path: "data.labels[\(k)]"), on: scale)
        }
    }

    /// A date in milliseconds.
    func time(_ node: Node, _ scale: Scale) throws(ChartJSError) -> Double? {
        var node = node
        let parser = scale.node["time"]["parser"]
        if parser.isFunction { node = Node(value: try call(parser, [node.value]), path: node.path) }
        var found: Double?
        switch node.value {
        case .null, .undefined: return nil
        case .number(let number): found = number
        case .date(let time): found = time
        case .string(let text):
            if let pattern = parser.text {
                found = Moment.read(text, pattern) ?? ScriptDate.read(text)
            } else {
                // A long number is in milliseconds; a short one is a year.
                found = text.count > 6 ? node.number ?? ScriptDate.read(text) : ScriptDate.read(text)
            }
        default: break
        }
        guard let found, found.isFinite, abs(found) < 8.64e15 else {
            let text = node.text.map { "\"\($0.prefix(40))\"" } ?? node.value.phrase
            throw error(
                node, "found \(text), which is no date", "use 2020-06-14T16:08, or name the format in time.parser")
        }
        guard let round = scale.node["time"]["round"].text, let unit = Moment.Unit(rawValue: round) else {
            return found
        }
        return Moment.start(of: unit, found)
    }

    /// Sets the ends of stacked marks.
    private func stack(_ plots: [Plot]) {
        struct Sum { var positive = 0.0, negative = 0.0, all = 0.0 }
        var sums: [String: [Double: Sum]] = [:]
        let ordered = plots.enumerated().sorted {
            (Self.order($0.element), $0.offset) < (Self.order($1.element), $1.offset)
        }.map(\.element)
        for plot in ordered
        where plot.isStacked && !plot.dataset.isHidden {
            let key = "\(plot.dataset.type)|\(plot.index.id)|\(plot.value.id)|\(plot.stack ?? "")"
            for k in plot.samples.indices {
                guard let position = plot.samples[k].position, let value = plot.samples[k].value else { continue }
                var sum = sums[key, default: [:]][position, default: Sum()]
                let base = plot.value.isSingleStack ? sum.all : value >= 0 ? sum.positive : sum.negative
                plot.samples[k].base = base
                plot.samples[k].top = base + value
                sum.all += value
                if value >= 0 { sum.positive += value } else { sum.negative += value }
                sums[key, default: [:]][position] = sum
            }
        }
    }

    /// Datasets with a smaller order are on top, and at the bottom of stacks.
    static func order(_ plot: Plot) -> Double { plot.dataset.node["order"].number ?? 0 }
}

extension Optional where Wrapped == Node {
    fileprivate func flatMapTime(_ importer: Importer, _ scale: Scale) throws(ChartJSError) -> Double? {
        guard let node = self else { return nil }
        return try importer.time(node, scale)
    }
}
