import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

@Suite("Files that are not mapped")
struct ReadingOptionsTests {
    private static let copies = ReadingOptions(mapsFiles: false)

    private func expectSame(_ a: Column, _ b: Column, _ name: String) {
        #expect(a.kind == b.kind && a.count == b.count && a.origin == b.origin, "\(name)")
        guard a.kind != .category else {
            #expect(a.texts == b.texts, "\(name)")
            return
        }
        let bits = { (column: Column) in column.withValues { span in span.indices.map { span[$0].bitPattern } } }
        #expect(bits(a) == bits(b), "\(name)")
    }

    @Test("arrays and tables have the same columns as mapped ones")
    func same() throws {
        let arrays = "\(RepositoryFiles.root)/Tests/arrays", arrow = "\(RepositoryFiles.root)/Tests/arrow"
        var compared = 0
        for name in [
            "column.npy", "matrix.npy", "half-big-endian.npy", "records.npy", "date-ns.npy", "texts.npy", "table.npz",
            "compressed.npz",
        ] {
            let (mapped, copied) = (
                try ArrayFile(path: "\(arrays)/\(name)"), try ArrayFile(path: "\(arrays)/\(name)", reading: Self.copies)
            )
            #expect(mapped.columnNames == copied.columnNames && mapped.copiedBytes == 0)
            #expect(copied.copiedBytes == (try Data(contentsOf: URL(fileURLWithPath: "\(arrays)/\(name)"))).count)
            for column in mapped.columnNames {
                guard let first = try? mapped.columns([column])[column] else { continue }
                expectSame(first, try #require(try copied.columns([column])[column]), "\(name) \(column)")
                compared += 1
            }
        }
        for name in ["wave.arrow", "wave.arrows", "wave-lz4.feather", "polars-zstd.arrows", "types.arrow"] {
            let (mapped, copied) = (
                try ArrowFile(path: "\(arrow)/\(name)"), try ArrowFile(path: "\(arrow)/\(name)", reading: Self.copies)
            )
            for column in mapped.columnNames where mapped.canRead(column) {
                expectSame(
                    try #require(try mapped.columns([column])[column]),
                    try #require(try copied.columns([column])[column]), "\(name) \(column)")
                compared += 1
            }
        }
        let names = try CSV.columnNames(of: CSVSource(path: "\(arrow)/wave.csv"))
        let mapped = try CSV.columns(names, of: CSVSource(path: "\(arrow)/wave.csv"))
        let copied = try CSV.columns(names, of: CSVSource(path: "\(arrow)/wave.csv", reading: Self.copies))
        for name in names { expectSame(try #require(mapped[name]), try #require(copied[name]), "wave.csv \(name)") }
        #expect(compared > 30 && !names.isEmpty)
    }

    @Test("a file that changes after it was opened keeps its values")
    func changes() throws {
        let file = try TemporaryFile(raw: [Double](repeating: 1, count: 100_000))
        let (column, mapped) = (try Column(f64File: file.path, reading: Self.copies), try Column(f64File: file.path))
        #expect(truncate(file.path, 0) == 0)
        #expect(column.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } } == 100_000)
        try column.checkIntact()
        #expect(throws: DataError.changedWhileRead(path: file.path)) { try mapped.checkIntact() }
    }

    @Test("errors are those of mapped files")
    func errors() throws {
        for path in ["/nowhere/x.f64", "/", "/dev/null", "a\0b"] {
            let errors = [ReadingOptions(), Self.copies].map { reading in
                do { return (try Column(f64File: path, reading: reading)).count.description } catch {
                    return "\(error)"
                }
            }
            #expect(errors[0] == errors[1] && errors[0].count > 3)
        }
        let file = try TemporaryFile([UInt8](repeating: 48, count: 1_000))
        var options = CSVOptions()
        options.maxBytes = 999
        #expect(throws: DataError.tooMany(path: file.path, what: "bytes", limit: 999)) {
            try CSV.columnNames(of: CSVSource(path: file.path, options: options, reading: Self.copies))
        }
        #expect(try CSV.columnNames(of: CSVSource(path: file.path, options: options)).count == 1)
        let empty = try TemporaryFile([] as [UInt8])
        #expect(try Column(f64File: empty.path, reading: Self.copies).count == 0)
    }

    @Test("no handler of SIGBUS is installed for them, nor for descriptions and pictures")
    func handler() async {
        await #expect(processExitsWith: .success) {
            func handler() -> UInt {
                var present = sigaction()
                sigaction(SIGBUS, nil, &present)
                return unsafeBitCast(present.__sigaction_handler.sa_handler, to: UInt.self)
            }
            let before = handler()
            let file = try TemporaryFile(raw: [Double](repeating: 1, count: 1_000))
            let column = try Column(f64File: file.path, reading: Self.copies)
            guard handler() == before, column.count == 1_000, !ArrowFile.isArrow(file.path) else { exit(1) }
            let text = try TemporaryFile(#"{"title": "t"}"#)
            guard try ChartDescription(contentsOf: text.path).title == "t", handler() == before else { exit(2) }
            // The check itself must see a handler.
            let mapped = try Column(f64File: file.path)
            guard handler() != before, mapped.count == 1_000 else { exit(3) }
        }
    }

    @Test("descriptions read all files in this way, also for the estimate and for frames; copies count as memory")
    func descriptions() async {
        await #expect(processExitsWith: .success) {
            let values = try TemporaryFile(raw: (0..<50_000).map { Double($0) })
            let text = """
                {"data": {"d": {"columns": {"x": {"f64": "\(values.path)"}, "y": {"f64": "\(values.path)"}}},
                          "a": {"columns": {"u": {"npy": "\(RepositoryFiles.root)/Tests/arrays/table.npz", "column": "a"},
                                            "v": {"npy": "\(RepositoryFiles.root)/Tests/arrays/table.npz", "column": "a"}}},
                          "w": {"arrow": "\(RepositoryFiles.root)/Tests/arrow/wave.arrow"}, "c": {"csv": "\(RepositoryFiles.root)/Tests/arrow/wave.csv"}},
                 "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}, {"type": "line", "data": "a", "x": "u", "y": "v"},
                            {"type": "line", "data": "w", "y": "y"}, {"type": "line", "data": "c", "y": "y"}],
                 "frames": [{}, {"title": "second"}]}
                """
            func handler() -> UInt {
                var present = sigaction()
                sigaction(SIGBUS, nil, &present)
                return unsafeBitCast(present.__sigaction_handler.sa_handler, to: UInt.self)
            }
            let before = handler()
            var description = try ChartDescription(json: text)
            description.reading = Self.copies
            let chart = try description.makeChart()
            guard chart.series.count == 4, chart.series[0].columns.y?.count == 50_000, handler() == before else {
                exit(1)
            }
            var frames = ChartFrameReader(description)
            var kept: [Chart] = []
            while let frame = try frames?.next() { kept.append(frame.chart) }
            guard kept.count == 2, handler() == before else { exit(2) }
            let size = PixelSize(width: 400, height: 300)
            let copied = try description.memoryEstimate(size: size)
            description.reading = ReadingOptions()
            let mapped = try description.memoryEstimate(size: size)
            guard copied.total - mapped.total >= 2 * 400_000 else { exit(3) }
            let other = try description.makeChart()
            guard handler() != before, other.series.count == 4 else { exit(4) }
        }
    }
}
