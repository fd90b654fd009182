import CVitrail
import Testing
import VitrailC

/// Columns in a program's memory: their pictures, facts and owners.
@Suite("Tables of the C interface")
struct TableTests {
    private static let line =
        #"{"size": {"width": 240, "height": 120}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#
    private static let rgba = #"{"format": "rgba"}"#

    /// The picture of an ordinary array.
    private func picture(_ values: [Double]) async throws -> [UInt8] {
        let memory = Memory()
        return try await render(Self.line, try Table([memory.array("y", VITRAIL_F64, values)]), Self.rgba).bytes
    }

    private func check(_ array: vitrail_array, _ values: [Double], _ comment: Comment) async throws {
        let drawn = try await render(Self.line, try Table([array]), Self.rgba).bytes
        #expect(try await drawn == picture(values), comment)
    }

    private static let wave = (0..<2_000).map { Double(($0 * $0 / 7) % 120) }
    private static let strides = [1, 3, -1, -2]

    private func check<Value: BinaryInteger & BitwiseCopyable>(_ type: vitrail_type, _: Value.Type) async throws {
        for factor in Self.strides {
            let stride = factor * MemoryLayout<Value>.size
            try await check(
                Memory().array("y", type, Self.wave.map { Value($0) }, stride: stride), Self.wave,
                "\(Value.self), \(stride) bytes apart")
        }
    }

    @Test("draw whole numbers of any width and stride as they draw Doubles")
    func wholeNumbers() async throws {
        try await check(VITRAIL_I8, Int8.self)
        try await check(VITRAIL_I16, Int16.self)
        try await check(VITRAIL_I32, Int32.self)
        try await check(VITRAIL_I64, Int64.self)
        try await check(VITRAIL_U8, UInt8.self)
        try await check(VITRAIL_U16, UInt16.self)
        try await check(VITRAIL_U32, UInt32.self)
        try await check(VITRAIL_U64, UInt64.self)
    }

    @Test("draw floating-point numbers of any width and stride as they draw Doubles", arguments: strides)
    func floats(factor: Int) async throws {
        try await check(Memory().array("y", VITRAIL_F64, Self.wave, stride: 8 * factor), Self.wave, "F64")
        try await check(
            Memory().array("y", VITRAIL_F32, Self.wave.map { Float($0) }, stride: 4 * factor), Self.wave, "F32")
        try await check(
            Memory().array("y", VITRAIL_F16, Self.wave.map { Float16($0) }, stride: 2 * factor), Self.wave, "F16")
        // An address that is not a multiple of the value's size.
        try await check(Memory().array("y", VITRAIL_F64, Self.wave, stride: 9 * factor), Self.wave, "F64, unaligned")
    }

    @Test("draw truths as 0 and 1")
    func truths() async throws {
        let truths = Self.wave.map { Int($0) % 3 == 0 }
        let numbers = truths.map { $0 ? 1.0 : 0 }
        let memory = Memory()
        try await check(memory.array("y", VITRAIL_BOOL, truths.map { $0 ? UInt8(7) : 0 }), numbers, "bytes")
        var bits = memory.array("y", VITRAIL_BITS, [UInt8](), stride: 0) { $0.stride = 0 }
        (bits.values, bits.bit_offset, bits.count) = (
            UnsafeRawPointer(memory.bits(truths, offset: 5)), 5, Int64(truths.count)
        )
        try await check(bits, numbers, "bits")
        let broadcast = memory.array("y", VITRAIL_F64, [4.0], stride: 0) { $0.count = 50 }
        try await check(broadcast, Array(repeating: 4, count: 50), "a stride of zero")
    }

