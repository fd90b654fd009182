import VitrailScript

/// Converts a configuration to the spelling of Chart.js 3 and 4.
struct Spelling {
    /// Path prefixes in the result, with the corresponding prefixes in the text.
    private(set) var origins: [(new: String, old: String)] = []

    /// The path in the text for a path in the result.
    func original(_ path: String) -> String {
        let found = origins.filter { path == $0.new || path.hasPrefix($0.new + ".") || path.hasPrefix($0.new + "[") }
            .max { $0.new.utf8.count < $1.new.utf8.count }
        guard let found else { return path }
        return found.old + path.dropFirst(found.new.count)
    }

    private mutating func moved(_ new: String, from old: String) { origins.append((new: new, old: old)) }

    mutating func options(_ options: ScriptValue, isRadial: Bool) -> ScriptValue {
        guard let old = options.object else { return .object(ScriptObject()) }
        var new = ScriptObject()
        var plugins = old["plugins"]?.object ?? ScriptObject()
        for (name, value) in old.members {
            switch name {
            case "plugins": break
            case "legend", "title", "annotation", "subtitle":
                // The value under "plugins" takes precedence.
                guard plugins[name] == nil || plugins[name]?.isUndefined == true else { continue }
                plugins[name] = value
                moved("options.plugins.\(name)", from: "options.\(name)")
            case "scale":
                new["scales"] = (new["scales"] ?? .object(ScriptObject())).setting(
                    ["r"], scale(value, "options.scales.r", isRadial: true))
                moved("options.scales.r", from: "options.scale")
            case "cutoutPercentage":
                if case .number(let share) = value { new["cutout"] = .string("\(share)%") }
                moved("options.cutout", from: "options.cutoutPercentage")
            case "elements":
                new["elements"] = elements(value)
            case "scales":
                new["scales"] = (new["scales"] ?? .object(ScriptObject())).merged(scales(value, isRadial: isRadial))
            default: new[name] = value
            }
        }
        for name in ["legend", "title", "subtitle"] {
            guard let value = plugins[name] else { continue }
            plugins[name] = fonts(value, "options.plugins.\(name)")
            if name == "legend", let labels = value["labels"].object {
                plugins[name] = fonts(value, "options.plugins.\(name)").setting(
                    ["labels"], fonts(.object(labels), "options.plugins.legend.labels"))
            }
        }
        new["plugins"] = .object(plugins)
        return .object(new)
    }

    private func elements(_ value: ScriptValue) -> ScriptValue {
        guard let old = value.object else { return value }
        var new = ScriptObject()
        for (name, value) in old.members { new[name == "rectangle" ? "bar" : name] = value }
        return .object(new)
    }

    private mutating func scales(_ value: ScriptValue, isRadial: Bool) -> ScriptValue {
        guard let old = value.object else { return .object(ScriptObject()) }
        var new = ScriptObject()
        for (name, value) in old.members {
            guard name == "xAxes" || name == "yAxes" else {
                new[name] = scale(value, "options.scales.\(name)", isRadial: name == "r" || isRadial)
                continue
            }
            let axis = name == "xAxes" ? "x" : "y"
            // A single axis may also be written without a list.
            for (index, value) in (value.list ?? [value]).enumerated() where value.object != nil {
                let id = value["id"].object == nil ? Node.text(value["id"]) : nil
                let key = id ?? (index == 0 ? axis : "\(axis)-axis-\(index)")
                var entry = scale(value, "options.scales.\(key)", isRadial: false).object ?? ScriptObject()
                entry["axis"] = .string(axis)
                new[key] = .object(entry)
                moved("options.scales.\(key)", from: "options.scales.\(name)[\(index)]")
            }
        }
        return .object(new)
    }

    /// Tick options that later became options of the scale.
    private static let ofTicks = ["min", "max", "beginAtZero", "suggestedMin", "suggestedMax", "reverse"]

    private mutating func scale(_ value: ScriptValue, _ path: String, isRadial: Bool) -> ScriptValue {
        guard let old = value.object else { return value }
        var new = ScriptObject()
        for (name, value) in old.members {
            switch name {
            case "gridLines":
                new["grid"] = value
                moved("\(path).grid", from: "\(path).gridLines")
                if value["drawBorder"].isPresent {
                    new["border"] = .object(ScriptObject(["display": value["drawBorder"]]))
                }
                if value["borderDash"].isPresent {
                    new["border"] = (new["border"] ?? .object(ScriptObject())).merged(
                        .object(ScriptObject(["dash": value["borderDash"]])))
                }
                if value["offsetGridLines"].isPresent {
                    new["grid"] = value.setting(["offset"], value["offsetGridLines"])
                }
            case "scaleLabel":
                var title = fonts(value, "\(path).title").object ?? ScriptObject()
                title["text"] = value["labelString"]
                new["title"] = .object(title)
                moved("\(path).title", from: "\(path).scaleLabel")
            case "ticks":
                new["ticks"] = fonts(value, "\(path).ticks")
                for key in Self.ofTicks where value[key].isPresent && old[key]?.isPresent != true {
                    new[key] = value[key]
                    moved("\(path).\(key)", from: "\(path).ticks.\(key)")
                }
            case "pointLabels": new["pointLabels"] = fonts(value, "\(path).pointLabels")
            default: new[name] = value
            }
        }
        for key in ["min", "max"] where value["time"][key].isPresent && new[key] == nil {
            new[key] = value["time"][key]
            moved("\(path).\(key)", from: "\(path).time.\(key)")
        }
        return .object(new)
    }

    /// Converts `fontSize` and similar options to `font`, and `fontColor` to `color`.
    private mutating func fonts(_ value: ScriptValue, _ path: String) -> ScriptValue {
        guard let old = value.object else { return value }
        var new = ScriptObject()
        var font = old["font"]?.object ?? ScriptObject()
        for (name, value) in old.members {
            switch name {
            case "fontSize": font["size"] = value
            case "fontFamily": font["family"] = value
            case "fontStyle":
                if let style = Node.text(value) {
                    if style.contains("bold") {
                        font["weight"] = .string("bold")
                    } else if style == "normal" {
                        font["weight"] = .string("normal")
                    }
                    if style.contains("italic") { font["style"] = .string("italic") }
                }
            case "fontColor":
                new["color"] = value
                moved("\(path).color", from: "\(path).fontColor")
            default: new[name] = value
            }
        }
        if font.count > 0 { new["font"] = .object(font) }
        return .object(new)
    }
}
