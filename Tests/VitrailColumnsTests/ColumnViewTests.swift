import CColumns
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailDrawList
@testable import VitrailTessellation

/// All readers of a column get the same Doubles, whatever its layout.
@Suite("Shared values")
struct SharedValuesTests {
    enum Layout: CaseIterable {
        case doubles, floats, indices, constant, constantGap, doubleFile, floatFile
        case bigDoubles, bigFloats, bytes, shorts, bigInts, longs, days
        case foreignDoubles, foreignUnaligned, foreignBackwards, foreignRepeated, foreignHalves, foreignTruths,
            foreignBits, foreignWithGaps
        case pieces, mixedPieces, piecesWithGaps
    }

    /// A column in a layout, and its values.
    private struct Sample {
        let column: Column
        let values: [Double]
        var file: TemporaryFile?

        init(_ column: Column, _ values: [Double], _ file: TemporaryFile? = nil) {
            (self.column, self.values, self.file) = (column, values, file)
        }

        init<Raw: FixedWidthInteger>(_ type: String, _ raw: [Raw], _ values: [Double]) throws {
            let file = try NumPyTests.file(NumPyTests.header(type, "(\(raw.count),)"), NumPyTests.bytes(raw))
            self.init(try Column(npyFile: file.path), values, file)
        }
    }

    /// Values, with gaps among them if the layout can have some.
    private func sample(_ layout: Layout, _ count: Int) throws -> Sample {
        var numbers = SeededNumbers(seed: UInt64(count) + 1)
        var walk = 0.0
        let doubles = (0..<count).map { i -> Double in
            walk += numbers.double(-1...1)
            return i % 301 == 300 ? .nan : i % 307 == 306 ? .infinity : walk
        }
        let floats = doubles.map { Float($0) }
        let whole = doubles.map { $0.isFinite ? Double(Int($0 * 3)) : 99 }
        switch layout {
        case .doubles: return Sample(Column(doubles), doubles)
        case .floats: return Sample(Column(floats), floats.map { Double($0) })
        case .indices: return Sample(.indices(count: count), (0..<count).map { Double($0) })
        case .constant: return Sample(.constant(4, count: count), Array(repeating: 4, count: count))
        case .constantGap: return Sample(.constant(.nan, count: count), Array(repeating: .nan, count: count))
        case .doubleFile:
            let file = try TemporaryFile(raw: doubles)
            return Sample(try Column(f64File: file.path), doubles, file)
        case .floatFile:
            let file = try TemporaryFile(raw: floats)
            return Sample(try Column(f32File: file.path), floats.map { Double($0) }, file)
        case .bigDoubles: return try Sample(">f8", doubles.map { $0.bitPattern.bigEndian }, doubles)
        case .bigFloats: return try Sample(">f4", floats.map { $0.bitPattern.bigEndian }, floats.map { Double($0) })
        case .bytes:
            return try Sample(
                "|i1", whole.map { Int8(truncatingIfNeeded: Int($0)) },
                whole.map { Double(Int8(truncatingIfNeeded: Int($0))) })
        case .shorts: return try Sample("<i2", whole.map { Int16($0) }, whole)
        case .bigInts: return try Sample(">i4", whole.map { Int32($0).bigEndian }, whole)
        case .longs: return try Sample("<u8", whole.map { UInt64(abs($0)) }, whole.map { abs($0) })
        case .days:
            let raw = doubles.map { $0.isFinite ? Int64($0 * 3) : .min }
            return try Sample("<M8[D]", raw, raw.map { $0 == .min ? .nan : Double($0) * 86_400 })
        default: return foreign(layout, doubles, whole)
        }
    }

