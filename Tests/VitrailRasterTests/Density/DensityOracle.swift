import Foundation
import VitrailScene

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// Reference aggregation of samples per pixel, one after another, with its own arithmetic.
struct DensityOracle {
    /// The mapping of an axis; positions are fractions of its length.
    enum Shape: String, CaseIterable {
        case linear, log, symlog, root, broken

        var mapper: AxisScale.Mapper {
            switch self {
            case .linear: .identity
            case .log: .logarithm(base: 10)
            case .symlog: .symmetricLogarithm(threshold: 1, base: 10)
            case .root: .squareRoot
            case .broken: .discontinuous(Exclusions([NumberRange(1, 2)], holdsStart: false))
            }
        }

        var range: NumberRange {
            switch self {
            case .linear, .broken: NumberRange(0, 4)
            case .log: NumberRange(0.125, 8)
            case .symlog: NumberRange(-16, 16)
            case .root: NumberRange(-9, 16)
            }
        }

        /// `nil`: the axis has no position for the value.
        func mapped(_ value: Double) -> Double? {
            switch self {
            case .linear: value
            case .log: value > 0 ? log2(value) : nil
            // Linear up to the threshold; the linear part is as long as a decade.
            case .symlog: abs(value) <= 1 ? value : (value < 0 ? -1 : 1) * (1 + log10(abs(value)))
            case .root: value < 0 ? -sqrt(-value) : sqrt(value)
            case .broken: value > 1 && value < 2 ? nil : value <= 1 ? value : value - 1
            }
        }
    }

    var x = Shape.linear
    var y = Shape.linear
    var width: Int
    var height: Int

    /// Position in pixels from the left or top; `nil` outside the range, or if the axis has no position for the value.
    func position(of value: Double, _ shape: Shape, _ count: Int, isUp: Bool) -> Double? {
        guard value >= shape.range.minimum, value <= shape.range.maximum, let mapped = shape.mapped(value),
            let low = shape.mapped(shape.range.minimum), let high = shape.mapped(shape.range.maximum)
        else { return nil }
        let position = (mapped - low) * Double(count) / (high - low)
        return isUp ? Double(count) - position : position
    }

    func pixel(_ x: Double, _ y: Double) -> Int? {
        guard let across = position(of: x, self.x, width, isUp: false),
            let down = position(of: y, self.y, height, isUp: true)
        else { return nil }
        return min(Int(down), height - 1) * width + min(Int(across), width - 1)
    }

    /// NaN where there is no sample.
    func grid(_ x: [Double], _ y: [Double], _ values: [Double]?, _ aggregation: DensityAggregation) -> [Double] {
        var found = [[Double]](repeating: [], count: width * height)
        for i in x.indices {
            guard let pixel = pixel(x[i], y[i]) else { continue }
            if let values, !values[i].isFinite { continue }
            found[pixel].append(values?[i] ?? 1)
        }
        return found.map { values in
            guard !values.isEmpty else { return .nan }
            switch aggregation {
            case .count, .category: return Double(values.count)
            case .sum: return values.reduce(0, +)
            case .mean: return values.reduce(0, +) / Double(values.count)
            case .max: return values.max() ?? .nan
            case .min: return values.min() ?? .nan
            }
        }
    }

    /// Counts of categories, interleaved.
    func shares(_ x: [Double], _ y: [Double], _ values: [Double], _ categories: [Double]) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: width * height * categories.count)
        for i in x.indices {
            guard let pixel = pixel(x[i], y[i]), let category = categories.firstIndex(of: values[i]) else { continue }
            counts[pixel * categories.count + category] += 1
        }
        return counts
    }

    /// Samples in the middle of pixels, as many as the interleaved counts of categories 0, 1, 2 … require; for linear
    /// axes.
    func samples(_ counts: [UInt32], categories: Int) -> (x: [Double], y: [Double], values: [Double]) {
        var samples: (x: [Double], y: [Double], values: [Double]) = ([], [], [])
        for (k, count) in counts.enumerated() {
            let (pixel, category) = k.quotientAndRemainder(dividingBy: categories)
            samples.x += Array(repeating: (Double(pixel % width) + 0.5) / Double(width) * 4, count: Int(count))
            samples.y += Array(repeating: 4 - (Double(pixel / width) + 0.5) / Double(height) * 4, count: Int(count))
            samples.values += Array(repeating: Double(category), count: Int(count))
        }
        return samples
    }

    /// The picture's position in a larger one, to be subtracted.
    static let origin = (x: 13, y: 7)

    func counter(
        _ x: [Double], _ y: [Double], _ values: [Double]?, _ aggregation: DensityAggregation,
        _ categories: [Double] = []
    ) -> DensityCounter {
        let (left, top) = (Double(Self.origin.x), Double(Self.origin.y))
        return DensityCounter(
            x: Column(x), y: Column(y), value: values.map { Column($0) }, range: 0..<x.count,
            xScale: AxisScale(range: self.x.range, mapper: self.x.mapper, start: left, end: left + Double(width)),
            yScale: AxisScale(range: self.y.range, mapper: self.y.mapper, start: top + Double(height), end: top),
            box: PixelRect(x: Self.origin.x, y: Self.origin.y, width: width, height: height), aggregation: aggregation,
            categories: categories)
    }
}

extension DensityGrid {
    /// NaN where there is no sample.
    var numbers: [Double] {
        switch content {
        case .counts: counts.map { $0 == 0 ? .nan : Double($0) }
        case .values(let values): values
        case .shares: []
        }
    }

    /// Counts of interleaved categories.
    var counts: [UInt32] {
        switch content {
        case .counts(let counts): counts.withUnsafeBufferPointer { Array($0) }
        case .shares(let cells):
            Array(unsafeUninitializedCapacity: cells.count * cells.categories) { counts, count in
                count = cells.count * cells.categories
                if let start = counts.baseAddress { cells.read(0..<cells.count, into: start) }
            }
        case .values: []
        }
    }
}

extension PixelCounts {
    init(_ counts: [UInt32]) {
        self.init(count: counts.count) { start in
            for (k, count) in counts.enumerated() { start[k] = count }
        }
    }
}
