import Foundation
import Testing
import VitrailTestNumbers
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailScales

/// Labels as they are laid out, with the glyphs' own metrics.
@Suite("Laid-out labels of random ranges")
struct LaidLabelPropertyTests {
    private static let layoutsPerKind = 150

    private func axis(_ type: AxisType, _ range: NumberRange) throws -> Axis {
        let axis = type.makeAxis()
        switch axis {
        case let items as CategoryAxis:
            for k in 0..<80 { _ = items.index(of: "Item \(k) " + String(repeating: "more ", count: k % 3)) }
        case let numbers as DiscontinuousNumberAxis:
            try numbers.addExcludedRange(
                NumberRange(range.minimum + range.span * 0.3, range.minimum + range.span * 0.45))
        case let dates as DiscontinuousDateTimeAxis:
            dates.addExcludedRepeatedTimePeriod(
                RepeatedTimePeriod(
                    start: seconds("2013-01-05"), length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        default: break
        }
        return axis
    }

    private func range(_ type: AxisType, _ random: inout SeededNumbers) -> NumberRange {
        let size = pow(10, random.double(-4...8))
        switch type {
        case .category:
            let low = random.double(-2...70)
            return NumberRange(low, low + random.double(0.5...80))
        case .logarithmic: return NumberRange(size, size * pow(10, random.double(0.1...9)))
        case .dateTime, .discontinuousDateTime:
            let low = random.double(0...2e9)
            return NumberRange(low, low + pow(10, random.double(1...9)))
        default:
            let low = random.double(-1...1) * size
            return NumberRange(low, low + max(pow(10, random.double(-4...8)), abs(low) * 1e-6))
        }
    }

    @Test(
        "shown labels do not overlap, and stay within the room beside the axis", arguments: AxisType.allCases,
        [Axis.Direction.x, .y])
    func apart(type: AxisType, direction: Axis.Direction) throws {
        var random = SeededNumbers(seed: UInt64(AxisType.allCases.firstIndex(of: type) ?? 0))
        let typesetter = Typesetter(frame: TextEngine.shared.frame(), scale: 1)
        let desk = LayoutDesk(typesetter: typesetter, hooks: nil, canvas: Rect(x: 0, y: 0, width: 1_000, height: 700))
        var shown = 0
        for _ in 0..<Self.layoutsPerKind {
            let range = range(type, &random)
            let axis = try axis(type, range)
            axis.direction = direction
            axis.allowPanningOutOfMaxRange = true
            guard axis.setRange(range.minimum, range.maximum) else { continue }
            let length = random.double(30...1_000)
            let free = (start: random.double(0...40), end: random.double(0...40))
            var layout = AxisLayout(axis, isPrimary: true, crossing: nil, theme: .flat, typesetter)
            layout.measure(length: length, plotSide: length, desk)
            layout.chooseLabels(length: length, free: free)
            let scale = axis.scale(from: 0, to: length)
            let labels = layout.ticks.filter(\.showLabel).sorted {
                scale.position(of: $0.value) < scale.position(of: $1.value)
            }
            shown += labels.count
            for tick in labels {
                let position = scale.position(of: tick.value)
                let isInside =
                    position - tick.box.before >= -free.start - 1 && position + tick.box.after <= length + free.end + 1
                #expect(isInside, "\(range) over \(length): \(tick.tick.label) at \(position) reaches past \(free)")
            }
            let isDiagonal = layout.setting.orientation == .diagonal
            for (a, b) in zip(labels, labels.dropFirst()) {
                let line = a.block?.lineHeight ?? 0
                // Rotated lines are parallel; the distance is measured at a right angle.
                let wanted = isDiagonal ? line * 2.0.squareRoot() : a.box.after + b.box.before
                let isApart = scale.position(of: b.value) - scale.position(of: a.value) >= wanted - 1e-6
                #expect(isApart, "\(range) over \(length): \(a.tick.label) and \(b.tick.label)")
            }
        }
        #expect(shown > 2 * Self.layoutsPerKind)
    }
}