    /// A column in a caller's memory.
    private func foreign(_ layout: Layout, _ doubles: [Double], _ whole: [Double]) -> Sample {
        let count = doubles.count
        let valid = (0..<count).map { $0 % 11 != 3 && !(600..<640).contains($0) }
        func gapped(_ values: [Double]) -> [Double] { zip(values, valid).map { $1 ? $0 : .nan } }
        func sample(_ values: ForeignValues..., wanted: [Double]) -> Sample { Sample(Column(values), wanted) }
        let (f64, i16) = (NumPyElement.float(bytes: 8), NumPyElement.signed(bytes: 2))
        switch layout {
        case .foreignDoubles: return sample(ForeignSamples.values(doubles, f64, stride: 8), wanted: doubles)
        case .foreignUnaligned: return sample(ForeignSamples.values(doubles, f64, stride: 8, shift: 3), wanted: doubles)
        case .foreignBackwards:
            return sample(ForeignSamples.values(whole.map { Int16($0) }, i16, stride: -6), wanted: whole)
        case .foreignRepeated:
            let same = [Double](repeating: -2.5, count: count)
            return sample(ForeignSamples.values(same, f64, stride: 0), wanted: same)
        case .foreignHalves:
            let halves = whole.map { Double(Int($0) % 2_000) }
            return sample(
                ForeignSamples.values(halves.map { Float16($0) }, .float(bytes: 2), stride: 2), wanted: halves)
        case .foreignTruths:
            let bytes = whole.map { UInt8(abs(Int($0)) % 3) }
            return sample(ForeignSamples.values(bytes, .boolean, stride: 1), wanted: bytes.map { $0 == 0 ? 0 : 1 })
        case .foreignBits:
            let bits = whole.map { Int($0) % 3 == 0 }
            return sample(ForeignSamples.bits(bits, offset: 5, valid: valid), wanted: gapped(bits.map { $0 ? 1 : 0 }))
        case .foreignWithGaps:
            return sample(
                ForeignSamples.values(doubles, f64, stride: 8, valid: valid, bitOffset: 13), wanted: gapped(doubles))
        case .piecesWithGaps:
            let parts = ForeignSamples.parts(of: count, [1, 64, 511, 3])
            let pieces = parts.map {
                ForeignSamples.values(
                    whole[$0].map { Int16($0) }, i16, stride: 2, valid: Array(valid[$0]), bitOffset: $0.lowerBound % 9)
            }
            return Sample(Column(pieces), gapped(whole))
        case .mixedPieces:
            let parts = ForeignSamples.parts(of: count, [100, 1, 700])
            let pieces = parts.enumerated().map { k, part in
                switch k % 3 {
                case 0: ForeignSamples.values(Array(whole[part]), f64, stride: 8)
                case 1: ForeignSamples.values(whole[part].map { Float($0) }, .float(bytes: 4), stride: 4)
                default: ForeignSamples.values(whole[part].map { Int32($0) }, .signed(bytes: 4), stride: 8)
                }
            }
            return Sample(Column(pieces), whole)
        default:
            let parts = ForeignSamples.parts(of: count, [400, 7, 130])
            return Sample(Column(parts.map { ForeignSamples.values(Array(doubles[$0]), f64, stride: 8) }), doubles)
        }
    }

    private func isSame(_ a: some Sequence<Double>, _ b: some Sequence<Double>) -> Bool {
        a.elementsEqual(b) { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
    }

    // Blocks have 512 values.
    @Test(
        "are the same one by one, eight at once, in blocks and as a whole", arguments: Layout.allCases,
        [0, 1, 7, 8, 511, 512, 513, 1_500])
    func reading(layout: Layout, count: Int) throws {
        let (sample) = try sample(layout, count)
        let wanted = sample.values
        sample.column.withView { values in
            #expect(values.count == count && isSame(values.indices.map { values[$0] }, wanted))
            for i in stride(from: 0, to: max(count - 7, 0), by: 5) {
                let lanes = values.lanes(i)
                #expect(isSame(lanes.indices.map { lanes[$0] }, wanted[i..<i + 8]))
            }
            for range in [0..<count, count / 3..<count / 2, count / 2..<count / 2, max(count - 1, 0)..<count] {
                #expect(values.withDoubles(range) { block in isSame(block.indices.map { block[$0] }, wanted[range]) })
                var found: [Double] = []
                ColumnView.forEachBlock(of: range, values) { first, block in
                    #expect(first == range.lowerBound + found.count)
                    found += block.indices.map { block[$0] }
                }
                #expect(isSame(found, wanted[range]))
                #expect(
                    sample.column.withValues(in: range) { block in
                        isSame(block.indices.map { block[$0] }, wanted[range])
                    })
            }
        }
        #expect(sample.column.withValues { span in isSame(span.indices.map { span[$0] }, wanted) })
    }

