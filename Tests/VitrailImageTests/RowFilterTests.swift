import CImage
import Testing
import VitrailTestNumbers

/// PNG's filter Up with all instructions that the machine has, beside the plain formula.
@Suite struct RowFilterTests {
    /// 65536 pixels are summed up at once.
    static let widths = Array(1...200) + [1919, 1920, 1921, 65_535, 65_536, 65_537, 300_007]

    struct Filter: CustomTestStringConvertible {
        let name: String
        let channels: Int
        let run: vi_row_filter
        var testDescription: String { "\(name), \(channels) channels" }

        static let all: [Filter] = [("baseline", vi_baseline), ("AVX2", vi_avx2), ("AVX-512", vi_avx512)].flatMap { name, instructions in
            [3, 4].compactMap { channels in
                vi_row_filter_with(instructions, channels == 3 ? 1 : 0).map { Filter(name: name, channels: channels, run: $0) }
            }
        }

        /// The row's bytes, what lies behind them, and what was found.
        func filter(_ row: [UInt8], _ above: [UInt8], after check: UInt32 = 1) -> (bytes: [UInt8], behind: [UInt8], found: vi_found) {
            let count = row.count / 4
            var found = vi_found(check: check, is_opaque: 1)
            var bytes = [UInt8](repeating: 0xA5, count: 1 + count * channels + 256)
            run(row, above, &bytes, count, &found)
            return (Array(bytes.prefix(1 + count * channels)), Array(bytes.dropFirst(1 + count * channels)), found)
        }

        func expected(_ row: [UInt8], _ above: [UInt8]) -> [UInt8] {
            [2] + row.indices.filter { $0 % 4 < channels }.map { row[$0] &- above[$0] }
        }
    }

    /// Adler-32 by the book.
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
    func bytesAndCheckSumAreThoseOfTheFormula(filter: Filter) {
        var numbers = SeededNumbers(seed: 7)
        for width in Self.widths {
            let row = (0..<4 * width).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            let above = (0..<4 * width).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
            let check = UInt32(numbers.next() % 65521 << 16 | numbers.next() % 65521)
            let (bytes, behind, found) = filter.filter(row, above, after: check)
            let expected = filter.expected(row, above)
            #expect(bytes == expected, "width \(width)")
            #expect(found.check == Self.adler(expected, after: check), "width \(width)")
            #expect(behind.dropFirst(Int(VI_ROW_SLACK)).allSatisfy { $0 == 0xA5 }, "width \(width)")
        }
    }

    /// Sums as large as they get.
    @Test(arguments: Filter.all)
    func sumsDoNotOverflow(filter: Filter) {
        for width in Self.widths {
            let row = [UInt8](repeating: 255, count: 4 * width), above = [UInt8](repeating: 0, count: 4 * width)
            let check: UInt32 = 65520 << 16 | 65520
            let found = filter.filter(row, above, after: check).found
            #expect(found.check == Self.adler(filter.expected(row, above), after: check), "width \(width)")
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
        var bytes = [UInt8](repeating: 0, count: 100)
        filter.run(row, above, &bytes, 10, &found)
        #expect(found.is_opaque == 0)
    }
}
