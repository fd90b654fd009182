import Foundation
import VitrailScript

/// Ranges and ticks of scales, chosen like Chart.js.
extension Importer {
    func setRange(_ scale: Scale, _ plots: [Plot]) throws(ChartJSError) {
        switch scale.kind {
        case .category: try setCategories(scale, plots)
        case .time: try setTimes(scale, plots)
        case .linear, .logarithmic: try setNumbers(scale, plots)
        }
    }

    /// An end of the range that the configuration sets. `nil`: it does not.
    private func bound(_ scale: Scale, _ name: String) throws(ChartJSError) -> Double? {
        let node = try resolved(scale.node[name])
        guard node.isPresent else { return nil }
        if scale.kind == .time { return try time(node, scale) }
        if scale.kind == .category {
            return scale.position(of: node.text).map { Double($0) } ?? node.number
        }
        guard let number = node.number, number.isFinite, abs(number) < 1e300 else {
            warn(node.path, "found \(node.value.phrase) where a number is expected; the range is automatic")
            return nil
        }
        return number
    }

    // MARK: Categories

    private func setCategories(_ scale: Scale, _ plots: [Plot]) throws(ChartJSError) {
        let mine = plots.filter { $0.index === scale || $0.value === scale }
        if scale.categories.isEmpty {
            let count = mine.map(\.samples.count).max() ?? 0
            scale.categories = Array(repeating: .string(""), count: min(count, 10_000))
        }
        let last = Double(max(scale.categories.count - 1, 0))
        let isOfBars = mine.contains { $0.dataset.type == "bar" && $0.index === scale }
        let offset =
            scale.node["offset"].bool ?? (isOfBars || type == "bar" && scale.id == (options["indexAxis"].text ?? "x"))
        scale.hasOffset = offset
        var low = min(max(try bound(scale, "min") ?? 0, 0), last)
        var high = min(max(try bound(scale, "max") ?? last, 0), last)
        if low > high { swap(&low, &high) }
        (scale.low, scale.high) = (low.rounded(), high.rounded())
        let count = scale.high - scale.low + 1
        scale.start = scale.low - (offset ? 0.5 : 0)
        scale.end = scale.start + max(count - (offset ? 0 : 1), 1)
        scale.ticks = []
        for value in Int(scale.low)...Int(scale.high) {
            let text = scale.categories.indices.contains(value) ? Node.text(scale.categories[value]) ?? "" : ""
            scale.ticks.append((value: Double(value), label: String(text.prefix(ChartJSLimits.characters))))
        }
        try applyCallback(scale)
    }

    // MARK: Numbers

    private func setNumbers(_ scale: Scale, _ plots: [Plot]) throws(ChartJSError) {
        let minimum = try bound(scale, "min"), maximum = try bound(scale, "max")
        var (lowest, highest) = (Double.infinity, -Double.infinity)
        var hasZero = false
        for plot in plots where !plot.dataset.isHidden && (plot.index === scale || plot.value === scale) {
            let isValue = plot.value === scale
            let other = isValue ? plot.index : plot.value
            let (from, to) = (try bound(other, "min") ?? -.infinity, try bound(other, "max") ?? .infinity)
            for (k, sample) in plot.samples.enumerated() {
                let across = isValue ? sample.position : sample.value
                if let across, !(min(from, to)...max(from, to)).contains(across) { continue }
                for value in isValue
                    ? [plot.isStacked ? plot.top(k) : sample.value, sample.ends?.near] : [sample.position]
                {
                    guard let value else { continue }
                    lowest = min(lowest, value)
                    highest = max(highest, value)
                }
            }
            // Zeros have no position on a logarithmic scale, but they extend the range.
            if scale.kind == .logarithmic, isValue {
                hasZero = hasZero || plot.dataset.data.contains { $0.number == 0 }
            }
        }
        if let suggested = scale.node["suggestedMin"].number { lowest = min(lowest, suggested) }
        if let suggested = scale.node["suggestedMax"].number { highest = max(highest, suggested) }
        var low = minimum ?? lowest, high = maximum ?? highest
        if minimum != nil, maximum == nil, low > high { high = low }
        if maximum != nil, minimum == nil, low > high { low = high }
        if let minimum, let maximum, minimum > maximum { (low, high) = (maximum, minimum) }
        if scale.kind == .logarithmic {
            try setPowers(scale, low, high, minimum, maximum, hasZero)
        } else {
            try setLinear(scale, low, high, minimum, maximum)
        }
        try applyCallback(scale)
    }