    @Test("have the extent that Doubles have", arguments: Layout.allCases, [0, 1, 2, 300, 301, 512, 514, 200_000])
    func extents(layout: Layout, count: Int) throws {
        let sample = try sample(layout, count)
        #expect(ColumnExtent(sample.column) == ColumnExtent(Column(sample.values)))
        guard count > 2 else { return }
        let middle = count / 3..<count / 2
        let part = sample.column.withView { $0.extent(middle) }
        let wanted = Column(Array(sample.values[middle])).withView { $0.extent(0..<middle.count) }
        #expect(
            part.low == wanted.low && part.high == wanted.high && part.low_positive == wanted.low_positive
                && part.step == wanted.step)
        #expect(
            part.is_ascending == wanted.is_ascending && isSame([part.first, part.last], [wanted.first, wanted.last]))
    }

    @Test(
        "are read from the last to the first, whatever holds them", arguments: Layout.allCases, [0, 1, 2, 513, 5_000])
    func reversed(layout: Layout, count: Int) throws {
        let sample = try sample(layout, count)
        let (reversed, wanted) = (sample.column.reversed(), Array(sample.values.reversed()))
        #expect(reversed.count == count && reversed.kind == sample.column.kind)
        #expect(reversed.withValues { span in isSame(span.indices.map { span[$0] }, wanted) })
        reversed.withView { values in
            for i in [0, count / 2, count - 1] where wanted.indices.contains(i) {
                #expect(isSame([values[i]], [wanted[i]]))
            }
        }
        #expect(reversed.reversed().withValues { span in isSame(span.indices.map { span[$0] }, sample.values) })
        let (own, other) = (ColumnExtent(sample.column).reversed(reversed), ColumnExtent(Column(wanted)))
        #expect(own == other && own.isDescending == other.isDescending)
        #expect(isSame([own.found.first, own.found.last], [other.found.first, other.found.last]))
        let falls = !wanted.contains { !$0.isFinite } && zip(wanted, wanted.dropFirst()).allSatisfy { $0 >= $1 }
        #expect(own.isDescending == falls)
    }

    @Test("of several columns go together, in blocks of each or in one")
    func together() throws {
        let (a, b, c) = (try sample(.floats, 1_300), try sample(.doubles, 1_300), try sample(.indices, 1_300))
        for range in [0..<1_300, 5..<1_290, 700..<700] {
            var pairs: ([Double], [Double]) = ([], [])
            var triples: ([Double], [Double], [Double]) = ([], [], [])
            ColumnView.withView(a.column, b.column, c.column) { a, b, c in
                ColumnView.forEachBlock(of: range, b, c) { first, b, c in
                    #expect(b.count == c.count && first == range.lowerBound + pairs.0.count)
                    pairs.0 += b.indices.map { b[$0] }
                    pairs.1 += c.indices.map { c[$0] }
                }
                ColumnView.forEachBlock(of: range, a, b, c) { first, a, b, c in
                    #expect(a.count == b.count && b.count == c.count && first == range.lowerBound + triples.0.count)
                    triples.0 += a.indices.map { a[$0] }
                    triples.1 += b.indices.map { b[$0] }
                    triples.2 += c.indices.map { c[$0] }
                }
            }
            #expect(isSame(pairs.0, b.values[range]) && isSame(pairs.1, c.values[range]))
            #expect(
                isSame(triples.0, a.values[range]) && isSame(triples.1, b.values[range])
                    && isSame(triples.2, c.values[range]))
        }
        var calls = 0
        Column(b.values).withView { b in ColumnView.forEachBlock(of: b.indices, b, b) { _, _, _ in calls += 1 } }
        #expect(calls == 1)
    }
}

/// Every kind of series draws floats and sample numbers exactly like Doubles.
@Suite("Series of columns that are no Doubles")
struct NarrowColumnTests {
    static let kinds: [(kind: String, roles: [String])] = [
        ("line", ["x", "y"]), ("stepLine", ["x", "y"]), ("band", ["x", "low", "high"]), ("scatter", ["x", "y"]),
        ("bubble", ["x", "y", "area"]),
        ("column", ["x", "y"]), ("candlestick", ["x", "open", "high", "low", "close"]),
        ("ohlc", ["x", "open", "high", "low", "close"]),
    ]

