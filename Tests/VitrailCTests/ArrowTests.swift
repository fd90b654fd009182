import CVitrail
import Testing
import VitrailC

@Suite("Arrow streams of the C interface")
struct ArrowTests {
    private static let line =
        #"{"size": {"width": 240, "height": 120}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#
    private static let rgba = #"{"format": "rgba"}"#
    private static let wave = (0..<999).map { Double(($0 * $0 / 7) % 120) }

    private func table(_ producer: ArrowProducer) throws -> Table { try producer.withStream { try Table(stream: $0) } }

    private func wanted(_ values: [Double]) async throws -> [UInt8] {
        try await render(Self.line, try Table([Memory().array("y", VITRAIL_F64, values)]), Self.rgba).bytes
    }

    /// One column of several batches.
    private func check(_ format: String, _ batches: [ArrowTestArray], _ values: [Double]) async throws {
        let producer = ArrowProducer([ArrowTestType(format: format, name: "y")], batches.map { [$0] })
        do {
            let table = try table(producer)
            #expect(producer.released[0...1] == [1, 1])
            #expect(try await render(Self.line, table, Self.rgba).bytes == wanted(values), "\(format)")
        }
        #expect(producer.released == [1, 1, batches.count])
    }

    private func chunks<Value: BitwiseCopyable>(_ values: [Value]) -> [ArrowTestArray] {
        [0..<1, 1..<500, 500..<500, 500..<values.count].map { ArrowTestArray.values(Array(values[$0])) }
    }

    @Test("are drawn as ordinary arrays are: numbers of every type, in chunks")
    func numbers() async throws {
        try await check("c", chunks(Self.wave.map { Int8($0) }), Self.wave)
        try await check("C", chunks(Self.wave.map { UInt8($0) }), Self.wave)
        try await check("s", chunks(Self.wave.map { Int16($0) }), Self.wave)
        try await check("S", chunks(Self.wave.map { UInt16($0) }), Self.wave)
        try await check("i", chunks(Self.wave.map { Int32($0) }), Self.wave)
        try await check("I", chunks(Self.wave.map { UInt32($0) }), Self.wave)
        try await check("l", chunks(Self.wave.map { Int64($0) }), Self.wave)
        try await check("L", chunks(Self.wave.map { UInt64($0) }), Self.wave)
        try await check("e", chunks(Self.wave.map { Float16($0) }), Self.wave)
        try await check("f", chunks(Self.wave.map { Float($0) }), Self.wave)
        try await check("g", chunks(Self.wave), Self.wave)
        let truths = Self.wave.map { $0 > 60 }
        try await check(
            "b", [ArrowTestArray(length: truths.count, buffers: [nil, ArrowTestArray.bits(truths)])],
            truths.map { $0 ? 1 : 0 })
    }

    @Test("have gaps where bits say so, and start where offsets say")
    func gaps() async throws {
        let valid = Self.wave.indices.map { $0 % 50 > 9 }
        let gapped = zip(Self.wave, valid).map { $1 ? $0 : .nan }
        try await check("g", [.values(Self.wave, valid: valid)], gapped)
        var shifted = ArrowTestArray.values(Self.wave, valid: valid)
        (shifted.offset, shifted.length) = (100, 700)
        try await check("g", [shifted], Array(gapped[100..<800]))
        // The struct may also have an offset.
        let producer = ArrowProducer(
            ArrowTestType(format: "+s", children: [ArrowTestType(format: "g", name: "y")]),
            [ArrowTestArray(length: 600, offset: 50, buffers: [nil], children: [shifted])])
        #expect(try await render(Self.line, table(producer), Self.rgba).bytes == wanted(Array(gapped[150..<750])))
    }

    @Test("have decimals of every width")
    func decimals() async throws {
        let whole = [-12_345, 0, 99, 12_345]
        let values = whole.map { Double($0) / 100 }
        func wide(_ words: Int) -> [UInt64] {
            whole.flatMap { value in
                [UInt64(bitPattern: Int64(value))] + [UInt64](repeating: value < 0 ? .max : 0, count: words - 1)
            }
        }
        func array<Value: BitwiseCopyable>(_ raw: [Value]) -> ArrowTestArray {
            ArrowTestArray(length: 4, buffers: [nil, ArrowTestArray.bytes(raw)])
        }
        try await check("d:9,2,32", [array(whole.map { Int32($0) })], values)
        try await check("d:18,2,64", [array(whole.map { Int64($0) })], values)
        try await check("d:38,2", [array(wide(2))], values)
        try await check("d:38,-1", [array(wide(2))], whole.map { Double($0) * 10 })
        try await check("d:76,2,256", [array(wide(4))], values)
    }

