import Foundation
import VitrailScript

/// One axis of a chart with rectangular axes.
final class Scale {
    enum Kind: Equatable {
        case linear, logarithmic, category, time

        init?(_ name: String) {
            switch name {
            case "linear": self = .linear
            case "logarithmic": self = .logarithmic
            case "category": self = .category
            case "time", "timeseries": self = .time
            default: return nil
            }
        }
    }

    let id: String
    let isHorizontal: Bool
    let kind: Kind
    let node: Node
    /// The texts of a category scale.
    var categories: [ScriptValue] = [] {
        didSet { if categories.count != oldValue.count + 1 { known = nil } }
    }
    /// The first position of each text.
    private var known: [String: Int]?
    /// Whether the samples are spread along this scale.
    var isIndex = false
    var isUsed = false
    /// Whether there is space for bars at both ends.
    var hasOffset = false
    /// The range of the samples, extended by the ticks.
    var low = 0.0
    var high = 1.0
    /// The drawn range.
    var start = 0.0
    var end = 1.0
    var ticks: [(value: Double, label: String)] = []
    /// Pixels.
    var length = 100.0
    /// The times of the data and labels on a time scale, ascending.
    var times: [Double] = []
    /// The unit of a time scale's labels.
    var unit = Moment.Unit.day

    init(id: String, isHorizontal: Bool, kind: Kind, node: Node) {
        self.id = id
        self.isHorizontal = isHorizontal
        self.kind = kind
        self.node = node
    }

    var isShown: Bool {
        if node.value.phrase == "false" { return false }
        if node["display"].text == "auto" { return isUsed }
        return node["display"].bool ?? true
    }

    var showsLabels: Bool { isShown && node["ticks"]["display"].bool != false }

    var isReversed: Bool { node["reverse"].bool ?? false }

    var stacked: Bool? { node["stacked"].text == "single" ? true : node["stacked"].bool }

    /// Whether values of both signs are summed in one stack.
    var isSingleStack: Bool { node["stacked"].text == "single" }

    /// "left", "top", …. `nil`: the axis crosses the chart.
    var side: String? {
        let own = node["position"].text
        if node["position"].isObject || own == "center" || own == "chartArea" { return nil }
        if let own, (isHorizontal ? ["top", "bottom"] : ["left", "right"]).contains(own) { return own }
        return isHorizontal ? "bottom" : "left"
    }

    /// The index of a text among the categories.
    func position(of text: String?) -> Int? {
        guard let text else { return nil }
        if known == nil {
            var positions: [String: Int] = [:]
            for (position, value) in categories.enumerated() {
                if let own = Node.text(value), positions[own] == nil { positions[own] = position }
            }
            known = positions
        }
        return known?[text]
    }

    /// Adds a category at the end.
    func append(_ value: ScriptValue) {
        categories.append(value)
        if let text = Node.text(value), known?[text] == nil { known?[text] = categories.count - 1 }
    }

    /// The position of a value as a share of the axis length, from the left or the bottom.
    func share(_ value: Double) -> Double {
        let share: Double
        switch kind {
        case .logarithmic:
            share = (log10(max(value, .leastNormalMagnitude)) - log10(start)) / (log10(end) - log10(start))
        default: share = (value - start) / (end - start)
        }
        return isFlipped ? 1 - share : share
    }

    /// Whether the smallest value is not at the left or the bottom.
    var isFlipped: Bool { isReversed != (kind == .category && !isHorizontal) }

    /// Pixels from the left or the top.
    func down(_ value: Double) -> Double { (isHorizontal ? share(value) : 1 - share(value)) * length }

    /// The value at a distance in pixels from the left or the top.
    func value(down pixels: Double) -> Double {
        let along = isHorizontal ? pixels / length : 1 - pixels / length
        let share = isFlipped ? 1 - along : along
        return kind == .logarithmic
            ? pow(10, log10(start) + share * (log10(end) - log10(start))) : start + share * (end - start)
    }

    func pixels(_ value: Double) -> Double { share(value) * length }
}

extension Importer {
    /// The scales of the chart, including those named by datasets.
    func makeScales() throws(ChartJSError) -> [Scale] {
        var scales: [Scale] = []
        let index = options["indexAxis"].text == "y" ? "y" : "x"
        let isNumeric = type == "scatter" || type == "bubble"
        func kind(_ node: Node, _ axis: String) throws(ChartJSError) -> Scale.Kind {
            guard let name = node["type"].text else { return isNumeric || axis != index ? .linear : .category }
            guard let kind = Scale.Kind(name) else {
                throw error(
                    node["type"], "there is no scale of type \"\(name.prefix(40))\"",
                    "use linear, logarithmic, category or time")
            }
            return kind
        }
        for (id, node) in options["scales"].members where id != "r" {
            guard node.isPresent else { continue }
            let letter = id.first.map { String($0).lowercased() } ?? ""
            let position = node["position"].text ?? ""
            let axis =
                node["axis"].text
                ?? (["top", "bottom"].contains(position) ? "x" : ["left", "right"].contains(position) ? "y" : letter)
            guard axis == "x" || axis == "y" else {
                throw error(node, "its axis is not known", "name it x or y, or add axis: 'x'")
            }
            scales.append(Scale(id: id, isHorizontal: axis == "x", kind: try kind(node, axis), node: node))
        }
        for axis in ["x", "y"] where !scales.contains(where: { $0.isHorizontal == (axis == "x") }) {
            let node = options["scales"][axis]
            scales.append(Scale(id: axis, isHorizontal: axis == "x", kind: try kind(node, axis), node: node))
        }
        guard scales.count <= 20 else { throw error(options["scales"], "\(scales.count) scales; 20 are drawn") }
        return scales
    }

    /// The scale named by a dataset, or the first one along the axis.
    func scale(_ dataset: Dataset, isHorizontal: Bool, of scales: [Scale]) throws(ChartJSError) -> Scale {
        let key = dataset.node[isHorizontal ? "xAxisID" : "yAxisID"]
        if let id = key.text {
            if let found = scales.first(where: { $0.id == id && $0.isHorizontal == isHorizontal }) { return found }
            // The names given by Chart.js 2.
            let numbered = scales.filter { $0.isHorizontal == isHorizontal }
            let old = isHorizontal ? "x-axis-" : "y-axis-"
            if id.hasPrefix(old), let number = Int(id.dropFirst(old.count)), numbered.indices.contains(max(0, number)) {
                return numbered[number]
            }
            guard !numbered.isEmpty else { throw error(key, "there is no scale \"\(id.prefix(40))\"") }
            warn(key.path, "there is no scale \"\(id.prefix(40))\"; \"\(numbered[0].id)\" is used")
            return numbered[0]
        }
        guard let first = scales.first(where: { $0.isHorizontal == isHorizontal }) else {
            throw error(key, "there is no such scale")
        }
        return first
    }
}

/// Text widths in Chart.js's default font, accurate enough to choose ticks.
enum TextWidth {
    static func of(_ text: String, size: Double = 12) -> Double {
        text.split(separator: "\n").map { line in line.unicodeScalars.reduce(0) { $0 + share($1) } }.max().map {
            $0 * size
        } ?? 0
    }

    private static func share(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "'", "|", "!", ".", ",", ":", ";", "I", " ", "t", "f", "/": 0.28
        case "-", "(", ")", "[", "]", "r", "\"": 0.34
        case "m", "M", "W", "%", "@": 0.85
        case "w": 0.72
        case "A"..."Z": 0.68
        case "\u{1100}"...: 1
        default: 0.556
        }
    }
}