    private func setLinear(
        _ scale: Scale, _ lowest: Double, _ highest: Double, _ minimum: Double?, _ maximum: Double?
    ) throws(ChartJSError) {
        var low = lowest.isFinite ? lowest : 0, high = highest.isFinite ? highest : 1
        let isBar = type == "bar" && !scale.isIndex && context.version >= .v3
        let fromZero = scale.node["beginAtZero"].bool ?? isBar
        if fromZero {
            if low < 0, high < 0, maximum == nil { high = 0 }
            if low > 0, high > 0, minimum == nil { low = 0 }
        }
        if low == high {
            let room = context.version == .v2 ? 1 : high == 0 ? 1 : abs(high * 0.05)
            if maximum == nil { high += room }
            if !fromZero, minimum == nil { low -= room }
            if low == high { high += room }
        }
        if low > high { swap(&low, &high) }
        if let grace = scale.node["grace"].text {
            let span = (high - low) / 2
            let added = grace.hasSuffix("%") ? (Double(grace.dropLast()) ?? 0) / 100 * span : Double(grace) ?? 0
            if !(fromZero && low == 0), minimum == nil { low -= abs(added) }
            if !(fromZero && high == 0), maximum == nil { high += added }
        }
        let node = scale.node["ticks"]
        var maker = LinearTicks()
        (maker.minimum, maker.maximum) = (minimum, maximum)
        maker.step = node["stepSize"].number.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        maker.count = node["count"].number.flatMap { $0 >= 2 && $0 <= 1_000 ? Int($0) : nil }
        maker.precision = node["precision"].number.flatMap { 0...15 ~= $0 ? Int($0) : nil }
        maker.includesBounds = node["includeBounds"].bool ?? true
        maker.endsAtTicks = (scale.node["bounds"].text ?? "ticks") == "ticks"
        let limit = node["maxTicksLimit"].number.map { Int(min(max($0, 2), 1_000)) }
        if let step = maker.step {
            let wanted = (high / step).rounded(.up) - (low / step).rounded(.down) + 1
            if wanted > 1_000 { warn("\(node.path).stepSize", "it makes \(wanted) ticks; 1000 are drawn at most") }
            maker.maxTicks = min(limit ?? .max, Int(clamping: min(wanted, 1_000)))
        } else {
            let room = Int(
                clamping: min(
                    max((scale.length / min(40, scale.isHorizontal ? 40 : lineHeight(node))).rounded(.up), 2), 1_000))
            maker.maxTicks = min(limit ?? 11, room)
        }
        let values = maker.values(from: low, to: high)
        if maker.endsAtTicks {
            scale.low = values.min() ?? low
            scale.high = values.max() ?? high
        } else {
            (scale.low, scale.high) = (low, high)
        }
        if scale.high <= scale.low { scale.high = scale.low + 1 }
        let offset =
            scale.node["offset"].bool == true ? (scale.high - scale.low) / Double(max(values.count - 1, 1)) / 2 : 0
        scale.hasOffset = offset > 0
        (scale.start, scale.end) = (scale.low - offset, scale.high + offset)
        let step = values.count > 1 ? values[1] - values[0] : 1
        scale.ticks = values.map { (value: $0, label: number($0, step: step, values, format: node["format"])) }
    }

    func lineHeight(_ node: Node) -> Double {
        (node["font"]["size"].number ?? options["font"]["size"].number ?? 12) * 1.2
    }

