import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster

@Suite("What pixels hold becomes colours")
struct DensityPainterTests {
    private static let colors = [Color(0x102030), Color(0xF0E010), Color(0x00FF80, alpha: 0.5), Color(0xFFFFFF)]
    private static let sizes = [(1, 1), (7, 5), (33, 21)]

    private func painter(_ scaling: ColorScaling, _ range: NumberRange? = nil, minOpacity: Double = 0) -> DensityPainter
    {
        DensityPainter(
            map: ColorMap(Self.colors), scaling: scaling, range: range, categoryColors: Array(Self.colors.prefix(3)),
            minOpacity: minOpacity)
    }

    /// Reference positions 0…1 for the numbers; `nil` for no number.
    private func positions(_ numbers: [Double], _ scaling: ColorScaling, _ range: NumberRange?) -> [Double?] {
        let found = numbers.filter { !$0.isNaN }.map { value in
            range.map { min(max(value, $0.minimum), $0.maximum) } ?? value
        }
        guard let minimum = found.min(), let maximum = found.max() else { return numbers.map { _ in nil } }
        return numbers.map { number in
            guard !number.isNaN else { return nil }
            let value = range.map { min(max(number, $0.minimum), $0.maximum) } ?? number
            switch scaling {
            case .linear:
                let (low, high) = range.map { ($0.minimum, $0.maximum) } ?? (minimum, maximum)
                return low == high ? 0.5 : (value - low) / (high - low)
            case .log:
                let positive = found.filter { $0 > 0 }.min() ?? 0
                let (low, high) =
                    range.map { ($0.minimum > 0 ? $0.minimum : positive, $0.maximum) } ?? (positive, maximum)
                guard value > 0, low > 0 else { return 0 }
                return low == high ? 0.5 : min(max((log2(value) - log2(low)) / (log2(high) - log2(low)), 0), 1)
            case .equalized:
                let (upTo, ofFirst) = (found.count { $0 <= value }, found.count { $0 == minimum })
                return found.count == ofFirst ? 0.5 : Double(upTo - ofFirst) / Double(found.count - ofFirst)
            }
        }
    }

    /// Interpolated directly between the stops, premultiplied, 0…255.
    private func color(_ position: Double) -> [Double] {
        let scaled = position * Double(Self.colors.count - 1)
        let k = min(Int(scaled), Self.colors.count - 2)
        func parts(_ color: Color) -> [Double] {
            [color.red, color.green, color.blue].map { Double($0) * Double(color.alpha) / 255 } + [Double(color.alpha)]
        }
        return zip(parts(Self.colors[k]), parts(Self.colors[k + 1])).map { $0 + ($1 - $0) * (scaled - Double(k)) }
    }

    /// Whether the byte is the rounded value; at a half, either is accepted.
    private func isRounded(_ byte: UInt8, _ value: Double) -> Bool { abs(Double(byte) - value) <= 0.5 + 1e-6 }

    private func expect(
        _ numbers: [Double], _ content: DensityGrid.Content, _ size: PixelSize, _ scaling: ColorScaling,
        _ range: NumberRange?
    ) throws {
        let positions = positions(numbers, scaling, range)
        guard positions.contains(where: { $0 != nil }) else {
            #expect(painter(scaling, range).paint(DensityGrid(size: size, content: content)) == nil)
            return
        }
        let image = try #require(painter(scaling, range).paint(DensityGrid(size: size, content: content))).bands[0]
            .image
        #expect(image.size == size)
        for (k, position) in positions.enumerated() {
            let expected = position.map(color) ?? [0, 0, 0, 0]
            let pixel = image[k % size.width, k / size.width]
            let isRight = (0..<4).allSatisfy { isRounded(pixel[$0], expected[$0]) }
            #expect(isRight, "\(numbers[k]) by \(scaling): \(pixel), expected \(expected)")
        }
    }

    @Test(
        "counts by each scaling, with and without a range", arguments: ColorScaling.allCases,
        [nil, NumberRange(2, 40), NumberRange(-1, 5)])
    func counts(scaling: ColorScaling, range: NumberRange?) throws {
        var random = SeededNumbers(seed: 1)
        for (width, height) in Self.sizes {
            // With and without a lookup table for the maximum.
            for maximum in [0, 1, 100, 3_000_000_000] as [UInt32] {
                let counts = (0..<width * height).map { _ in
                    Bool.random(using: &random) ? 0 : UInt32.random(in: 0...maximum, using: &random)
                }
                let numbers = counts.map { $0 == 0 ? Double.nan : Double($0) }
                try expect(
                    numbers, .counts(PixelCounts(counts)), PixelSize(width: width, height: height), scaling, range)
            }
        }
    }

