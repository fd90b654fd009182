import Foundation
import VitrailColumns
import VitrailScales

/// A maximum distance between samples along an axis.
struct GapDistance {
    /// In the axis' units. For a calendar step, its mean length.
    private let value: Double
    /// For steps that a calendar counts: days and longer.
    private let calendar: (calendar: Calendar, step: DateFrequency)?
    /// Origin of a date axis in seconds since 1970; 0 on other axes.
    private let origin: Double

    /// - Returns: `nil` for a distance that is not > 0, and for a calendar step on an axis without dates.
    init?(_ step: AxisStep, on axis: Axis) {
        switch step {
        case .value(let value):
            guard value > 0 else { return nil }
            (self.value, calendar, origin) = (value, nil, 0)
        case .calendar(let step):
            guard let dates = axis.dateCalendar else { return nil }
            value = step.seconds
            calendar = step.clockSeconds == nil ? (dates, step) : nil
            origin = Double(axis.valueOrigin)
        }
    }

    /// Whether two values, in any order, are farther apart. Differences within the precision of the values do not
    /// count.
    func isExceeded(_ a: Double, _ b: Double) -> Bool {
        let distance = abs(b - a)
        let precision = 4 * max(a.ulp, b.ulp)
        guard let calendar else { return distance > value + precision }
        // Days have 23 to 25 hours, months 28 to 32 days in all calendars, years 350 to 390.
        if distance < value * 0.9 - 7_200 { return false }
        if distance > value * 1.1 + 7_200 { return true }
        let start = min(a, b) + origin
        let (component, count): (Calendar.Component, Int) =
            switch calendar.step.unit {
            case .second: (.second, calendar.step.count)
            case .minute: (.minute, calendar.step.count)
            case .hour: (.hour, calendar.step.count)
            case .day: (.day, calendar.step.count)
            case .week: (.day, 7 * calendar.step.count)
            case .month: (.month, calendar.step.count)
            case .year: (.year, calendar.step.count)
            }
        guard
            let end = calendar.calendar.date(byAdding: component, value: count, to: Date(timeIntervalSince1970: start))
        else {
            return distance > value
        }
        let length = end.timeIntervalSince1970 - start
        // If the days come from another time zone than the axis', they have 24 hours where the axis' clock changes.
        let isOfDays = calendar.step.unit == .day || calendar.step.unit == .week
        return distance > (isOfDays ? max(length, value) : length) + precision
    }
}

extension LoadedSeries {
    /// The samples without the gaps that lines cross, and with a gap between samples that are not joined.
    ///
    /// - Parameters:
    ///   - connects: whether two samples with only gaps between them are joined; `nil`: no gap is crossed.
    ///   - cuts: whether two neighbouring samples are separated; `nil`: none are.
    ///   - mappers: of the independent and the dependent axis, for interpolated values.
    /// - Returns: `nil` if nothing changes.
    /// - Complexity: O(samples).
    func joined(
        connects: ((Double, Double) -> Bool)?, cuts: ((Double, Double) -> Bool)?,
        mappers: (along: AxisScale.Mapper, across: AxisScale.Mapper)
    ) -> LoadedSeries? {
        let old = along.copiedValues
        var values = across.map(\.copiedValues)
        var filled = values.map { _ in [Int]() }
        let shown = self.values.indices.filter { self.values[$0].isOnAxis }
        func isThere(_ i: Int) -> Bool { old[i].isFinite && shown.contains { values[$0][i].isFinite } }
        // For each sample, the number of values with a crossed gap there.
        var votes: [UInt8] = []
        if let connects, alongExtent.hasGap || shown.contains(where: { acrossExtent[$0].hasGap }) {
            votes = [UInt8](repeating: 0, count: count)
            for k in shown {
                var last: Int?
                for i in 0..<count where old[i].isFinite && values[k][i].isFinite {
                    if let last, i > last + 1, connects(old[last], old[i]) {
                        for gap in last + 1..<i {
                            votes[gap] += 1
                            guard shown.count > 1, isThere(gap) else { continue }
                            let share = Self.share(of: old[gap], from: old[last], to: old[i], mappers.along)
                            values[k][gap] = Self.value(
                                at: share, from: values[k][last], to: values[k][i], mappers.across)
                            filled[k].append(gap)
                        }
                    }
                    last = i
                }
            }
        }
        var kept: [Int] = []
        kept.reserveCapacity(count)
        var last: Int?
        var isChanged = filled.contains { !$0.isEmpty }
        for i in 0..<count {
            guard isThere(i) else {
                if !votes.isEmpty, Int(votes[i]) == shown.count {
                    isChanged = true
                } else {
                    kept.append(i)
                    last = nil
                }
                continue
            }
            if let cuts, let last, cuts(old[last], old[i]) {
                // Repeats the position along of the sample before, so that the order is kept.
                kept.append(-1 - last)
                isChanged = true
            }
            kept.append(i)
            last = i
        }
        guard isChanged else { return nil }
        let newAlong = Column(kept.map { old[$0 < 0 ? -1 - $0 : $0] })
        let newAcross = values.map { values in Column(kept.map { $0 < 0 ? .nan : values[$0] }) }
        var result = LoadedSeries(
            count: kept.count, along: newAlong, values: self.values, across: newAcross,
            alongExtent: ColumnExtent(newAlong),
            acrossExtent: zip(acrossExtent, newAcross).map { ColumnExtent($1, pyramid: $0.pyramid) },
            rows: .listed(kept.map { $0 < 0 ? -1 : rows?[$0] ?? $0 }))
        if filled.contains(where: { !$0.isEmpty }) {
            var positions = [Int](repeating: -1, count: count)
            for (position, i) in kept.enumerated() where i >= 0 { positions[i] = position }
            result.filled = filled.map { $0.map { positions[$0] }.sorted() }
        }
        return result
    }

