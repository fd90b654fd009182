import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// Arrays written by NumPy 2.4: `Tests/arrays/make_arrays.py` defines their contents.
@Suite struct ArrayFileTests {
    private static let folder = "\(RepositoryFiles.root)/Tests/arrays"

    private func file(_ name: String) throws -> ArrayFile { try ArrayFile(path: "\(Self.folder)/\(name)") }

    private func column(_ name: String, _ column: String = "1") throws -> Column {
        try #require(try file(name).columns([column])[column])
    }

    private func values(_ column: Column) -> [Double] { column.withValues { span in span.indices.map { span[$0] } } }

    private func values(_ name: String, _ column: String = "1") throws -> [Double] {
        values(try self.column(name, column))
    }

    /// NaN equals NaN.
    private func same(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 && $0.sign == $1.sign || $0.isNaN && $1.isNaN }
    }

    private func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)".replacing(Self.folder + "/", with: "") }
        return "no error"
    }

    private static let n = (0..<6).map(Double.init)
    private static let y = n.map { $0 * $0 / 4 }

    // MARK: Types

    @Test func halvesAreExact() throws {
        let halves = [0, -0.0, 1, -1.5, 65504, 0x1p-24, 3 * 0x1p-24, 0x1p-14, .infinity, .nan]
        #expect(same(try values("half.npy"), halves))
        #expect(same(try values("half-big-endian.npy"), halves))
    }

    @Test func everyHalfIsItsFloat() {
        for bits in 0...UInt16.max {
            let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
            let size = exponent == 0 ? fraction * 0x1p-24 : (1 + fraction / 1024) * pow(2, Double(exponent - 15))
            let special = fraction == 0 ? Double.infinity : .nan
            let expected = (exponent == 31 ? special : size) * (bits >> 15 == 1 ? -1 : 1)
            #expect(same([Double(Float(half: bits))], [expected]), "\(bits)")
        }
    }

    @Test(
        arguments: [
            ("Y", [-31_536_000, 946_684_800, 1_704_067_200]), ("M", [-31_536_000, 949_363_200, 1_709_251_200]),
            ("W", [-32_054_400, 951_350_400, 1_709_769_600]),
            ("D", [-31_536_000, 951_782_400, 1_710_028_800]), ("h", [-31_536_000, 951_782_400, 1_710_028_800]),
            ("25s", [-31_536_000, 951_782_400, 1_710_028_800]), ("10ms", [-31_536_000, 951_782_400, 1_710_028_800]),
            ("us", [-31_536_000, 951_782_400, 1_710_028_800]), ("ns", [-31_536_000, 951_782_400, 1_710_028_800]),
        ] as [(String, [Double])])
    func datesOfEveryUnitAreSeconds(unit: String, expected: [Double]) throws {
        let column = try column("date-\(unit).npy")
        #expect(
            column.kind == .date && same(values(column), [expected[0], expected[1], .nan, expected[2]]),
            "\(values(column))")
    }

    @Test func monthsInTheOtherByteOrderAreDates() throws {
        #expect(same(try values("months-big-endian.npy"), [-5_270_400, 1_709_251_200, .nan]))
    }

    @Test func durationsAreNumbersOfSeconds() throws {
        let column = try column("duration.npy")
        #expect(column.kind == .number && same(values(column), [1.5, -0.5, .nan]))
    }

    @Test func textsAreCategoriesAndDatesWhereAllAre() throws {
        #expect(try column("texts.npy").texts == ["b", "a", nil, "b"])
        let dates = try column("text-dates.npy")
        #expect(dates.kind == .date && same(values(dates), [1_704_067_200, .nan, 1_704_240_000]))
        #expect(try column("records.npy", "name").texts == [nil, "é", "日本", "abcde", "e", "f"])
        #expect(try column("records.npy", "code").texts == [nil, "x", "xyz", "é", "é", "q"])
    }

    // MARK: Shapes

    @Test(arguments: ["matrix.npy", "matrix-fortran.npy"])
    func columnsOfAMatrixHaveNumbers(name: String) throws {
        let matrix = try file(name)
        #expect(matrix.columnNames == ["1", "2", "3"] && !matrix.isSingleColumn)
        let columns = try matrix.columns(["3", "1", "2"])
        #expect(
            same(values(columns["1"]!), Self.n) && same(values(columns["2"]!), Self.y)
                && same(values(columns["3"]!), Self.y.map(-)))
        #expect(try matrix.memory(of: ["1", "2", "3"]) == 0)
        #expect(columns["1"]!.isMapped)
        // One value, a block, and part of a block.
        columns["2"]!.withView { #expect($0[4] == 4) }
        columns["2"]!.withValues(in: 3..<5) { #expect($0[0] == 2.25 && $0[1] == 4) }
    }

    @Test func anArrayOfOneColumnHasOneColumn() throws {
        for name in ["column.npy", "vector-fortran.npy"] {
            let array = try file(name)
            #expect(array.columnNames == ["1"] && array.isSingleColumn)
            #expect(same(try values(name), Self.y))
            #expect(same(values(try Column(npyFile: array.path)), Self.y))
        }
        #expect(same(try values("matrix-bytes.npy", "2"), Self.n.map { $0 + 100 }))
    }

    @Test func fieldsAreColumns() throws {
        let names = ["t", "flag", "pos.x", "pos.y", "v.1.1", "v.1.2", "v.2.1", "v.2.2", "named", "name", "code", "c"]
        #expect(try file("records.npy").columnNames == names)
        let hours = try column("records.npy", "t")
        #expect(hours.kind == .date && values(hours) == Self.n.map { 1_704_067_200 + 3600 * $0 })
        for (name, expected) in [
            ("flag", [0, 1, 0, 1, 0, 1]), ("pos.x", Self.n.map { $0 / 2 }), ("pos.y", Self.y),
            ("named", Self.n.map { 0 - $0 }),
            ("v.1.2", Self.n.map { $0 * 10 + 2 }), ("v.2.1", Self.n.map { $0 * 10 + 3 }),
        ] { #expect(try values("records.npy", name) == expected, "\(name)") }
    }

    @Test func paddingBetweenFieldsIsNoColumn() throws {
        #expect(try file("records-aligned.npy").columnNames == ["a", "b", "c"])
        #expect(try file("records-picked.npy").columnNames == ["a", "b"])
        #expect(try values("records-aligned.npy", "b") == [2.5, 5.5])
        #expect(try values("records-aligned.npy", "c") == [3, 6])
        #expect(try values("records-picked.npy", "a") == [1, 2])
        #expect(try values("records-picked.npy", "b") == [0.5, 1.5])
    }

    @Test func aTypeWithOffsetsIsRead() throws {
        let header = """
            {'descr': {'names': ['b', ('T', 'a')], 'formats': ['<f4', '<i2'], 'offsets': [8, 2], 'itemsize': 12}, 'fortran_order': False, 'shape': (2L,)}
            """
        var bytes: [UInt8] = []
        for k in 0..<2 {
            bytes += [9, 9]
            bytes += NumPyTests.bytes([Int16(k + 1)])
            bytes += [9, 9, 9, 9]
            bytes += NumPyTests.bytes([Float(k) + 0.5])
        }
        let file = try NumPyTests.file(header, bytes)
        let columns = try ArrayFile(path: file.path).columns(["a", "b"])
        #expect(values(columns["a"]!) == [1, 2] && values(columns["b"]!) == [0.5, 1.5])
    }

    // MARK: Archives

    @Test func namesOfAnArchiveAreColumns() throws {
        let table = try file("table.npz")
        #expect(table.columnNames == ["t", "a", "b", "m.1", "m.2", "r.flag", "r.named"] && !table.isSingleColumn)
        let columns = try table.columns(table.columnNames)
        #expect(columns["t"]?.kind == .date && values(columns["a"]!) == Self.n && values(columns["b"]!) == Self.y)
        #expect(values(columns["m.2"]!) == Self.y && values(columns["r.named"]!) == Self.n.map { 0 - $0 })
        // The name alone suffices if only one array has such a column.
        #expect(try values("table.npz", "named") == Self.n.map { 0 - $0 })
        #expect(try table.memory(of: ["t", "a", "m.1"]) == 0)
        #expect(try file("one.npz").columnNames == ["1", "2"])
        #expect(try values("one.npz", "arr_0.2") == Self.y)
        #expect(try values("one.npz", "2") == Self.y)
    }

    @Test func compressedArraysAreRead() throws {
        let table = try file("compressed.npz")
        #expect(same(try values("compressed.npz", "t"), Self.n.map { $0 / 10 }))
        #expect(same(try values("compressed.npz", "y"), Self.y))
        let zeros = try column("compressed.npz", "z")
        #expect(zeros.count == 100_000 && !zeros.isMapped && zeros.range == NumberRange(0, 0))
        #expect(try table.memory(of: ["z", "z", "y"]) == 400_128 + 176)
        #expect(message { _ = try table.columns(["z", "y"]) } == "column \"z\" has 100000 values, column \"y\" has 6")
        #expect(try values("streamed.npz", "y") == Self.y)
        #expect(try file("streamed.npz").columnNames == ["y"])
    }

    @Test func anArrayLargerThanTheLimitIsNotDecompressed() throws {
        let table = try ArrayFile(path: "\(Self.folder)/compressed.npz", maxBytes: 400_127)
        #expect(try table.columns(["y"])["y"]?.count == 6)
        #expect(
            message { _ = try table.columns(["z"]) }
                == "compressed.npz: not a readable zip archive: \"z.npy\" has 400128 bytes when it is decompressed; 400127 are allowed"
        )
    }

    // MARK: Refusals

    @Test(arguments: [
        ("complex.npy", "1", "not a readable NumPy array: \"<c16\" is complex; save np.abs(a), a.real or a.imag"),
        (
            "objects.npy", "1",
            "not a readable NumPy array: \"|O\" is a Python object, which is saved as a pickle; save a.astype(float) or a.astype(str)"
        ),
        ("some.npz", "o", "\"o.npy\": not a readable NumPy array: \"|O\" is a Python object"),
        ("some.npz", "c", "column \"c\": \"<c16\" is complex"),
        ("records.npy", "c", "column \"c\": \"<c8\" is complex"),
        ("wide-float.npy", "1", "\"<f16\" is a floating-point type of 128 bits; save a.astype(\"float64\")"),
        ("unitless.npy", "1", "\"<M8\" has no known unit"),
        ("months-duration.npy", "1", "\"<m8[M]\" has no fixed length in seconds"),
        ("cube.npy", "1", "its shape is (1, 1, 1); columns have shape (n,) or (n, m)"),
        ("scalar.npy", "1", "its shape is (); columns have shape (n,)"),
        ("bzip2.npz", "y", "\"y.npy\" is compressed by method 12; np.savez"),
        ("matrix.npy", "4", "column \"4\" not found in matrix.npy"),
        ("table.npz", "bb", "column \"bb\" not found in table.npz; did you mean \"b\"?"),
        ("make_arrays.py", "1", "it does not start like one"),
    ])
    func whatCannotBeReadIsRefused(name: String, column: String, part: String) throws {
        let message = message { _ = try self.column(name, column) }
        #expect(message.contains(part), "\(message)")
        #expect(message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func arraysBesideOnesThatCannotBeReadAreRead() throws {
        #expect(try file("some.npz").columnNames == ["y", "o", "c"])
        #expect(try values("some.npz", "y") == Self.y)
    }

    @Test(arguments: ["table.npz", "compressed.npz", "streamed.npz", "records.npy", "matrix-fortran.npy", "texts.npy"])
    func damagedFilesAreErrorsOrValues(name: String) throws {
        let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name)")))
        var numbers = SeededNumbers(seed: 5)
        func read(_ bytes: [UInt8]) throws {
            let file = try TemporaryFile(bytes, suffix: ".npz")
            do throws(DataError) {
                let array = try ArrayFile(path: file.path, maxBytes: 1 << 20)
                for name in array.columnNames.prefix(20) {
                    do throws(DataError) {
                        let column = try array.read([ColumnRequest(name: name, kind: nil)])[0]
                        if column.kind != .category, column.count < 1 << 20 { _ = column.range }
                    } catch { #expect(!"\(error)".isEmpty) }
                }
            } catch { #expect("\(error)".hasPrefix(file.path)) }
        }
        for count in stride(from: 0, to: good.count, by: max(1, good.count / 150)) {
            try read(Array(good.prefix(count)))
        }
        for _ in 0..<300 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                bytes[Int.random(in: 0..<good.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            try read(bytes)
        }
    }

    @Test(arguments: [
        "[('a', '<f8', (1000000, 1000000))]", "[('', '|V1', (1099511627776, 1099511627776))]",
        "'<f99999999999999999999'", "'|S0'", "[]",
        "[('a', '<f8'), ('a', '<f8')]", "{'names': ['a'], 'formats': ['<f8'], 'offsets': [9223372036854775800]}",
        "('<f8', (20000,))",
        "{'names': ['a'], 'formats': ['<f8'], 'itemsize': 4}", String(repeating: "[('a', ", count: 60),
        String(repeating: "(", count: 5_000), "'?", "'\\x'",
    ])
    func strangeTypesAreRefused(type: String) throws {
        let file = try NumPyTests.file(
            "{'descr': \(type), 'fortran_order': False, 'shape': (2147483647,), }", [UInt8](repeating: 0, count: 64))
        #expect(throws: DataError.self) {
            let array = try ArrayFile(path: file.path)
            _ = try array.columns(array.columnNames)
        }
    }
}