    @Test(
        "have dates and times by unit",
        arguments: [
            ("tss:", "date", 5.0), ("tsm:Europe/Berlin", "date", 5e-3), ("tsu:", "date", 5e-6),
            ("tsn:UTC", "date", 5e-9), ("tdm", "date", 5e-3),
            ("tDs", "number", 5), ("tDn", "number", 5e-9), ("ttu", "number", 5e-6), ("ttn", "number", 5e-9),
        ] as [(String, String, Double)])
    func times(format: String, kind: String, maximum: Double) throws {
        let facts = try table(
            ArrowProducer([ArrowTestType(format: format, name: "t")], [[.values([0, 5] as [Int64])]])
        ).columnFacts()
        #expect(facts["kind"] as? String == kind && facts["maximum"] as? Double == maximum)
        let zone = format.split(separator: ":").dropFirst().first.map(String.init)
        #expect(facts["timeZone"] as? String == zone)
    }

    @Test("have days and times of 32 bits", arguments: [("tdD", 172_800.0), ("tts", 2.0), ("ttm", 2e-3)])
    func shortTimes(format: String, maximum: Double) throws {
        let producer = ArrowProducer(
            [ArrowTestType(format: format, name: "t")], [[.values([1, 7, 2] as [Int32], valid: [true, false, true])]])
        #expect(try table(producer).columnFacts()["maximum"] as? Double == maximum)
    }

    private func texts(_ type: ArrowTestType, _ batches: [ArrowTestArray]) async throws -> [UInt8] {
        let numbers = (0..<batches.count).map { k in
            ArrowTestArray.values((0..<batches[k].length).map { Double($0 + k) })
        }
        let producer = ArrowProducer(
            [type, ArrowTestType(format: "g", name: "y")], zip(batches, numbers).map { [$0, $1] })
        let chart =
            #"{"xAxis": {"type": "category"}, "series": [{"type": "scatter", "data": "d", "x": "c", "y": "y"}]}"#
        return try await render(chart, table(producer), Self.rgba).bytes
    }

    @Test("have categories: texts of every layout, and dictionaries")
    func categories() async throws {
        let rows: [[String?]] = [["b", "Zürich, a town in the north", nil], ["b", "", "a"]]
        let wanted = try await texts(ArrowTestType(format: "u", name: "c"), rows.map { .texts($0) })
        #expect(try await texts(ArrowTestType(format: "U", name: "c"), rows.map { .texts($0, wide: true) }) == wanted)
        #expect(try await texts(ArrowTestType(format: "vu", name: "c"), rows.map { .views($0) }) == wanted)
        func indices(_ values: [Int8], _ valid: [Bool]?, _ known: [String?]) -> ArrowTestArray {
            var array = ArrowTestArray.values(values, valid: valid)
            array.dictionary = [.texts(known)]
            return array
        }
        let type = ArrowTestType(format: "c", name: "c", dictionary: [ArrowTestType(format: "u")])
        let batches = [
            indices([1, 0, 9], [true, true, false], ["Zürich, a town in the north", "b"]),
            indices([0, 1, 2], nil, ["b", "", "a"]),
        ]
        #expect(try await texts(type, batches) == wanted)
    }

    @Test("leave out what cannot be drawn, and say so")
    func leftOut() throws {
        let types = [
            ArrowTestType(format: "z", name: "raw"), ArrowTestType(format: "g", name: "y"),
            ArrowTestType(format: "+l", name: "list"),
        ]
        let batch = [ArrowTestArray(length: 2), .values([1.0, 2]), ArrowTestArray(length: 2)]
        let facts = try table(ArrowProducer(types, [batch])).facts()
        #expect((facts["columns"] as? [Any])?.count == 1)
        #expect((facts["leftOut"] as? [[String: String]])?.compactMap { $0["name"] } == ["raw", "list"])
    }

    @Test("are one column where they are no struct, and may be empty")
    func single() throws {
        let table = try table(
            ArrowProducer(ArrowTestType(format: "i"), [.values([3, 4] as [Int32]), .values([5] as [Int32])]))
        #expect(try table.columnFacts()["name"] as? String == "values" && table.extent("values") == (3, 5))
        let empty = try self.table(ArrowProducer([ArrowTestType(format: "tsn:", name: "t")], []))
        #expect(try empty.columnFacts()["kind"] as? String == "date" && empty.facts()["rows"] as? Int == 0)
    }

