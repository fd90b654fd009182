import CImage
import Testing
import VitrailTestNumbers

/// PNG filters with each instruction set of the machine, compared with the plain formula.
@Suite struct RowFilterTests {
    /// Widths around 65536, the number of pixels that are summed at once.
    static let widths = Array(1...200) + [1919, 1920, 1921, 65_535, 65_536, 65_537, 300_007]

    struct Filter: CustomTestStringConvertible {
        let name: String
        let channels: Int
        let run: vi_row_filter
        var testDescription: String { "\(name), \(channels) channels" }

        static let all: [Filter] = [("baseline", vi_baseline), ("AVX2", vi_avx2), ("AVX-512", vi_avx512)].flatMap {
            name, instructions in
            [3, 4].compactMap { channels in
                vi_row_filter_with(instructions, channels == 3 ? 1 : 0).map {
                    Filter(name: name, channels: channels, run: $0)
                }
            }
        }

        /// The filtered row.
        struct Filtered {
            var pixels: [UInt32]
            var repeats: [UInt64]
            /// Memory after the results.
            var behind: [UInt64]
            var found: vi_found
        }

        func filter(
            _ row: [UInt8], _ above: [UInt8], as number: vi_filter = vi_filter_up, after check: UInt32 = 1
        ) -> Filtered {
            let count = row.count / 4, words = (count + 63) / 64
            var found = vi_found(check: check, is_opaque: 1)
            var pixels = [UInt32](repeating: 0xA5A5_A5A5, count: count + 64)
            var repeats = [UInt64](repeating: 0xA5A5_A5A5_A5A5_A5A5, count: words + 8)
            run(row, above, number, &pixels, &repeats, count, &found)
            let behind = pixels.dropFirst(count).map { UInt64($0) << 32 | UInt64($0) } + repeats.dropFirst(words)
            return Filtered(
                pixels: Array(pixels.prefix(count)), repeats: Array(repeats.prefix(words)), behind: behind, found: found
            )
        }

        /// The bytes of the stream after the filter's number, by the plain formula.
        func expected(_ row: [UInt8], _ above: [UInt8]) -> [UInt8] {
            row.indices.filter { $0 % 4 < channels }.map { row[$0] &- above[$0] }
        }

        func pixels(_ bytes: [UInt8]) -> [UInt32] {
            stride(from: 0, to: bytes.count, by: channels).map { i in
                (0..<channels).reduce(0) { $0 | UInt32(bytes[i + $1]) << UInt32(8 * $1) }
            }
        }
    }

    /// Adler-32, by definition.
    static func adler(_ bytes: [UInt8], after check: UInt32) -> UInt32 {
        var (a, b) = (check & 0xFFFF, check >> 16)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }

    @Test func everyMachineHasTheBaseline() {
        #expect(Filter.all.filter { $0.name == "baseline" }.map(\.channels) == [3, 4])
    }

    @Test(arguments: Filter.all)
    func pixelsAndCheckSumAreThoseOfTheFormula(filter: Filter) {
        var numbers = SeededNumbers(seed: 7)
        for width in Self.widths {
            let row = (0..<4 * width).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            let above = (0..<4 * width).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            let check = UInt32(numbers.next() % 65521 << 16 | numbers.next() % 65521)
            let bytes = filter.expected(row, above)
            for number in [vi_filter_up, vi_filter_none] {
                let filtered = filter.filter(row, above, as: number, after: check)
                #expect(filtered.pixels == filter.pixels(bytes), "width \(width)")
                #expect(
                    filtered.found.check == Self.adler([UInt8(number.rawValue)] + bytes, after: check), "width \(width)"
                )
                #expect(filtered.behind.allSatisfy { $0 == 0xA5A5_A5A5_A5A5_A5A5 }, "width \(width)")
            }
        }
    }

    /// Few values, so that many pixels equal the previous one; others differ in one channel, or only in an alpha that
    /// is dropped.
    @Test(arguments: Filter.all)
    func repeatsAreMarked(filter: Filter) {
        var numbers = SeededNumbers(seed: 8)
        for width in Self.widths {
            let row = (0..<4 * width).map { _ in UInt8(numbers.next() % 8 == 0 ? 1 : 0) }
            let filtered = filter.filter(row, [UInt8](repeating: 0, count: 4 * width))
            let pixels = filter.pixels(filter.expected(row, [UInt8](repeating: 0, count: 4 * width)))
            var expected = [UInt64](repeating: 0, count: (width + 63) / 64)
            for x in pixels.indices.dropFirst() where pixels[x] == pixels[x - 1] {
                expected[x / 64] |= 1 << UInt64(x % 64)
            }
            #expect(filtered.repeats == expected, "width \(width)")
        }
    }

    /// The largest possible sums.
    @Test(arguments: Filter.all)
    func sumsDoNotOverflow(filter: Filter) {
        for width in Self.widths {
            let row = [UInt8](repeating: 255, count: 4 * width), above = [UInt8](repeating: 0, count: 4 * width)
            let check: UInt32 = 65520 << 16 | 65520
            let found = filter.filter(row, above, after: check).found
            #expect(found.check == Self.adler([2] + filter.expected(row, above), after: check), "width \(width)")
            #expect(found.is_opaque == 1, "width \(width)")
        }
    }

    @Test(arguments: Filter.all)
    func onePixelTellsOpacity(filter: Filter) {
        for width in 1...70 {
            for x in 0..<width {
                var row = [UInt8](repeating: 255, count: 4 * width)
                let above = [UInt8](repeating: 9, count: 4 * width)
                for c in 0..<3 { row[4 * x + c] = 0 }
                #expect(filter.filter(row, above).found.is_opaque == 1, "width \(width), pixel \(x)")
                row[4 * x + 3] = 254
                #expect(filter.filter(row, above).found.is_opaque == 0, "width \(width), pixel \(x)")
                row[4 * x + 3] = 127
                #expect(filter.filter(row, above).found.is_opaque == 0, "width \(width), pixel \(x)")
            }
        }
    }

    @Test(arguments: Filter.all)
    func translucencyIsNotForgotten(filter: Filter) {
        let row = [UInt8](repeating: 255, count: 40), above = row
        var found = vi_found(check: 1, is_opaque: 0)
        var pixels = [UInt32](repeating: 0, count: 10), repeats: [UInt64] = [0]
        filter.run(row, above, vi_filter_up, &pixels, &repeats, 10, &found)
        #expect(found.is_opaque == 0)
    }
}
