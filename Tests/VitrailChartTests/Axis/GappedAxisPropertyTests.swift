import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

/// Random ranges of category axes, and of axes with exclusions.
@Suite("Items and gaps in random ranges")
struct GappedAxisPropertyTests {
    private static let parts = 8
    private static let rangesPerPart = 700

    /// Checks that ticks are inside, ordered and outside gaps, and that labels do not overlap. `nil`: sound.
    private func fault(_ ticks: [Tick], _ range: NumberRange, _ axis: Axis, _ room: TickSpace) -> String? {
        let mapper = axis.mapper
        let scale = AxisScale(range: range, mapper: mapper, start: 0, end: room.length)
        let slack = range.span * 1e-9
        for tick in ticks {
            if tick.value < range.minimum - slack || tick.value > range.maximum + slack { return "outside: \(tick)" }
            if mapper.isExcluded(tick.value) { return "in a gap: \(tick)" }
        }
        for (a, b) in zip(ticks, ticks.dropFirst()) where b.value <= a.value { return "order: \(a.value) \(b.value)" }
        let labelled = ticks.filter { !$0.label.isEmpty }
        for (a, b) in zip(labelled, labelled.dropFirst()) {
            let wanted = (room.extent(a.label) + room.extent(b.label)) / 2 - room.slack
            if scale.position(of: b.value) - scale.position(of: a.value) < wanted * (1 - 1e-6) {
                return "overlap: \(a.label) \(b.label)"
            }
        }
        return nil
    }

    /// `nil`: values in range map to a position and back; excluded values map back to the end of their exclusion.
    private func inverseFault(_ axis: Axis, _ range: NumberRange) -> String? {
        guard axis.setRange(range.minimum, range.maximum) else { return "refused" }
        axis.length = 731
        for k in 0...8 {
            let value = range.minimum + range.span * Double(k) / 8
            guard let pixel = axis.pixelValue(forDataValue: value), let back = axis.dataValue(forPixelValue: pixel)
            else { return "no pixel for \(value)" }
            guard case .discontinuous(let exclusions) = axis.mapper, let piece = exclusions.piece(around: value) else {
                if abs(back - value) > 1e-6 * range.span { return "\(value) came back as \(back)" }
                continue
            }
            if abs(back - piece.end) > 1e-6 * range.span {
                return "\(value), left out up to \(piece.end), came back as \(back)"
            }
        }
        return nil
    }

    @Test(
        "items are inside, every n-th from the first, apart, with their own texts; index and place are exact inverses",
        arguments: 0..<parts)
    func items(part: Int) {
        var random = SeededNumbers(seed: UInt64(700 + part))
        let axis = CategoryAxis()
        axis.allowPanningOutOfMaxRange = true
        let count = [1, 2, 7, 40, 365, 3_000][part % 6]
        for k in 0..<count {
            _ = axis.index(of: "\(k)" + String(repeating: "x", count: Int.random(in: 0...14, using: &random)))
        }
        for k in 0..<count where axis.value(of: .text(axis.items[k])) != Double(k) { Issue.record("item \(k)") }
        for _ in 0..<Self.rangesPerPart {
            let low = random.double(-3...Double(count))
            let range = NumberRange(low, low + pow(10, random.double(-0.5...3.6)))
            let room = TickSpace.test(random.double(20...1500), slack: 1)
            let ticks = axis.ticks(in: range, room: room)
            let stride = axis.currentMajorTickFrequency?.number ?? 1
            let wrong = ticks.first { $0.label != axis.items[Int($0.value)] || $0.value != stride * Double($0.index) }
            let isEven = zip(ticks, ticks.dropFirst()).allSatisfy { $1.value - $0.value == stride }
            if let fault = fault(ticks, range, axis, room) ?? wrong.map({ "not an item's: \($0)" })
                ?? (isEven ? nil : "uneven: \(ticks.map(\.value))") ?? inverseFault(axis, range)
            {
                Issue.record("\(count) items, \(range) over \(room.length): \(fault)")
                return
            }
        }
    }