    private static func share(
        of value: Double, from start: Double, to end: Double, _ mapper: AxisScale.Mapper
    ) -> Double {
        let mapping = mapper.mapping
        let (value, start, end) =
            mapping.interpolatesMapped(from: min(value, start, end))
            ? (mapping.natural(value), mapping.natural(start), mapping.natural(end)) : (value, start, end)
        let share = (value - start) / (end - start)
        return share.isFinite ? min(max(share, 0), 1) : 0.5
    }

    private static func value(
        at share: Double, from start: Double, to end: Double, _ mapper: AxisScale.Mapper
    ) -> Double {
        let mapping = mapper.mapping
        guard mapping.interpolatesMapped(from: min(start, end)) else { return start * (1 - share) + end * share }
        return mapping.value(ofNatural: mapping.natural(start) * (1 - share) + mapping.natural(end) * share)
    }
}

extension Column {
    /// A copy of all values.
    fileprivate var copiedValues: [Double] {
        withView { values in
            var copy: [Double] = []
            copy.reserveCapacity(values.count)
            ColumnView.forEachBlock(of: values.indices, values) { _, values in
                for i in values.indices { copy.append(values[i]) }
            }
            return copy
        }
    }
}

extension ChartLoader {
    /// The samples of a series, joined and cut by its gap rules.
    func joined(_ loaded: LoadedSeries, _ series: CartesianSeries, along: Axis, across: Axis) -> LoadedSeries {
        let rules = series.gapRules
        guard !rules.isEmpty else { return loaded }
        func distance(_ step: AxisStep, _ key: String) -> GapDistance? {
            if let distance = GapDistance(step, on: along) { return distance }
            chart.warn(
                .ignored(
                    path: "\(series.jsonPath).\(key)",
                    reason: "a distance is > 0, and a step of the calendar needs a date axis"))
            return nil
        }
        var connects: ((Double, Double) -> Bool)?
        switch rules.connection {
        case .none: break
        case .all: connects = { _, _ in true }
        case .within(let step):
            if let distance = distance(step, "connectGaps") { connects = { !distance.isExceeded($0, $1) } }
        }
        var cuts: ((Double, Double) -> Bool)?
        if let distance = rules.breakAt.flatMap({ distance($0, "breakAt") }) { cuts = { distance.isExceeded($0, $1) } }
        return loaded.joined(
            connects: connects, cuts: cuts, mappers: (along.mapper, across.mapper)) ?? loaded
    }
}