    @Test("are released once when the producer fails, with its words")
    func failing() {
        let producer = ArrowProducer(
            [ArrowTestType(format: "g", name: "y")], [[.values([1.0])]], failure: "the disk burns")
        let error = #expect(throws: CallError.self) { try table(producer) }
        #expect(error?.message == "the disk burns" && error?.code == VITRAIL_ERROR_DATA)
        #expect(producer.released == [1, 1, 1])
    }

    @Test("that were released before, or are not there, are refused")
    func released() {
        var stream = ArrowArrayStream()
        #expect { try Table(stream: &stream) } throws: { ($0 as? CallError)?.path == "stream" }
        #expect(vitrail_table_from_arrow(nil, nil) == nil)
    }

    private static func broken() -> [(String, ArrowTestType, ArrowTestArray)] {
        func column(
            _ format: String, _ array: ArrowTestArray, dictionary: String? = nil
        ) -> (ArrowTestType, ArrowTestArray) {
            let type = ArrowTestType(
                format: format, name: "y", dictionary: dictionary.map { [ArrowTestType(format: $0)] } ?? [])
            return (
                ArrowTestType(format: "+s", children: [type]),
                ArrowTestArray(length: array.length, buffers: [nil], children: [array])
            )
        }
        func change(_ array: ArrowTestArray, _ change: (inout ArrowTestArray) -> Void) -> ArrowTestArray {
            var array = array
            change(&array)
            return array
        }
        let numbers = ArrowTestArray.values([1.0, 2])
        let indices = ArrowTestArray.values([0, 5] as [Int8])
        var cases: [(String, (ArrowTestType, ArrowTestArray))] = [
            ("no data", column("g", change(numbers) { $0.buffers[1] = nil })),
            ("no buffers", column("g", change(numbers) { $0.buffers = [] })),
            ("too many buffers", column("g", change(numbers) { $0.buffers.append(nil) })),
            ("hollow", column("g", change(numbers) { $0.isHollow = true })),
            ("nulls without bits", column("g", change(numbers) { $0.nullCount = 1 })),
            ("negative offset", column("g", change(numbers) { $0.offset = -1 })),
            ("an offset far away", column("g", change(numbers) { $0.offset = .max })),
            ("no dictionary", column("c", indices, dictionary: "u")),
            (
                "an index beyond the dictionary",
                column("c", change(indices) { $0.dictionary = [.texts(["a"])] }, dictionary: "u")
            ),
            (
                "a dictionary of negative length",
                column(
                    "c", change(indices) { $0.dictionary = [change(.texts(["a"])) { $0.length = -1 }] }, dictionary: "u"
                )
            ),
            (
                "falling offsets",
                column(
                    "u", change(.texts(["ab", "c"])) { $0.buffers[1] = ArrowTestArray.bytes([0, 2, 1] as [Int32]) })
            ),
            (
                "a negative offset of a text",
                column(
                    "u", change(.texts(["ab", "c"])) { $0.buffers[1] = ArrowTestArray.bytes([-4, 2, 3] as [Int32]) })
            ),
            (
                "a view beyond its buffer",
                column(
                    "vu",
                    change(.views(["a text of more than twelve"])) { $0.buffers[3] = ArrowTestArray.bytes([Int64(3)]) })
            ),
            (
                "a view of no buffer",
                column("vu", change(.views(["a text of more than twelve"])) { $0.buffers[1]?[8] = 7 })
            ),
        ]
        let (type, array) = column("g", numbers)
        cases += [
            ("negative length", (type, change(array) { $0.length = -1 })),
            ("more rows than the column has", (type, change(array) { $0.length = 3 })),
            ("an offset of the batch beyond the column", (type, change(array) { $0.offset = 1 })),
            ("more columns than the schema", (type, change(array) { $0.children.append(numbers) })),
            ("no children", (type, change(array) { $0.isHollow = true })),
            ("null rows", (type, change(array) { ($0.nullCount, $0.buffers) = (1, [[0]]) })),
            (
                "a name twice",
                (
                    ArrowTestType(format: "+s", children: type.children + type.children),
                    change(array) { $0.children.append(numbers) }
                )
            ),
        ]
        return cases.map { ($0, $1.0, $1.1) }
    }

    @Test("that are broken are refused, and released once")
    func brokenStructs() {
        for (name, type, array) in Self.broken() {
            let producer = ArrowProducer(type, [array])
            let error = #expect(throws: CallError.self, "\(name)") { try table(producer) }
            #expect(
                error?.code == VITRAIL_ERROR_DATA && error?.path.hasPrefix("stream") == true,
                "\(name): \(String(describing: error))")
            #expect(producer.released[0...1] == [1, 1] && producer.released[2] == producer.next, "\(name)")
        }
    }
}
