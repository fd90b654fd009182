import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// Arrow files written by pyarrow 26 and polars 2.1: `Tests/arrow/make_arrow.py` defines their contents.
@Suite struct ArrowFileTests {
    static let folder = "\(RepositoryFiles.root)/Tests/arrow"

    private func file(_ name: String) throws -> ArrowFile { try ArrowFile(path: "\(Self.folder)/\(name)") }

    private func column(_ name: String, _ column: String) throws -> Column {
        try #require(try file(name).columns([column])[column])
    }

    private func values(_ column: Column) -> [Double] { column.withValues { span in span.indices.map { span[$0] } } }

    /// NaN equals NaN.
    private func same(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 && $0.sign == $1.sign || $0.isNaN && $1.isNaN }
    }

    /// Sums of seconds and fractions, and 256-bit numbers, are rounded once more.
    private func isNear(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= abs($1) * 0x1p-52 || $0.isNaN && $1.isNaN }
    }

    private func message(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)".replacing(Self.folder + "/", with: "") }
        return "no error"
    }

    // MARK: Types

    private static let whole = [1, .nan, 3, 4, -5, 6]
    private static let seconds = [0, .nan, 951_782_400, 1_710_028_800, -31_536_000, 1]
    private static let days = [0, .nan, 951_782_400, 1_710_028_800, -31_536_000, 86_400]

    /// Values of all columns that are not texts.
    private static let numbers: [(name: String, kind: Column.Kind, values: [Double])] = [
        ("nothing", .number, [Double](repeating: .nan, count: 6)), ("bool", .number, [1, .nan, 0, 1, 1, 0]),
        ("int8", .number, whole), ("int16", .number, whole), ("int32", .number, whole), ("int64", .number, whole),
        ("uint8", .number, [1, .nan, 3, 4, 5, 6]), ("uint16", .number, [1, .nan, 3, 4, 5, 6]),
        ("uint32", .number, [1, .nan, 3, 4, 5, 6]),
        ("uint64", .number, [1, .nan, 3, 4, 5, 6]),
        ("half", .number, [0.5, .nan, -1.5, 65504, 0x1p-24, 1]),
        ("float", .number, [0.5, .nan, -1.5, Double(Float(1e30)), 0x1p-24, .nan]),
        ("double", .number, [0.5, .nan, -1.5, 1e300, 0.1, .nan]),
        ("decimal32", .number, [1.25, .nan, -0.01, 99_999.99, 0, 3]),
        ("decimal64", .number, [1.25, .nan, -0.01, 99_999.99, 0, 3]),
        ("decimal128", .number, [1.25, .nan, -0.01, 123_456_789_012_345_678_901.5, 0, 3]),
        ("decimal256", .number, [1.25, .nan, -0.01, -5e55, 5e55, 3]),
        ("date32", .date, days), ("date64", .date, days),
        ("time32[s]", .number, [0, .nan, 3_661, 86_399, 1, 2]),
        ("time32[ms]", .number, [0, .nan, 3_661.5, 86_399.999, 0.001, 0.002]),
        ("time64[us]", .number, [0, .nan, 3_661.5, 1e-6, 2e-6, 3e-6]),
        ("time64[ns]", .number, [0, .nan, 3_661.5, 1e-9, 2e-9, 3e-9]),
        ("timestamp[s]", .date, seconds), ("timestamp[ms]", .date, seconds.map { $0 + 0.005 }),
        ("timestamp[us]", .date, seconds.map { $0 + 5e-6 }),
        ("timestamp[ns]", .date, seconds.map { $0 + 5e-9 }), ("zoned", .date, seconds),
        ("duration[s]", .number, [1, .nan, -2, 3, 4, 5]),
        ("duration[ms]", .number, [1.5, .nan, -0.002, 0.003, 0.004, 0.005]),
        ("duration[ns]", .number, [1e-9, .nan, -2e-9, 3e-9, 4e-9, 5e-9]),
        ("numbers in a dictionary", .number, [1.5, .nan, 0.5, 1.5, .nan, 1.5]),
        ("text dates", .date, [1_704_067_200, .nan, 1_704_240_000, 1_704_326_400, 1_704_412_800, 1_704_499_200]),
        ("after list", .number, whole), ("after struct", .number, whole), ("after map", .number, whole),
        ("last", .number, whole),
    ]

    private static let sameTypes = [
        "types.arrow", "types.arrows", "types-lz4.arrow", "types-zstd.arrows", "types-pieces.arrow",
    ]

    @Test(arguments: sameTypes) func everyTypeIsRead(name: String) throws {
        let file = try file(name)
        for (column, kind, expected) in Self.numbers {
            let found = try #require(try file.columns([column])[column])
            #expect(found.kind == kind && isNear(values(found), expected), "\(column): \(found.kind) \(values(found))")
            try found.checkIntact()
        }
        for column in ["utf8", "large_utf8", "utf8_view"] {
            #expect(
                try file.columns([column])[column]?.texts == ["a", nil, nil, "日本", "longer than twelve bytes", "a"],
                "\(column)")
        }
        for column in ["dictionary", "small dictionary"] {
            #expect(try file.columns([column])[column]?.texts == ["b", nil, "a", "b", "c", "b"], "\(column)")
        }
    }

    @Test func versionFourWithoutContinuationMarksIsRead() throws {
        let file = try file("types-v4.arrows")
        for (column, kind, expected) in Self.numbers where file.hasColumn(column) {
            let found = try #require(try file.columns([column])[column])
            #expect(found.kind == kind && isNear(values(found), expected), "\(column): \(values(found))")
        }
        #expect(try file.columns(["dictionary"])["dictionary"]?.texts == ["b", nil, "a", "b", "c", "b"])
    }

    @Test(arguments: sameTypes) func nanosecondsStayExact(name: String) throws {
        let origin = 1_710_028_800
        let dates = try #require(try file(name).columns(["timestamp[ns]"])["timestamp[ns]"])
        #expect(dates.isFinerThanMilliseconds && values(dates.after(origin))[3] == 5e-9)
        let entries = try #require(try file(name).columns(["dates in a dictionary"])["dates in a dictionary"])
        #expect(entries.kind == .date && entries.isFinerThanMilliseconds)
        #expect(same(values(entries.after(1)), [7e-9, .nan, 5e-9 - 1, 7e-9, 5e-9 - 1, 7e-9]))
    }

    @Test func whatPolarsWritesIsRead() throws {
        for name in ["polars.arrow", "polars-lz4.arrow", "polars-zstd.arrows"] {
            let columns = try file(name).columns(["x", "text", "day", "kind", "level", "flag", "when"])
            #expect(same(values(try #require(columns["x"])), [0.5, .nan, 2.5]), "\(name)")
            #expect(columns["text"]?.texts == ["short", "a text of more than twelve bytes", nil])
            #expect(same(values(try #require(columns["day"])), [0, .nan, 1_709_164_800]))
            #expect(columns["kind"]?.texts == ["u", "v", "u"] && columns["level"]?.texts == ["low", "high", nil])
            #expect(same(values(try #require(columns["flag"])), [1, .nan, 0]))
            #expect(same(values(try #require(columns["when"])), [1_704_110_400, .nan, 1_704_153_600]))
        }
    }

    @Test func columnsAreReadAsWhatIsAskedFor() throws {
        let file = try file("types.arrow")
        func read(_ name: String, _ kind: Column.Kind) throws -> Column {
            try file.read([ColumnRequest(name: name, kind: kind)])[0]
        }
        #expect(try read("bool", .category).texts == ["true", nil, "false", "true", "true", "false"])
        #expect(try read("double", .category).texts == ["0.5", nil, "-1.5", "1e+300", "0.1", nil])
        #expect(try read("text dates", .category).texts[0] == "2024-01-01")
        let seconds = try read("timestamp[s]", .number)
        #expect(seconds.kind == .number && same(values(seconds), Self.seconds))
        #expect(message { _ = try read("utf8", .number) }.contains("\"a\" is not a number"))
    }

    // MARK: Batches and dictionaries

    @Test func valuesStayWhereTheyLieWithoutCompression() throws {
        let all = ["t", "x", "y", "k", "f"]
        #expect(try file("wave.arrow").memory(of: all) == 0 && file("wave.arrows").memory(of: all) == 0)
        #expect(try file("types.arrow").memory(of: ["bool", "int64", "timestamp[ns]"]) == 0)
        // Decompressed size: k, with whole numbers, and f have four bytes per value.
        #expect(try file("wave-lz4.feather").memory(of: all) == 400 * (8 + 8 + 8 + 4 + 4))
        #expect(try file("wave.arrow").memory(of: ["who"]) >= 400 * MemorySize.bytesPerText)
        #expect(try column("wave.arrow", "y").isMapped && !column("wave-lz4.feather", "y").isMapped)
    }

    @Test(arguments: ["wave.arrow", "wave.arrows", "wave-lz4.feather", "wave-zstd.feather"])
    func batchesAreTheTableThatNumPySaved(name: String) throws {
        let (table, arrays) = (try file(name), try ArrayFile(path: "\(Self.folder)/wave.npz"))
        let (own, other) = (
            try table.columns(["t", "x", "y", "k", "f"]), try arrays.columns(["t", "x", "y", "k", "f"])
        )
        for (column, expected) in other {
            let found = try #require(own[column])
            #expect(found.kind == expected.kind && same(values(found), values(expected)), "\(column)")
            #expect(found.range == expected.range)
        }
        let (t, expected) = (try #require(own["t"]), try #require(other["t"]))
        #expect(
            same(values(t.after(1_700_000_000)), values(expected.after(1_700_000_000))) && t.isFinerThanMilliseconds)
    }

    @Test func dictionariesGrowAndAreReplaced() throws {
        #expect(try column("delta.arrows", "who").texts == ["a", "b", "c", nil, "a", "d"])
        #expect(try column("delta.arrow", "who").texts == ["a", "b", "c", nil, "a"])
        #expect(try column("replaced.arrows", "who").texts == ["a", "b", "x", nil, "y", "z"])
    }

    @Test func tablesWithoutRowsColumnsOrNamesAreRead() throws {
        let empty = try file("empty.arrow")
        #expect(empty.rowCount == 0 && empty.columnNames == ["t", "x", "y", "k", "f", "who"])
        for (name, column) in try empty.columns(empty.columnNames) { #expect(column.count == 0, "\(name)") }
        #expect(try file("no-columns.arrow").columnNames.isEmpty)
        let twice = try file("twice.arrow")
        #expect(twice.columnNames == ["a", "a.2", "3"])
        #expect(try values(column("twice.arrow", "a.2")) == [3, 4] && values(column("twice.arrow", "3")) == [5, 6])
    }

    @Test func moreMemoryThanIsAllowedIsRefused() throws {
        let path = "\(Self.folder)/wave-lz4.feather"
        #expect(try ArrowFile(path: path, maxBytes: 400 * 8).columns(["x"])["x"]?.count == 400)
        for (name, limit) in [("x", 400 * 8 - 1), ("who", 400 * MemorySize.bytesPerText - 1)] {
            #expect(
                message { _ = try ArrowFile(path: path, maxBytes: limit).columns([name]) }.contains("takes more than"),
                "\(name)")
        }
    }

    // MARK: Mistakes

    @Test(arguments: [
        ("types.arrow", "list", "column \"list\" is of the type list, which is no number, date or text"),
        ("types.arrow", "struct", "type struct"),
        ("types.arrow", "map", "type map"), ("types.arrow", "binary", "type binary"),
        ("types.arrow", "binary_view", "type binary view"),
        ("types.arrow", "fixed", "type fixed-size binary"), ("types.arrow", "fixed list", "type fixed-size list"),
        ("types.arrow", "interval", "type interval"),
        ("types.arrow", "dense union", "type union"), ("types.arrow", "run-end encoded", "type run-end encoded"),
        ("types.arrow", "int46", "column \"int46\" not found in types.arrow; did you mean \"int16\"?"),
        ("big-endian.arrows", "x", "its numbers are big-endian"),
        ("make_arrow.py", "x", "not a readable Arrow file: it does not start like one"),
        ("wave.csv", "x", "not a readable Arrow file: it does not start like one"),
        ("wave.npz", "x", "this is a NumPy archive (.npz)"),
    ])
    func whatCannotBeReadIsRefused(name: String, column: String, part: String) throws {
        let message = message { _ = try self.column(name, column) }
        #expect(message.contains(part), "\(message)")
    }

    @Test func oldAndUnfinishedFilesAreRefused() throws {
        func message(_ bytes: [UInt8]) throws -> String {
            let file = try TemporaryFile(bytes, suffix: ".feather")
            return self.message { _ = try ArrowFile(path: file.path) }
        }
        #expect(
            try message(Array("FEA1".utf8) + [UInt8](repeating: 1, count: 40) + Array("FEA1".utf8)).contains(
                "a Feather file of version 1"))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/wave.arrow")))
        #expect(
            try message(Array(whole.dropLast(100))).contains(
                "its end is missing: it is cut off, or still being written"))
        let stream = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/wave.arrows")))
        #expect(try message(Array(stream.dropLast(100))).contains("it is cut off"))
        #expect(try message([]).contains("it does not start like one"))
    }
}
