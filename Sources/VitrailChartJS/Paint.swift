import Foundation
import VitrailScript

/// The fill or stroke of a mark.
struct Paint: Equatable {
    /// The colour in the notation of descriptions: "#rrggbbaa".
    var color: String
    /// The colour at the other end of a gradient.
    var far: String?
    /// All colours of the gradient, and whether it runs from top to bottom of the canvas. Otherwise it runs from left
    /// to right.
    var stops: [String] = []
    var isVertical = false

    /// The gradient's colour at a share of its length.
    func color(at share: Double) -> String {
        guard stops.count > 1, share.isFinite else { return color }
        let position = min(max(share, 0), 1) * Double(stops.count - 1)
        let first = min(Int(position), stops.count - 2)
        let part = position - Double(first)
        func channel(_ text: String, _ k: Int) -> Double {
            let digits = Array(text.utf8)
            guard digits.count == 9 else { return 255 }
            return Double(Int(String(decoding: digits[(1 + 2 * k)...(2 + 2 * k)], as: UTF8.self), radix: 16) ?? 255)
        }
        return "#"
            + (0..<4).map { Self.hex(channel(stops[first], $0) * (1 - part) + channel(stops[first + 1], $0) * part) }
            .joined()
    }

    static let none = Paint(color: "#00000000")

    var isClear: Bool { color.count == 9 && color.hasSuffix("00") }

    /// The same colour with another opacity.
    func opacity(_ share: Double) -> Paint {
        guard color.count >= 7 else { return self }
        return Paint(color: String(color.prefix(7)) + Self.hex(share * 255))
    }

    static func hex(_ value: Double) -> String {
        let number = Int(min(max(value.isNaN ? 0 : value, 0), 255).rounded())
        return (number < 16 ? "0" : "") + String(number, radix: 16)
    }

    // MARK: Calls in configurations

    /// `pattern.draw(shape, background, pattern, size)`.
    static func pattern(_ arguments: [ScriptValue]) -> ScriptValue {
        .object(
            ScriptObject([
                "$pattern": arguments.count > 1 ? arguments[1] : .string("#0000001a"),
                "$shape": arguments.first ?? .undefined,
            ]))
    }

    /// `getGradientFillHelper(direction, colors)`.
    static func gradient(_ arguments: [ScriptValue]) -> ScriptValue {
        .object(
            ScriptObject([
                "$direction": arguments.first ?? .undefined,
                "$gradient": arguments.count > 1 ? arguments[1] : .undefined,
            ]))
    }

    /// `getGradientFill([{offset, color}], [x0, y0, x1, y1])`.
    static func stops(_ arguments: [ScriptValue]) -> ScriptValue {
        let colors = (arguments.first?.list ?? []).map { $0["color"] }
        let line = arguments.count > 1 ? arguments[1].list ?? [] : []
        let isVertical =
            line.count == 4 && Node(value: line[0], path: "").number == Node(value: line[2], path: "").number
        return .object(
            ScriptObject(["$direction": .string(isVertical ? "vertical" : "horizontal"), "$gradient": .array(colors)]))
    }

    // MARK: Colours