    @Test(
        "values by each scaling, with and without a range", arguments: ColorScaling.allCases,
        [nil, NumberRange(-20, 30), NumberRange(1, 5)])
    func values(scaling: ColorScaling, range: NumberRange?) throws {
        var random = SeededNumbers(seed: 2)
        for (width, height) in Self.sizes {
            for span in [0, 1, 100.0] {
                let values = (0..<width * height).map { _ in
                    Bool.random(using: &random) ? .nan : (random.double(-span...span) * 4).rounded() / 4
                }
                try expect(values, .values(values), PixelSize(width: width, height: height), scaling, range)
            }
        }
    }

    /// The same as the two tests above, with faster reference arithmetic, for enough pixels that several threads share
    /// them.
    @Test("many pixels, which threads share", arguments: ColorScaling.allCases, [nil, NumberRange(-20, 30)])
    func manyPixels(scaling: ColorScaling, range: NumberRange?) throws {
        let size = PixelSize(width: 401, height: 449)
        var random = SeededNumbers(seed: 4)
        for kind in range == nil ? ["all exponents", "few", "one"] : ["all exponents"] {
            let values = (0..<401 * 449).map { k -> Double in
                switch kind {
                case "all exponents":
                    k % 7 == 0
                        ? .nan
                        : k % 50 == 1
                            ? -0.0 : k % 50 == 2 ? 0 : random.double(-1...1) * pow(10, random.double(-250...250))
                case "few": [.nan, -0.0, 0, -3, 7.5, 12][Int.random(in: 0..<6, using: &random)]
                default: 5
                }
            }
            let shown = values.map { value in
                range.map { value.isNaN ? .nan : min(max(value, $0.minimum), $0.maximum) } ?? value
            }
            let found = shown.filter { !$0.isNaN }.sorted()
            let image = try #require(painter(scaling, range).paint(DensityGrid(size: size, content: .values(values))))
                .bands[0].image
            var wrong = 0
            for (k, value) in shown.enumerated() {
                let expected = value.isNaN ? [0, 0, 0, 0] : color(position(of: value, found, scaling, range))
                let pixel = image[k % size.width, k / size.width]
                if !(0..<4).allSatisfy({ isRounded(pixel[$0], expected[$0]) }) { wrong += 1 }
            }
            #expect(wrong == 0, "\(kind) by \(scaling)")
        }
    }