    /// The text of a tick's value, formatted like Chart.js.
    private func number(_ value: Double, step: Double, _ all: [Double], format: Node) -> String {
        if value == 0 { return "0" }
        var step = all.count > 3 ? all[2] - all[1] : step
        if abs(step) >= 1, value.rounded(.down) != value { step = value - value.rounded(.down) }
        let power = log10(abs(step))
        let greatest = max(abs(all.first ?? 0), abs(all.last ?? 0))
        if greatest < 1e-4 || greatest > 1e15 { return ScriptNumber.text(value) }
        let digits = power.isFinite ? min(max(-Int(clamping: power), 0), 20) : 1
        if context.version == .v2 { return ScriptNumber.fixed(value, digits) }
        let fewest = format["minimumFractionDigits"].number.map { Int(min(max($0, 0), 20)) } ?? digits
        let highest = format["maximumFractionDigits"].number.map { Int(min(max($0, 0), 20)) } ?? max(fewest, digits)
        return ScriptNumber.local(value, digits: min(fewest, highest)...highest)
    }

    private func setPowers(
        _ scale: Scale, _ lowest: Double, _ highest: Double, _ minimum: Double?, _ maximum: Double?, _ hasZero: Bool
    ) throws(ChartJSError) {
        if let minimum, minimum < 0 {
            throw error(scale.node["min"], "a logarithmic scale cannot show \(ScriptNumber.text(minimum))")
        }
        var low = lowest.isFinite ? max(0, lowest) : 0, high = highest.isFinite ? max(0, highest) : 0
        let lower = minimum == nil && low > 0 && (hasZero || scale.node["beginAtZero"].bool == true)
        if lower { low = low == LogTicks.power(low, 0) ? LogTicks.power(low, -1) : LogTicks.power(low, 0) }
        if low == high {
            if low <= 0 {
                (low, high) = (1, 10)
            } else {
                (low, high) = (LogTicks.power(low, -1), LogTicks.power(high, 1))
            }
        }
        if low <= 0 { low = LogTicks.power(high, -1) }
        if high <= 0 { high = LogTicks.power(low, 1) }
        guard low.isNormal, high.isFinite, low < high else {
            throw error(scale.node, "the range of the logarithmic scale is empty")
        }
        let ticks = LogTicks.values(
            from: low, to: high, minimum: minimum.flatMap { $0 > 0 ? $0 : nil }, maximum: maximum)
        scale.low = ticks.map(\.value).min() ?? low
        scale.high = max(ticks.map(\.value).max() ?? high, scale.low * 1.000001)
        (scale.start, scale.end) = (scale.low, scale.high)
        scale.ticks = ticks.enumerated().map { k, tick in
            let lead = (tick.value / LogTicks.power(tick.value, 0)).rounded()
            let isWritten =
                context.version == .v2
                ? [1, 2, 5].contains(lead) || k == 0 || k == ticks.count - 1
                : [1, 2, 3, 5, 10, 15].contains(tick.lead) || k > ticks.count * 4 / 5
            return (
                value: tick.value,
                label: isWritten
                    ? (context.version == .v2 ? ScriptNumber.text(tick.value) : ScriptNumber.local(tick.value)) : ""
            )
        }
    }

    // MARK: Dates