    @Test("leave gaps where a bit says that there is no value", arguments: [0, 3, 8])
    func validity(offset: Int) async throws {
        let valid = Self.wave.indices.map { $0 % 97 > 20 }
        let gapped = zip(Self.wave, valid).map { $1 ? $0 : .nan }
        let memory = Memory()
        func array<Value: BitwiseCopyable>(_ type: vitrail_type, _ values: [Value]) -> vitrail_array {
            memory.array("y", type, values) {
                ($0.validity, $0.validity_offset) = (UnsafePointer(memory.bits(valid, offset: offset)), Int64(offset))
            }
        }
        try await check(array(VITRAIL_F64, Self.wave), gapped, "F64")
        try await check(array(VITRAIL_I16, Self.wave.map { Int16($0) }), gapped, "I16")
    }

    // MARK: Dates

    @Test(
        "have dates in every unit",
        arguments: [
            (VITRAIL_SECOND, 1.0), (VITRAIL_MILLISECOND, 1e-3), (VITRAIL_MICROSECOND, 1e-6), (VITRAIL_NANOSECOND, 1e-9),
            (VITRAIL_MINUTE, 60),
            (VITRAIL_HOUR, 3_600), (VITRAIL_DAY, 86_400), (VITRAIL_WEEK, 604_800), (VITRAIL_MONTH, 31 * 86_400),
            (VITRAIL_YEAR, 365 * 86_400),
        ] as [(vitrail_unit, Double)])
    func dates(unit: vitrail_unit, seconds: Double) throws {
        let array = Memory().array("t", VITRAIL_I64, [0, 1, Int64.min] as [Int64]) {
            ($0.meaning, $0.unit) = (Int32(bitPattern: VITRAIL_DATE.rawValue), Int32(bitPattern: unit.rawValue))
        }
        let facts = try Table([array]).columnFacts()
        #expect(
            facts["kind"] as? String == "date" && facts["minimum"] as? Double == 0
                && facts["maximum"] as? Double == seconds)
        #expect(facts["isAscending"] as? Bool == false)
    }

    @Test("have dates of other types, and durations in seconds")
    func otherDates() throws {
        func facts<Value: BitwiseCopyable>(
            _ type: vitrail_type, _ values: [Value], _ meaning: vitrail_meaning, _ unit: vitrail_unit
        ) throws -> [String: Any] {
            let array = Memory().array("t", type, values) {
                ($0.meaning, $0.unit, $0.time_zone) = (
                    Int32(bitPattern: meaning.rawValue), Int32(bitPattern: unit.rawValue), nil
                )
            }
            return try Table([array]).columnFacts()
        }
        #expect(try facts(VITRAIL_I32, [1, 2] as [Int32], VITRAIL_DATE, VITRAIL_DAY)["maximum"] as? Double == 172_800)
        #expect(try facts(VITRAIL_F64, [1.5, 2], VITRAIL_DATE, VITRAIL_SECOND)["minimum"] as? Double == 1.5)
        #expect(
            try facts(VITRAIL_F32, [1, 2] as [Float], VITRAIL_DATE, VITRAIL_MINUTE)["maximumText"] as? String
                == "1970-01-01T00:02:00Z")
        let durations = try facts(VITRAIL_I64, [500, 1_500] as [Int64], VITRAIL_DURATION, VITRAIL_MILLISECOND)
        #expect(durations["kind"] as? String == "number" && durations["maximum"] as? Double == 1.5)
    }

    @Test("keep nanoseconds, and say which zone a column has")
    func nanoseconds() throws {
        let start: Int64 = 1_700_000_000_000_000_001
        let memory = Memory()
        let array = memory.array("t", VITRAIL_I64, [start, start + 1]) {
            ($0.meaning, $0.unit) = (
                Int32(bitPattern: VITRAIL_DATE.rawValue), Int32(bitPattern: VITRAIL_NANOSECOND.rawValue)
            )
            $0.time_zone = memory.text("Europe/Berlin")
        }
        let facts = try Table([array]).columnFacts()
        #expect(
            facts["minimumText"] as? String == "2023-11-14T22:13:20.000000001Z"
                && facts["isFinerThanMilliseconds"] as? Bool == true)
        #expect(facts["timeZone"] as? String == "Europe/Berlin")
    }

    // MARK: Texts

    @Test("have categories by row and by index", arguments: [false, true])
    func categories(wide: Bool) async throws {
        let memory = Memory()
        let rows = ["b", "a", nil, "Zürich", "b"]
        var byRow = vitrail_array()
        (byRow.name, byRow.type, byRow.count) = (memory.text("c"), Int32(bitPattern: VITRAIL_TEXT.rawValue), 5)
        byRow.texts = memory.texts(rows, wide: wide)
        let byIndex = memory.array("i", VITRAIL_I8, [1, 0, -1, 2, 1] as [Int8]) {
            $0.texts = memory.texts(["a", "b", "Zürich"], wide: wide)
        }
        let values = memory.array("y", VITRAIL_F64, [1.0, 2, 3, 4, 5])
        let table = try Table([memory.owned(byRow), byIndex, values])
        #expect(
            try table.columnFacts(0)["distinct"] as? Int == 3 && table.columnFacts(0)["isRepeated"] as? Bool == true)
        func chart(_ column: String) -> String {
            #"{"xAxis": {"type": "category"}, "series": [{"type": "column", "data": "d", "x": "\#(column)", "y": "y"}]}"#
        }
        let inline = """
            {"data": {"d": {"values": {"c": ["b", "a", null, "Zürich", "b"], "y": [1, 2, 3, 4, 5]}}}, "xAxis": {"type": "category"},
             "series": [{"type": "column", "data": "d", "x": "c", "y": "y"}]}
            """
        let wanted = try await render(inline, nil, Self.rgba).bytes
        #expect(try await render(chart("c"), table, Self.rgba).bytes == wanted)
        #expect(try await render(chart("i"), table, Self.rgba).bytes == wanted)
    }

    @Test("tell extents, also where another column lies in a range")
    func extents() throws {
        let memory = Memory()
        let table = try Table([
            memory.array("x", VITRAIL_I32, [0, 1, 2, 3] as [Int32]),
            memory.array("y", VITRAIL_F32, [5, -1, .infinity, 9] as [Float]),
        ])
        #expect(try table.extent("y") == (-1, 9))
        #expect(try table.extent("y", along: "x", 0, 1) == (-1, 5))
        let none = try table.extent("y", along: "x", 7, 8)
        #expect(none.0.isNaN && none.1.isNaN)
        #expect { try table.extent("z") } throws: { ($0 as? CallError)?.path == "column" }
        #expect { try table.extent("y", along: "x", 2, 1) } throws: { ($0 as? CallError)?.path == "low" }
    }

    // MARK: Owners

    @Test("release each column once, after the table and the pictures of it")
    func release() async throws {
        let memory = Memory()
        do {
            let table = try Table([
                memory.array("x", VITRAIL_F64, [0.0, 1]), memory.array("y", VITRAIL_I32, [0, 1] as [Int32]),
            ])
            _ = try await render(Self.line, table)
            #expect(memory.releaseCount == 0)
        }
        #expect(memory.releaseCount == 2)
    }

    /// Each fault is reported with its path.
    @Test("refuse what is broken, name its place, and release all columns")
    func broken() throws {
        typealias Change = (inout vitrail_array, Memory) -> Void
        let cases: [(path: String, change: Change)] = [
            ("columns[1].name", { array, _ in array.name = nil }),
            ("columns[1].name", { array, memory in array.name = memory.text("") }),
            ("columns[1].name", { array, memory in array.name = memory.text("x") }),
            (
                "columns[1].name",
                { array, memory in
                    array.name = UnsafePointer(memory.raw([0xFF, 0] as [UInt8]).assumingMemoryBound(to: CChar.self))
                }
            ),
            ("columns[1].type", { array, _ in array.type = 0 }),
            ("columns[1].type", { array, _ in array.type = 99 }),
            ("columns[1].meaning", { array, _ in array.meaning = 7 }),
            ("columns[1].unit", { array, _ in array.unit = 3 }),
            ("columns[1].unit", { array, _ in (array.meaning, array.unit) = (1, 77) }),
            ("columns[1].unit", { array, _ in (array.meaning, array.unit) = (1, 8) }),
            ("columns[1].flags", { array, _ in array.flags = 1 }),
            ("columns[1].count", { array, _ in array.count = -1 }),
            ("columns[1].count", { array, _ in array.count = 1 << 40 }),
            ("columns[1].count", { array, _ in array.count = 2 }),
            ("columns[1].values", { array, _ in array.values = nil }),
            ("columns[1].stride", { array, _ in array.stride = .max }),
            ("columns[1].stride", { array, _ in array.stride = .min + 1 }),
            (
                "columns[1].validity_offset",
                { array, memory in
                    array.validity = UnsafePointer(memory.bits([true]))
                    array.validity_offset = -1
                }
            ),
            ("columns[1].texts", { array, _ in array.type = Int32(bitPattern: VITRAIL_TEXT.rawValue) }),
            (
                "columns[1].texts.count",
                { array, memory in
                    array.type = Int32(bitPattern: VITRAIL_TEXT.rawValue)
                    array.texts = memory.texts(["a"])
                }
            ),
            ("columns[1].type", { array, memory in array.texts = memory.texts(["a"]) }),
            (
                "columns[1].values[1]",
                { array, memory in
                    array.type = Int32(bitPattern: VITRAIL_I32.rawValue)
                    array.values = UnsafeRawPointer(memory.raw([0, 5, 0] as [Int32]))
                    array.stride = 0
                    array.texts = memory.texts(["a"])
                }
            ),
        ]
        for (path, change) in cases {
            let memory = Memory()
            var array = memory.array("y", VITRAIL_F64, [1.0, 2, 3])
            change(&array, memory)
            let error = #expect(throws: CallError.self) {
                try Table([memory.array("x", VITRAIL_F64, [1.0, 2, 3]), array])
            }
            #expect(error?.path == path && error?.code == VITRAIL_ERROR_ARGUMENT, "\(String(describing: error))")
            #expect(memory.releaseCount == 2, "\(path)")
        }
    }

    @Test("refuse offsets that lead out of the bytes")
    func offsets() {
        for offsets in [[0, 1, 9], [0, -1, 2], [2, 1, 2]] as [[Int32]] {
            let memory = Memory()
            var texts = vitrail_texts()
            (texts.count, texts.byte_count, texts.bytes) = (2, 2, memory.text("ab"))
            texts.offsets32 = UnsafePointer(memory.raw(offsets).assumingMemoryBound(to: Int32.self))
            let error = #expect(throws: CallError.self) {
                try withUnsafePointer(to: texts) { texts in
                    var array = vitrail_array()
                    (array.name, array.type, array.count, array.texts) = (
                        memory.text("c"), Int32(bitPattern: VITRAIL_TEXT.rawValue), 2, texts
                    )
                    return try Table([memory.owned(array)])
                }
            }
            #expect(error?.path.hasPrefix("columns[0].texts.offsets") == true, "\(String(describing: error))")
            #expect(memory.releaseCount == 1)
        }
    }

    @Test("refuse arguments that are not there")
    func arguments() {
        #expect { try CallError.check { vitrail_table_new(nil, 1, $0) } } throws: {
            ($0 as? CallError)?.path == "columns"
        }
        #expect { try CallError.check { vitrail_table_new(nil, -1, $0) } } throws: {
            ($0 as? CallError)?.path == "count"
        }
        #expect { try CallError.check { vitrail_table_facts(nil, $0) } } throws: { ($0 as? CallError)?.path == "table" }
        // The error pointer may be NULL.
        #expect(vitrail_table_new(nil, 1, nil) == nil)
        vitrail_table_free(nil)
    }
}