    /// Only the series' drawing: glyph positions in the atlas depend on other tests, and in a scene a gap is not equal
    /// to itself.
    ///
    /// - Parameter axis: type of the independent axis.
    private func drawn(
        _ kind: String, _ columns: [(role: String, format: String, path: String)], _ axis: String
    ) throws -> DrawList {
        let data = columns.map { #""\#($0.role)": {"\#($0.format)": "\#($0.path)"}"# }.joined(separator: ", ")
        let roles = columns.map { #""\#($0.role)": "\#($0.role)""# }.joined(separator: ", ")
        let json = """
            {"data": {"d": {"columns": {\(data)}}}, "xAxis": {"type": "\(axis)"}, "series": [{"type": "\(kind)", "data": "d", \(roles)}]}
            """
        var scene = try plan(try ChartDescription(json: json).makeChart()).scene
        scene.layers.removeAll { $0.kind != .series }
        return tessellate(scene)
    }

    @Test("are those of Doubles", arguments: kinds, ["number", "symmetricLogarithmic"])
    func agreement(kind: (kind: String, roles: [String]), axis: String) throws {
        for count in [40, 9_000] {
            var files: [TemporaryFile] = []
            var (doubles, floats, counted):
                ([(String, String, String)], [(String, String, String)], [(String, String, String)]) = ([], [], [])
            for role in kind.roles {
                // Whole numbers, so that floats represent them exactly.
                let shifts: [String: Double] = ["low": -200, "high": 200, "area": 900]
                let shift: Double = shifts[role] ?? 0
                let values = (0..<count).map { (i: Int) -> Double in
                    if role == "x" { return Double(i) }
                    let wave: Int = i * (37 + role.count) % 101
                    return i % 401 == 400 ? Double.nan : shift + Double(wave)
                }
                let (double, float) = (try TemporaryFile(raw: values), try TemporaryFile(raw: values.map { Float($0) }))
                files += [double, float]
                doubles.append((role, "f64", double.path))
                floats.append((role, "f32", float.path))
                if role != "x" { counted.append((role, "f32", float.path)) }
            }
            let wanted = try drawn(kind.kind, doubles, axis)
            #expect(!wanted.commands.isEmpty)
            #expect(try drawn(kind.kind, floats, axis) == wanted)
            // Without a named x, samples are counted from 0.
            #expect(try drawn(kind.kind, counted, axis) == wanted)
            withExtendedLifetime(files) {}
        }
    }

    @Test("the last sample that has a value outside of its column's limits, read and found by pyramids")
    func outside() {
        var numbers = SeededNumbers(seed: 8)
        let special: [Double] = [.nan, .infinity, -.infinity, 3, 5, 3.5, 4.5]
        let (wide, narrow) = (vitrail_span(low: 3, high: 5), vitrail_span(low: 3.5, high: 4.5))
        let limits = (narrow, narrow, wide, wide)
        for count in [0, 1, 3, 4, 5, 8, 50, 4_500, 20_000] {
            for _ in 0..<(count > 1_000 ? 8 : 40) {
                // A few in thousands are outliers.
                let rare = count > 1_000 ? UInt64(count) : 30
                let values: [[Double]] = (0..<4).map { k in
                    let inside = k < 2 ? narrow : wide
                    return (0..<count).map { _ in
                        let value =
                            numbers.next() % (rare / 3) == 0
                            ? special[Int(numbers.next() % 7)]
                            : numbers.double(inside.low...inside.high)
                                + (numbers.next() % rare == 0 ? 2 : 0)
                        // Rounded to Float.
                        return Double(Float(value))
                    }
                }
                let start = Int(numbers.next() % UInt64(count + 1))
                let range = start..<start + Int(numbers.next() % UInt64(count - start + 1))
                // Two columns in three are not Doubles.
                let columns = values.map { numbers.next() % 3 == 0 ? Column($0) : Column($0.map { Float($0) }) }
                let wanted = range.last { i in
                    values[..<2].contains { $0[i] < 3.5 || $0[i] > 4.5 }
                        || values[2...].contains { $0[i] < 3 || $0[i] > 5 }
                }
                ColumnView.withView(columns[0], columns[1], columns[2], columns[3]) { a, b, c, d in
                    #expect(ColumnView.lastIndex(outside: limits, in: range, (a, b, c, d)) == wanted)
                    for kind in PyramidKind.allCases {
                        let extents = columns.map { ColumnExtent($0, pyramid: kind) }
                        let found = ColumnExtent.withPyramids(
                            (extents[0], extents[1], extents[2], extents[3]), count: count
                        ) { pyramids in
                            pyramids.map { MinMaxTree.lastIndex(outside: limits, in: range, $0, (a, b, c, d)) }
                        }
                        #expect(found == .some(wanted), "\(kind)")
                    }
                    // Pyramids of two kinds are not searched together.
                    let (fine, coarse) = (
                        ColumnExtent(columns[0], pyramid: .fine), ColumnExtent(columns[0], pyramid: .coarse)
                    )
                    #expect(ColumnExtent.withPyramids((fine, fine, coarse, fine), count: count) { $0 == nil })
                }
            }
        }
    }
}