    private func setTimes(_ scale: Scale, _ plots: [Plot]) throws(ChartJSError) {
        let mine = plots.filter { ($0.index === scale || $0.value === scale) && !$0.dataset.isHidden }
        let ofData = Array(
            Set(mine.flatMap { plot in plot.samples.compactMap { plot.index === scale ? $0.position : $0.value } })
        ).sorted()
        var ofLabels: [Double] = []
        if scale.isIndex || mine.isEmpty {
            for (k, label) in labels.enumerated() {
                if let time = try time(Node(value: label, path: "data.labels[\(k)]"), scale) { ofLabels.append(time) }
            }
        }
        ofLabels = Array(Set(ofLabels)).sorted()
        let minimum = try bound(scale, "min"), maximum = try bound(scale, "max")
        let source = scale.node["ticks"]["source"].text ?? "auto"
        let isOfTicks = scale.node["bounds"].text == "ticks"
        let all = (ofLabels + (isOfTicks && source == "labels" ? [] : ofData))
        guard var low = minimum ?? all.min(), var high = maximum ?? all.max() else {
            guard mine.contains(where: { !$0.samples.isEmpty }) else {
                (scale.low, scale.high, scale.start, scale.end) = (0, 86_400_000, 0, 86_400_000)
                return
            }
            throw error(scale.node, "no sample has a date", "write dates into data.labels or into x of the samples")
        }
        low = min(low, high - 1)
        high = max(low + 1, high)
        (scale.low, scale.high) = (low, high)
        var stamps = source == "labels" ? ofLabels : try stamps(scale, low, high, source == "data" ? ofData : nil)
        if stamps.count > ChartJSLimits.ticks { stamps = Array(stamps.prefix(ChartJSLimits.ticks)) }
        if isOfTicks, let first = stamps.first, let last = stamps.last {
            scale.low = minimum ?? first
            scale.high = max(maximum ?? last, scale.low + 1)
        }
        scale.times = source == "labels" ? ofLabels : ofData
        let isBar = mine.contains { $0.dataset.type == "bar" && $0.index === scale }
        scale.hasOffset = scale.node["offset"].bool ?? isBar
        var (before, after) = (0.0, 0.0)
        let span = scale.high - scale.low
        if scale.hasOffset, let first = stamps.first, let last = stamps.last {
            func share(_ time: Double) -> Double { (time - scale.low) / span }
            before = stamps.count == 1 ? 1 - share(first) : (share(stamps[1]) - share(first)) / 2
            after = stamps.count == 1 ? share(last) : (share(last) - share(stamps[stamps.count - 2])) / 2
            let limit = stamps.count < 3 ? 0.5 : 0.25
            before = min(max(before, 0), limit)
            after = min(max(after, 0), limit)
        }
        (scale.start, scale.end) = (scale.low - before * span, scale.high + after * span)
        let inside = stamps.filter { $0 >= scale.low && $0 <= scale.high }
        scale.unit =
            try unit(scale)
            ?? (scale.node["ticks"]["autoSkip"].bool == false
                ? unit(for: inside.count, scale.low, scale.high) : automaticUnit(scale, scale.low, scale.high))
        let format = scale.node["time"]["displayFormats"][scale.unit.rawValue].text ?? scale.unit.format
        scale.ticks = inside.map { (value: $0, label: Moment.text($0, format)) }
        try applyCallback(scale)
    }

    private func unit(_ scale: Scale) throws(ChartJSError) -> Moment.Unit? {
        let node = scale.node["time"]["unit"]
        guard node.isPresent, node.bool != false else { return nil }
        guard let name = node.text, let unit = Moment.Unit(rawValue: name) else {
            throw error(
                node, "\"\(node.text ?? node.value.phrase)\" is no unit of time",
                "use second, minute, hour, day, week, month, quarter or year")
        }
        return unit
    }

    private func minUnit(_ scale: Scale) -> Moment.Unit {
        scale.node["time"]["minUnit"].text.flatMap { Moment.Unit(rawValue: $0) } ?? .millisecond
    }

    private func automaticUnit(_ scale: Scale, _ low: Double, _ high: Double) -> Moment.Unit {
        let own = scale.node["time"]["displayFormats"]["millisecond"].text ?? Moment.Unit.millisecond.format
        let size = lineHeight(scale.node["ticks"]) / 1.2
        let width = TextWidth.of(Moment.text(low, own), size: size)
        // At the maximum rotation of labels.
        let turned = (scale.node["ticks"]["maxRotation"].number ?? 50) * .pi / 180
        let room = scale.isHorizontal ? width * cos(turned) + size * sin(turned) : size
        let capacity = max((scale.length / room).rounded(.down) - 1, 1)
        let units = Moment.Unit.allCases
        for unit in units.drop(while: { $0 != minUnit(scale) }) where unit.isCommon && unit != .year {
            if ((high - low) / (unit.steps * unit.size)).rounded(.up) <= capacity { return unit }
        }
        return .year
    }

    private func unit(for count: Int, _ low: Double, _ high: Double) -> Moment.Unit {
        Moment.Unit.allCases.reversed().first {
            $0.isCommon && ((high - low) / $0.size).rounded(.down) >= Double(count - 1)
        } ?? .millisecond
    }