    @Test(
        "number ticks stay out of the gaps, and each multiple of the step that is not in one is there",
        arguments: 0..<parts)
    func numbers(part: Int) throws {
        var random = SeededNumbers(seed: UInt64(800 + part))
        for _ in 0..<Self.rangesPerPart {
            let axis = DiscontinuousNumberAxis()
            axis.calculateMajorTickFrequencyFromDiscontinuousRange = Bool.random(using: &random)
            axis.discontinuousTickLabelClipping = Bool.random(using: &random) ? .low : .high
            let low = random.double(-1...1) * pow(10, random.double(-3...9))
            let range = NumberRange(low, low + max(pow(10, random.double(-3...9)), abs(low) * 1e-6))
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let start = low + range.span * random.double(-0.2...1)
                try axis.addExcludedRange(NumberRange(start, start + range.span * random.double(0.01...0.4)))
            }
            guard axis.accepts(range) else { continue }
            let room = TickSpace.test(random.double(20...1500), slack: 3)
            let ticks = axis.ticks(in: range, room: room)
            if let fault = fault(ticks, range, axis, room) ?? inverseFault(axis, range) {
                Issue.record("\(range) without \(axis.excludedRanges) over \(room.length): \(fault)")
                return
            }
            guard ticks.count > 1, let step = axis.currentMajorTickFrequency?.number else { continue }
            let slack = range.span * TickLimits.tolerance
            let shown =
                (Int(
                    ((range.minimum - slack) / step).rounded(.up))...Int(
                    ((range.maximum + slack) / step).rounded(.down))).filter {
                    !axis.mapper.isExcluded(Double($0) * step)
                }
            let numbers = ticks.map { Int(($0.value / step).rounded()) }
            let isMultiple = ticks.allSatisfy { abs($0.value / step - ($0.value / step).rounded()) < 1e-6 }
            // Rounding may put an end of a gap or of the range on either side.
            if !isMultiple || Set(shown).symmetricDifference(numbers).count > 2 {
                Issue.record("\(range) without \(axis.excludedRanges), step \(step): \(ticks.map(\.value))")
                return
            }
        }
    }

    @Test("date ticks stay out of weekends and nights, apart", arguments: 0..<parts)
    func dates(part: Int) throws {
        var random = SeededNumbers(seed: UInt64(900 + part))
        let axis = DiscontinuousDateTimeAxis()
        try axis.setTimeZone(identifier: ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"][part % 4])
        axis.allowPanningOutOfMaxRange = true
        axis.calculateMajorTickFrequencyFromDiscontinuousRange = part % 2 == 0
        axis.addExcludedRepeatedTimePeriod(
            RepeatedTimePeriod(
                start: seconds("2013-01-05"), length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        if part >= 4 {
            axis.addExcludedRepeatedTimePeriod(
                RepeatedTimePeriod(
                    start: seconds("2013-01-07T17:30:00Z"), length: DateFrequency(16, .hour),
                    every: DateFrequency(1, .day)))
        }
        var shown = 0
        for _ in 0..<Self.rangesPerPart / 5 {
            let low = random.double(0...2e9)
            let range = NumberRange(low, low + pow(10, random.double(3...8)))
            guard axis.accepts(range), axis.setRange(range.minimum, range.maximum) else { continue }
            let room = TickSpace.test(random.double(60...1500), slack: 3)
            let ticks = axis.ticks(in: range, room: room)
            shown += ticks.count
            if let fault = fault(ticks, range, axis, room) ?? inverseFault(axis, range) {
                Issue.record(
                    "\(axis.wall([range.minimum, range.maximum])) in \(axis.timeZone) over \(room.length): \(fault)")
                return
            }
        }
        #expect(shown > 100)
    }
}
