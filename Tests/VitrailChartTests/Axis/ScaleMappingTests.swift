import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// Each scale, as loops and axes use it. A scale that its own type describes wrongly fails here.
@Suite("Scale mappings")
struct ScaleMappingTests {
    /// An axis of each type, and symmetric logarithms and exclusions that are not trivial.
    private static func axes() throws -> [Axis] {
        let discontinuous = DiscontinuousNumberAxis()
        try discontinuous.addExcludedRange(NumberRange(2, 5))
        try discontinuous.addExcludedRange(NumberRange(20, 20.5))
        return AxisType.allCases.map { $0.makeAxis() } + [
            try SymmetricLogarithmicAxis(threshold: 0.01, base: 2), try LogarithmicAxis(base: 0.5), discontinuous,
        ]
    }

    private func values(_ axis: Axis, _ numbers: inout SeededNumbers) -> [Double] {
        let sizes = [1e-3, 0.1, 1, 10, 1e4]
        let all = (0..<60).map { k in
            Double.random(in: 1...10, using: &numbers) * sizes[k % 5] * (k % 3 == 0 ? -1 : 1)
        }
        return all.filter { axis.maps($0) && !axis.mapper.isExcluded($0) }.sorted()
    }

    @Test("inverses lead back, and distances have the unit of `natural`")
    func inverses() throws {
        var numbers = SeededNumbers(seed: 5)
        for axis in try Self.axes() {
            let (mapping, values) = (axis.mapper.mapping, values(axis, &numbers))
            #expect(values.count > 10)
            for (low, high) in zip(values, values.dropFirst()) {
                let name = "\(type(of: mapping)): \(low), \(high)"
                #expect(abs(mapping.inverse(mapping.forward(low)) - low) <= abs(low) * 1e-12, "\(name)")
                #expect(abs(mapping.value(ofNatural: mapping.natural(low)) - low) <= abs(low) * 1e-12, "\(name)")
                let distance = mapping.distance(from: low, to: high)
                let natural = mapping.natural(high) - mapping.natural(low)
                #expect(distance >= 0 && abs(distance - natural) <= 1e-9 * max(1, abs(natural)), "\(name)")
                #expect(abs(mapping.value(at: distance, from: low, noise: 0) - high) <= abs(high) * 1e-9, "\(name)")
            }
        }
    }

    @Test("an axis and its mapping have the same properties")
    func properties() throws {
        for axis in try Self.axes() {
            let mapper = axis.mapper
            #expect(mapper.isLinear == axis.isLinear && mapper.mapsPositiveOnly == axis.mapsPositiveOnly)
            #expect(mapper.hasExclusions == axis.isDiscontinuous && (mapper.exclusions != nil) == axis.isDiscontinuous)
            // Loops compute positions on a linear scale without calls of the mapping.
            if case .mapped = mapper.loop { #expect(!mapper.isLinear) } else { #expect(mapper.isLinear) }
            #expect(mapper.isAffine == (mapper.isLinear && !mapper.hasExclusions))
            #expect(mapper.forward(-1).isNaN == mapper.mapsPositiveOnly)
        }
    }

    @Test("no two values of a distance have more distant positions than the limit says")
    func steepness() throws {
        var numbers = SeededNumbers(seed: 7)
        for axis in try Self.axes() where !axis.mapper.isLinear {
            let range = NumberRange(axis.mapsPositiveOnly ? 0.5 : -30, 40)
            let scale = Mapped(AxisScale(range: range, mapper: axis.mapper, start: 0, end: 500))
            for _ in 0..<300 {
                let low = Double.random(in: range.minimum...range.maximum, using: &numbers)
                let distance = Double.random(in: 0...3, using: &numbers)
                let limit = scale.greatestDistance(of: distance, from: low)
                for _ in 0..<5 {
                    let value = Double.random(in: low...max(low, 40), using: &numbers)
                    let found = abs(scale.position(of: value + distance) - scale.position(of: value))
                    #expect(found <= limit * (1 + 1e-9) + 1e-9, "\(axis.mapper): \(value) + \(distance)")
                }
            }
        }
    }

    @Test("equal distances get shorter at the ends that the mapping names")
    func narrowing() throws {
        for axis in try Self.axes() where !axis.mapper.isLinear {
            func length(_ low: Double) -> Double { axis.mapper.distance(from: low, to: low + 1) }
            #expect(length(9) < length(2))
            guard !axis.mapsPositiveOnly else { continue }
            #expect(type(of: axis.mapper.mapping).narrowsAtBothEnds && length(-10) < length(-3))
        }
    }
}