    /// Ticks at whole units. If `data` is given, each tick moves to the next value in `data`.
    private func stamps(
        _ scale: Scale, _ low: Double, _ high: Double, _ data: [Double]?
    ) throws(ChartJSError) -> [Double] {
        let unit = try unit(scale) ?? automaticUnit(scale, low, high)
        let step = Int(
            min(
                max(
                    (scale.node["ticks"]["stepSize"].number ?? scale.node["time"]["stepSize"].number ?? 1).rounded(), 1),
                100_000))
        guard (high - low) / unit.size / Double(step) < 100_000 else {
            throw error(
                scale.node["time"]["unit"], "there are more than 100000 ticks of one \(unit.rawValue) in the range",
                "use a longer unit")
        }
        var found: [Double] = []
        func add(_ time: Double) {
            guard let data else { return found.append(time) }
            // The data are ascending.
            var (low, high) = (0, data.count)
            while low < high {
                let middle = (low + high) / 2
                if data[middle] < time { low = middle + 1 } else { high = middle }
            }
            if let next = low < data.count ? data[low] : data.last, found.last != next { found.append(next) }
        }
        var time = Moment.start(of: unit, low)
        var count = 0
        while time < high, count < 100_000 {
            add(time)
            time = Moment.add(step, unit, to: time)
            count += 1
        }
        if time == high || scale.node["bounds"].text == "ticks" || count == 1 { add(time) }
        return found
    }

    // MARK: Callbacks

    /// Replaces labels with the results of the configuration's function.
    private func applyCallback(_ scale: Scale) throws(ChartJSError) {
        let node =
            scale.node["ticks"]["callback"].isPresent
            ? scale.node["ticks"]["callback"] : scale.node["ticks"]["userCallback"]
        let format = plugins["tickFormat"]
        guard node.isPresent else {
            guard format.isObject, scale.kind == .linear else { return }
            for k in scale.ticks.indices { scale.ticks[k].label = formatted(scale.ticks[k].value, format) }
            return
        }
        guard node.isFunction else {
            warn(node.path, "found \(node.value.phrase) where a function is expected; labels are as usual")
            return
        }
        let list = ScriptValue.array(
            scale.ticks.map { .object(ScriptObject(["value": .number($0.value), "label": .string($0.label)])) })
        // Version 2 passed the labels of categories and dates, and the values as a list.
        let isOld = context.version == .v2
        let values = ScriptValue.array(scale.ticks.map { .number($0.value) })
        var shown: [(value: Double, label: String)] = []
        for (k, tick) in scale.ticks.enumerated() {
            let isText = isOld && scale.kind != .linear && scale.kind != .logarithmic
            var value = ScriptValue.number(tick.value)
            if isText {
                let position = Int(clamping: tick.value)
                value =
                    scale.kind == .category && scale.categories.indices.contains(position)
                    ? scale.categories[position] : .string(tick.label)
            }
            let result = try call(node, [value, .number(Double(k)), isOld && scale.kind == .linear ? values : list])
            // A tick with the result "undefined" has no gridline either.
            guard result.isPresent else { continue }
            shown.append((value: tick.value, label: String((Node.text(result) ?? "").prefix(ChartJSLimits.characters))))
        }
        scale.ticks = shown
    }

    /// A value formatted by QuickChart's plug-in `tickFormat`.
    private func formatted(_ value: Double, _ format: Node) -> String {
        var text: String
        if format["notation"].text == "compact" {
            let steps: [(Double, String)] = [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")]
            let step = steps.first { abs(value) >= $0.0 } ?? (1, "")
            let scaled = value / step.0
            text = ScriptNumber.local(scaled, digits: 0...(abs(scaled) < 10 ? 1 : 0)) + step.1
        } else {
            let fewest = Int(min(max(format["minimumFractionDigits"].number ?? 0, 0), 20))
            let highest = Int(
                min(max(format["maximumFractionDigits"].number ?? max(3, Double(fewest)), Double(fewest)), 20))
            text = ScriptNumber.local(value, digits: fewest...highest)
            if format["useGrouping"].bool == false { text = text.filter { $0 != "," } }
            if let locale = format["locale"].text,
                ["de", "es", "it", "nl", "pt", "id", "tr", "da"].contains(locale.prefix(2))
            {
                text = String(text.map { $0 == "," ? "." : $0 == "." ? "," : $0 })
            }
        }
        if format["style"].text == "percent" { text += "%" }
        return (format["prefix"].text ?? "") + text + (format["suffix"].text ?? "")
    }
}