    /// Converts a CSS colour to "#rrggbbaa". `nil`: the text is not a colour.
    static func read(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespaces).lowercased()
        if text.hasPrefix("#") {
            let digits = text.dropFirst()
            guard digits.allSatisfy(\.isHexDigit) else { return nil }
            switch digits.count {
            case 3, 4: return "#" + digits.map { "\($0)\($0)" }.joined() + (digits.count == 3 ? "ff" : "")
            case 6: return "#\(digits)ff"
            case 8: return "#\(digits)"
            default: return nil
            }
        }
        if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
            return function(String(text[..<open]), String(text[text.index(after: open)...].dropLast()))
        }
        if text == "transparent" { return "#00000000" }
        return CSSNames.values[text].map {
            "#" + String(repeating: "0", count: 6 - String($0, radix: 16).count) + String($0, radix: 16) + "ff"
        }
    }

    private static func function(_ name: String, _ arguments: String) -> String? {
        guard arguments.utf8.count < 200 else { return nil }
        let parts = arguments.split { $0 == "," || $0 == " " || $0 == "/" }.map(String.init)
        guard parts.count == 3 || parts.count == 4 else { return nil }
        func number(_ text: String, of whole: Double) -> Double? {
            text.hasSuffix("%")
                ? Double(text.dropLast()).map { $0 / 100 * whole }
                : Double(text.hasSuffix("deg") ? String(text.dropLast(3)) : text)
        }
        guard let alpha = parts.count == 4 ? number(parts[3], of: 1) : 1, alpha.isFinite else { return nil }
        switch name {
        case "rgb", "rgba":
            let channels = parts.prefix(3).compactMap { number($0, of: 255) }
            guard channels.count == 3 else { return nil }
            return "#" + channels.map(hex).joined() + hex(alpha * 255)
        case "hsl", "hsla":
            guard let hue = number(parts[0], of: 360), let saturation = number(parts[1], of: 100),
                let light = number(parts[2], of: 100), hue.isFinite
            else { return nil }
            let l = min(max(light / 100, 0), 1), a = min(max(saturation / 100, 0), 1) * min(l, 1 - l)
            func channel(_ n: Double) -> String {
                let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
                let turned = k < 0 ? k + 12 : k
                return hex((l - a * max(-1, min(turned - 3, 9 - turned, 1))) * 255)
            }
            return "#" + channel(0) + channel(8) + channel(4) + hex(alpha * 255)
        default: return nil
        }
    }
}

extension Importer {
    /// The paint of an option. `nil`: it is missing or not a colour.
    func paint(_ node: Node?, _ dataset: Dataset? = nil, _ index: Int? = nil) throws(ChartJSError) -> Paint? {
        guard let node else { return nil }
        let found = try resolved(node, dataset, index)
        switch found.value {
        case .undefined, .null: return nil
        case .bool(false): return Paint.none
        case .string(let text):
            if text.isEmpty { return Paint.none }
            if let color = Paint.read(text) { return Paint(color: color) }
            warn(node.path, "\"\(text.prefix(40))\" is not a colour; the default is used")
        case .object(let object):
            if let background = object["$pattern"] {
                warn(node.path, "there are no patterns; the mark has the pattern's background")
                return try paint(Node(value: background, path: node.path))
            }
            if let colors = object["$gradient"]?.list, let first = colors.first, let last = colors.last {
                guard var paint = try paint(Node(value: first, path: node.path)) else { return nil }
                paint.isVertical = object["$direction"].flatMap { Node.text($0) } == "vertical"
                paint.far = try self.paint(Node(value: last, path: node.path))?.color
                for color in colors.prefix(20) {
                    if let stop = try self.paint(Node(value: color, path: node.path)) { paint.stops.append(stop.color) }
                }
                return paint
            }
            warn(node.path, "an object is not a colour; the default is used")
        default: warn(node.path, "\(found.value.phrase) is not a colour; the default is used")
        }
        return nil
    }

    /// Whether an option has one value per sample.
    func isIndexed(_ node: Node?) -> Bool { node.map { $0.isArray || $0.isFunction } ?? false }

    /// Colours of datasets or slices without colours of their own.
    var palette: [String] { context.hasQuickChartDefaults ? Self.tableau : Self.ofChartJS }

    /// Whether marks without colours get the palette's.
    var hasPalette: Bool {
        if plugins["colors"]["enabled"].bool == false { return false }
        if context.hasQuickChartDefaults { return true }
        guard context.version == .v4 else { return false }
        if plugins["colors"]["forceOverride"].bool == true { return true }
        func isColored(_ node: Node) -> Bool { node["backgroundColor"].isPresent || node["borderColor"].isPresent }
        return !datasets.contains { isColored($0.node) } && !isColored(options)
            && !["line", "bar", "point", "arc"].contains { isColored(options["elements"][$0]) }
    }

    private static let tableau = [
        "#4e79a7ff", "#f28e2bff", "#e15759ff", "#76b7b2ff", "#59a14fff", "#edc948ff", "#b07aa1ff", "#ff9da7ff",
        "#9c755fff", "#bab0acff",
    ]
    private static let ofChartJS = [
        "#36a2ebff", "#ff6384ff", "#ff9f40ff", "#ffcd56ff", "#4bc0c0ff", "#9966ffff", "#c9cbcfff",
    ]
}
