import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailTessellation

/// Arrays as NumPy saves them; headers are literals, as `numpy.save` wrote them.
@Suite struct NumPyTests {
    static func file(_ header: String, _ values: [UInt8], version: UInt8 = 1, aligned: Int = 64) throws -> TemporaryFile
    {
        let start = version == 1 ? 10 : 12
        var text = Array(header.utf8)
        while (start + text.count + 1) % aligned != 0 { text.append(UInt8(ascii: " ")) }
        text.append(UInt8(ascii: "\n"))
        let length = (0..<(start - 8)).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
        return try TemporaryFile([0x93] + Array("NUMPY".utf8) + [version, 0] + length + text + values, suffix: ".npy")
    }

    static func header(_ type: String, _ shape: String) -> String {
        "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }"
    }

    static func bytes<T>(_ values: [T]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }

    private func values(_ column: Column) -> [String] {
        column.withValues { span in span.indices.map { span[$0].description } }
    }

    private static let arrays: [(type: String, bytes: [UInt8], expected: [String])] = [
        ("<f8", bytes([1.5, -2, .nan] as [Double]), ["1.5", "-2.0", "nan"]),
        (">f8", bytes([Double(1.5).bitPattern.bigEndian, Double(7).bitPattern.bigEndian]), ["1.5", "7.0"]),
        ("<f4", bytes([0.5, -3] as [Float]), ["0.5", "-3.0"]),
        (">f4", bytes([Float(0.5).bitPattern.bigEndian]), ["0.5"]),
        ("|i1", bytes([-1, 5] as [Int8]), ["-1.0", "5.0"]), ("|u1", [255, 0], ["255.0", "0.0"]),
        ("|b1", [1, 0], ["1.0", "0.0"]),
        ("<i2", bytes([-300] as [Int16]), ["-300.0"]), (">i2", bytes([Int16(-300).bigEndian]), ["-300.0"]),
        ("<u2", bytes([60_000] as [UInt16]), ["60000.0"]),
        ("<i4", bytes([-70_000] as [Int32]), ["-70000.0"]),
        ("<u4", bytes([4_000_000_000] as [UInt32]), ["4000000000.0"]),
        ("<i8", bytes([-5_000_000_000] as [Int64]), ["-5000000000.0"]),
        ("<u8", bytes([5_000_000_000] as [UInt64]), ["5000000000.0"]),
        ("<M8[D]", bytes([1, .min] as [Int64]), ["86400.0", "nan"]), ("<M8[ms]", bytes([1500] as [Int64]), ["1.5"]),
        ("<M8[s]", bytes([7] as [Int64]), ["7.0"]),
    ]

    @Test(arguments: arrays)
    func everyTypeGivesDoubles(type: String, bytes: [UInt8], expected: [String]) throws {
        for (shape, version) in [
            ("(\(expected.count),)", 1), ("(\(expected.count), 1)", 2), ("(\(expected.count),)", 3),
        ] as [(String, UInt8)] {
            let file = try Self.file(Self.header(type, shape), bytes, version: version)
            let column = try Column(npyFile: file.path)
            #expect(column.count == expected.count && values(column) == expected)
            try column.checkIntact()
        }
    }