    /// Position 0…1 of a value in an ascending list that contains it.
    private func position(of value: Double, _ found: [Double], _ scaling: ColorScaling, _ range: NumberRange?) -> Double
    {
        func count(where isBelow: (Double) -> Bool) -> Int {
            var (low, high) = (0, found.count)
            while low < high {
                let middle = (low + high) / 2
                if isBelow(found[middle]) { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let (minimum, maximum) = (found[0], found[found.count - 1])
        switch scaling {
        case .linear:
            let (low, high) = range.map { ($0.minimum, $0.maximum) } ?? (minimum, maximum)
            return low == high ? 0.5 : (value - low) / (high - low)
        case .log:
            let positive = found[min(count { $0 <= 0 }, found.count - 1)]
            let (low, high) = range.map { ($0.minimum > 0 ? $0.minimum : positive, $0.maximum) } ?? (positive, maximum)
            guard value > 0, low > 0 else { return 0 }
            return low == high ? 0.5 : min(max((log2(value) - log2(low)) / (log2(high) - log2(low)), 0), 1)
        case .equalized:
            let (upTo, ofFirst) = (count { $0 <= value }, count { $0 <= minimum })
            return found.count == ofFirst ? 0.5 : Double(upTo - ofFirst) / Double(found.count - ofFirst)
        }
    }

    @Test("many pixels of counts, some greater than a table holds", arguments: ColorScaling.allCases)
    func manyCounts(scaling: ColorScaling) throws {
        let size = PixelSize(width: 512, height: 600)
        var random = SeededNumbers(seed: 5)
        let counts = (0..<512 * 600).map { k -> UInt32 in
            switch k / 50_000 {
            case 0: 0
            case 3: UInt32(k / 60 % 9)
            case 1: UInt32.random(in: 0...70_000, using: &random)
            default:
                k % 5_000 == 0
                    ? UInt32.random(in: 65_530...3_000_000_000, using: &random)
                    : UInt32.random(in: 0...12, using: &random)
            }
        }
        let found = counts.filter { $0 > 0 }.map(Double.init).sorted()
        let image = try #require(painter(scaling).paint(DensityGrid(size: size, content: .counts(PixelCounts(counts)))))
            .bands[0].image
        var wrong = 0
        for (k, count) in counts.enumerated() {
            let expected = count == 0 ? [0, 0, 0, 0] : color(position(of: Double(count), found, scaling, nil))
            if !(0..<4).allSatisfy({ isRounded(image[k % 512, k / 512][$0], expected[$0]) }) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("extremes of Doubles have the colours of the ends", arguments: ColorScaling.allCases)
    func extremes(scaling: ColorScaling) throws {
        let values = [1e-300, 1e300, .nan, 1]
        let size = PixelSize(width: 4, height: 1)
        let image = try #require(painter(scaling).paint(DensityGrid(size: size, content: .values(values)))).bands[0]
            .image
        #expect(
            image.color(x: 0, y: 0) == Self.colors[0] && image.color(x: 1, y: 0) == Self.colors[3]
                && image[2, 0] == .zero)
        let far = [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude, 0, .nan]
        let second = try #require(painter(.linear).paint(DensityGrid(size: size, content: .values(far)))).bands[0].image
        #expect(second.color(x: 0, y: 0) == Self.colors[0] && second.color(x: 1, y: 0) == Self.colors[3])
        #expect(isRounded(second[2, 0].x, color(0.5)[0]))
    }

    @Test(
        "categories: colours mixed by their shares, opacity by how many there are", arguments: ColorScaling.allCases,
        [nil, NumberRange(30, 90)])
    func categories(scaling: ColorScaling, range: NumberRange?) throws {
        var random = SeededNumbers(seed: 3)
        let counts = (0..<19 * 11 * 3).map { k -> UInt32 in
            if Bool.random(using: &random) { return 0 }
            return UInt32.random(in: k % 97 == 5 ? 60_000...90_000 : 0...50, using: &random)
        }
        let samples = DensityOracle(width: 19, height: 11).samples(counts, categories: 3)
        let grid = DensityOracle(width: 19, height: 11).counter(
            samples.x, samples.y, samples.values, .category, [0, 1, 2]
        ).grid()
        let totals = (0..<19 * 11).map { k in counts[k * 3..<k * 3 + 3].reduce(0, +) }
        let positions = positions(totals.map { $0 == 0 ? .nan : Double($0) }, scaling, range)
        let image = try #require(painter(scaling, range, minOpacity: 0.25).paint(grid)).bands[0].image
        for (k, position) in positions.enumerated() {
            var expected = [0.0, 0, 0, 0]
            if let position {
                for category in 0..<3 {
                    let color = Self.colors[category]
                    let share =
                        Double(counts[k * 3 + category]) / Double(totals[k]) * (0.25 + 0.75 * position)
                        * Double(color.alpha) / 255
                    for (channel, value) in [color.red, color.green, color.blue, 255].enumerated() {
                        expected[channel] += share * Double(value)
                    }
                }
            }
            let pixel = image[k % 19, k / 19]
            let isRight = (0..<4).allSatisfy { isRounded(pixel[$0], expected[$0]) }
            #expect(isRight, "\(pixel), expected \(expected)")
        }
    }

    @Test("of a large picture with few samples, the rows that have some are painted")
    func bands() throws {
        let size = PixelSize(width: 2_048, height: 2_050)
        var values = [Double](repeating: .nan, count: size.width * size.height)
        let samples = [(0, 0), (7, 100), (2_047, 101), (3, 120), (9, 2_049)]
        for (x, y) in samples { values[y * size.width + x] = Double(x) }
        let bands = try #require(
            painter(.linear, NumberRange(0, 3_000)).paint(DensityGrid(size: size, content: .values(values)))
        ).bands
        #expect(bands.map(\.rows) == [0..<16, 96..<128, 2_048..<2_050])
        var found = 0
        for band in bands {
            #expect(band.image.size == PixelSize(width: size.width, height: band.rows.count))
            for y in band.rows {
                for x in 0..<size.width where band.image[x, y - band.rows.lowerBound].w > 0 {
                    found += 1
                    #expect(samples.contains { $0 == (x, y) }, "\(x) \(y)")
                }
            }
        }
        #expect(found == samples.count)
        // If most rows have samples, all rows are painted at once.
        for y in stride(from: 0, to: size.height, by: 20) { values[y * size.width] = 1 }
        let whole = try #require(painter(.linear).paint(DensityGrid(size: size, content: .values(values)))).bands
        #expect(whole.map(\.rows) == [0..<size.height])
    }

    @Test("a scale's values lie where it says", arguments: ColorScaling.allCases)
    func inverse(scaling: ColorScaling) {
        let scale = DensityScale(scaling, SortedValues(ascending: [1, 2, 10, 50]), pixels: [5, 3, 2, 1], range: nil)
        #expect(scale.low == 1 && scale.high == 50 && scale.position(of: 1) == 0 && scale.position(of: 50) == 1)
        for position in [0, 0.1, 0.5, 0.9, 1] {
            let found = scale.position(of: scale.value(at: position))
            if scaling == .equalized { #expect(found >= position) } else { #expect(abs(found - position) < 1e-12) }
        }
    }
}

@Suite("Colour maps")
struct ColorMapTests {
    @Test("stops lie where they are set; beyond the ends nothing changes")
    func stops() {
        let map = ColorMap(stops: [
            .init(position: 0.75, color: .white), .init(position: 0.25, color: .black),
            .init(position: 0.75, color: Color(0xFF0000)),
        ])
        #expect([-1, 0, 0.25].map(map.color) == [.black, .black, .black])
        #expect(
            map.color(at: 0.5) == Color(0x808080) && map.color(at: 0.8) == Color(0xFF0000)
                && map.color(at: 7) == Color(0xFF0000))
        #expect(map.color(at: .nan) == .black && ColorMap([.white]).color(at: 0.3) == .white)
        #expect(
            ColorMap(stops: [.init(position: .nan, color: .white), .init(position: 9, color: .black)]).stops.map(
                \.position) == [0, 1])
    }

    @Test("colours are mixed premultiplied: what is clear lends none")
    func premultiplied() {
        let map = ColorMap([Color(red: 255, green: 0, blue: 0, alpha: 0), Color(0x0000FF)])
        #expect(map.color(at: 0.5) == Color(red: 0, green: 0, blue: 255, alpha: 128) && map.color(at: 0) == .clear)
    }

    @Test("the named ones are there, and as published")
    func named() throws {
        for name in ColorMap.names { #expect(ColorMap.named(name) != nil, "\(name)") }
        #expect(ColorMap.named("Viridis") == nil && ColorMap.named("_r") == nil)
        #expect(ColorMap.named("viridis_r") == ColorMap.viridis.reversed)
        // Ends of ColorBrewer, and of Matplotlib's turbo.
        for (name, first, last) in [
            ("Blues", 0xF7FBFF, 0x08306B), ("RdBu", 0x67001F, 0x053061), ("turbo", 0x30123B, 0x7A0403),
        ] as [(String, UInt32, UInt32)] {
            let map = try #require(ColorMap.named(name))
            #expect(map.color(at: 0) == Color(first) && map.color(at: 1) == Color(last), "\(name)")
        }
        // First, middle and last of 256 colours, as in Matplotlib.
        for (map, first, middle, last) in [
            (ColorMap.viridis, 0x440154, 0x21918C, 0xFDE725), (.plasma, 0x0D0887, 0xCC4778, 0xF0F921),
            (.inferno, 0x000004, 0xBC3754, 0xFCFFA4),
            (.magma, 0x000004, 0xB73779, 0xFCFDBF), (.cividis, 0x00224E, 0x7D7C78, 0xFEE838),
        ] as [(ColorMap, UInt32, UInt32, UInt32)] {
            #expect(map.stops.count == 256 && map.color(at: 0) == Color(first) && map.color(at: 1) == Color(last))
            #expect(map.color(at: 128.0 / 255) == Color(middle), "\(map.color(at: 128.0 / 255))")
            #expect(map.reversed.color(at: 0) == Color(last) && map.reversed.reversed == map)
        }
    }
}