    @Test func datesAreDatesUnlessNumbersAreAskedFor() throws {
        let dates = try Self.file(Self.header("<M8[s]", "(2,)"), Self.bytes([9, 7] as [Int64]))
        #expect(
            try Column(npyFile: dates.path).kind == .date && Column(npyFile: dates.path, kind: .number).kind == .number)
        let numbers = try Self.file(Self.header("<i8", "(1,)"), Self.bytes([7] as [Int64]))
        #expect(try Column(npyFile: numbers.path).kind == .number)
    }

    @Test func aColumnTellsItsRangeAndOrder() throws {
        let floats = try Self.file(Self.header("<f4", "(4,)"), Self.bytes([2, .nan, -1, .infinity] as [Float]))
        #expect(try Column(npyFile: floats.path).range == NumberRange(-1, 2))
        #expect(
            Column([Double.nan]).range == nil && Column([Double]()).range == nil
                && Column.indices(count: 5).range == NumberRange(0, 4))
        #expect(
            Column([1.0, 1, 2]).isAscending && !Column([1.0, 2, 1]).isAscending && !Column([1.0, .nan, 2]).isAscending)
    }

    @Test func anEmptyArrayIsAnEmptyColumn() throws {
        for type in ["<f8", "<f4"] {
            let file = try Self.file(Self.header(type, "(0,)"), [])
            #expect(values(try Column(npyFile: file.path)) == [])
        }
    }

    private static let others: [(header: String, part: String)] = [
        (
            "{'descr': [('a', '<f8'), ('b', '<f8')], 'fortran_order': False, 'shape': (1,), }",
            "it has the columns a, b; name one of them"
        ),
        (header("<c16", "(1,)"), "\"<c16\" is complex"), (header("|O", "(1,)"), "\"|O\" is a Python object"),
        (header("<M8[x]", "(1,)"), "\"<M8[x]\" has no known unit"),
        (header("<f8", "(2, 3)"), "it has the columns 1, 2, 3"), (header("<f8", "()"), "its shape is ()"),
        (header("<f8", "(1, 1, 1)"), "its shape is (1, 1, 1)"), (header("<f8", "(-1,)"), "its header has no shape"),
        (header("<f8", "(x,)"), "its header is not readable"),
        ("{'fortran_order': False, 'shape': (1,)}", "its header is not readable"),
        ("{'descr': '<f8'}", "its header has no shape"), ("", "its header is not readable"),
        (header("<f8", "(2147483648,)"), "more than 2147483647 values"),
        (header("<f8", "(9223372036854775807,)"), "more than 2147483647 values"),
    ]

    @Test(arguments: others)
    func otherArraysAreRefused(header: String, part: String) throws {
        let file = try Self.file(header, [UInt8](repeating: 0, count: 64))
        let error = #expect(throws: DataError.self) { try Column(npyFile: file.path) }
        #expect(
            error.map { "\($0)".hasPrefix(file.path + ": ") && "\($0)".contains(part) && $0.fault == .badData } == true,
            "\(error as Any)")
    }

    @Test func otherFilesAreRefused() throws {
        let good = Self.header("<f8", "(1,)")
        func message(_ file: TemporaryFile) -> String {
            errorMessage { () throws(DataError) in try Column(npyFile: file.path) } ?? ""
        }
        #expect(message(try TemporaryFile([])).contains("does not start like one"))
        #expect(message(try TemporaryFile("x,y\n1,2\n3,4,5,6\n")).contains("does not start like one"))
        #expect(message(try Self.file(good, [], version: 9)).contains("version 9"))
        #expect(
            message(try TemporaryFile([0x93] + Array("NUMPY".utf8) + [1, 0, 255, 0, 32, 32], suffix: ".npy")).contains(
                "its header is cut off"))
        // Values at unaligned addresses are read.
        #expect(message(try Self.file(good, [UInt8](repeating: 0, count: 8), aligned: 25)).isEmpty)
    }

    @Test func aFileShorterThanItsHeaderIsRefused() throws {
        let file = try Self.file(Self.header("<f8", "(101,)"), [UInt8](repeating: 0, count: 800))
        #expect(throws: DataError.shorterThanItsHeader(path: file.path, bytes: 928, expected: 936)) {
            try Column(npyFile: file.path)
        }
        #expect(
            "\(DataError.shorterThanItsHeader(path: "y.npy", bytes: 928, expected: 936))"
                == "y.npy: 928 bytes, but its header requires 936")
        // Bytes after the array are ignored.
        let longer = try Self.file(Self.header("<f8", "(2,)"), [UInt8](repeating: 0, count: 800))
        #expect(try Column(npyFile: longer.path).count == 2)
    }

    /// A sparse file: it has no data except its last byte.
    @Test func moreValuesThanAChartTakesAreRefused() throws {
        let file = try TemporaryFile([])
        let descriptor = open(file.path, O_RDWR)
        defer { close(descriptor) }
        #expect(ftruncate(descriptor, 8 << 31) == 0)
        #expect(throws: DataError.tooMany(path: file.path, what: "values", limit: 2_147_483_647)) {
            try Column(f64File: file.path)
        }
        #expect(throws: DataError.tooMany(path: file.path, what: "values", limit: 2_147_483_647)) {
            try Column(f32File: file.path)
        }
        #expect(ftruncate(descriptor, 8 << 31 - 8) == 0)
        #expect(try Column(f64File: file.path).count == 2_147_483_647)
    }
}

/// Files that shrink while a chart is made from them.
@Suite struct ShrinkingFileTests {
    private func chart(_ path: String, _ format: String) throws -> Chart {
        try ChartDescription(
            json: """
                {"data": {"d": {"columns": {"y": {"\(format)": "\(path)"}}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
                """
        ).makeChart()
    }

    @Test(arguments: ["f64", "f32"])
    func aChartOfItIsAnError(format: String) throws {
        let file = try TemporaryFile(raw: [Double](repeating: 1, count: 100_000))
        let chart = try chart(file.path, format)
        _ = try plan(chart)
        #expect(truncate(file.path, 8_000) == 0)
        chart.reloadData()
        let error = #expect(throws: ChartError.data(path: "series[0]", .changedWhileRead(path: file.path))) {
            try plan(chart)
        }
        #expect(error.map { "\($0)" } == "series[0]: \(file.path): file changed while it was read")
    }

    /// Markers are read while a scene is drawn, after everything else.
    @Test func itIsAskedAgainWhenMarkersAreDrawn() throws {
        let file = try TemporaryFile(raw: (0..<100_000).map { Double($0 % 97) })
        let chart = try ChartDescription(
            json: """
                {"data": {"d": {"columns": {"y": {"f64": "\(file.path)"}}}}, "series": [{"type": "scatter", "data": "d", "y": "y"}]}
                """
        ).makeChart()
        let plan = try plan(chart)
        try plan.checkFiles()
        #expect(truncate(file.path, 8_000) == 0)
        _ = tessellate(plan.scene)
        #expect(throws: ChartError.data(path: "series[0]", .changedWhileRead(path: file.path))) {
            try plan.checkFiles()
        }
    }

    /// The result is a whole picture or an error, never the end of the process.
    @Test func itMayShrinkAtAnyTime() async throws {
        for delay in [0, 200, 1_000, 3_000, 6_000] as [UInt32] {
            let file = try TemporaryFile(raw: [Double](repeating: 1, count: 1_000_000))
            let chart = try chart(file.path, "f64")
            let path = file.path
            let shrinking = Task.detached {
                usleep(delay)
                return truncate(path, 4_096)
            }
            do throws(ChartError) { _ = try plan(chart) } catch {
                #expect(error == .data(path: "series[0]", .changedWhileRead(path: path)))
            }
            #expect(await shrinking.value == 0)
        }
    }
}
