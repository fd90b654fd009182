import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailSystem

@Suite struct ColumnTests {
    private func values(_ column: Column) -> [Double] {
        column.withValues { span in span.indices.map { span[$0] } }
    }

    @Test func everySourceGivesDoubles() throws {
        #expect(values(Column([1, 2.5])) == [1, 2.5])
        #expect(values(Column([1, 2.5] as [Float])) == [1, 2.5])
        #expect(values(.indices(count: 3)) == [0, 1, 2])
        #expect(values(.indices(count: 0)) == [])
        #expect(Column(secondsSince1970: [0]).kind == .date)
        #expect(Column(["a", nil]).texts == ["a", nil])
    }

    @Test func rawFilesAreReadAsTheyLie() throws {
        let doubles = try TemporaryFile(raw: [1, -2.5, .nan] as [Double])
        let column = try Column(f64File: doubles.path)
        #expect(column.count == 3 && values(column).map(\.description) == ["1.0", "-2.5", "nan"])
        let floats = try TemporaryFile(raw: [0.5, 3] as [Float])
        #expect(values(try Column(f32File: floats.path, kind: .date)) == [0.5, 3])
        let empty = try TemporaryFile([])
        #expect(values(try Column(f64File: empty.path)) == [])
    }

    @Test func aRestOfBytesIsRefused() throws {
        let file = try TemporaryFile([0, 0, 0, 0, 0] as [UInt8])
        #expect(throws: DataError.sizeNotMultiple(path: file.path, bytes: 5, of: 8)) {
            try Column(f64File: file.path)
        }
        #expect(throws: DataError.sizeNotMultiple(path: file.path, bytes: 5, of: 4)) {
            try Column(f32File: file.path)
        }
        #expect(throws: DataError.missingFile(path: "/nowhere/x.f64")) { try Column(f64File: "/nowhere/x.f64") }
    }

    /// Pages beyond the new end would raise SIGBUS; they read as zeros, and the column knows.
    @Test func aFileThatShrinksIsNoticedAndDoesNotKill() throws {
        let file = try TemporaryFile(raw: [Double](repeating: 1, count: 100_000))
        let column = try Column(f64File: file.path)
        try column.checkIntact()
        #expect(truncate(file.path, 8 * 1000) == 0)
        let sum = column.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } }
        #expect(sum < 100_000)
        #expect(throws: DataError.changedWhileRead(path: file.path)) { try column.checkIntact() }
    }

    @Test func aFileThatShrinksWithinItsPageIsNoticed() throws {
        let file = try TemporaryFile(raw: [Double](repeating: 1, count: 100))
        let column = try Column(f64File: file.path)
        #expect(truncate(file.path, 80) == 0)
        #expect(throws: DataError.changedWhileRead(path: file.path)) { try column.checkIntact() }
    }

    @Test func mapsThatCloseDoNotDisturbOthers() async throws {
        let file = try TemporaryFile(raw: [Double](repeating: 1, count: 10_000))
        await withTaskGroup(of: Bool.self) { group in
            for i in 0..<64 {
                group.addTask { [path = file.path] in
                    guard let shrinking = try? TemporaryFile(raw: [Double](repeating: 1, count: 10_000 + i)),
                        let damaged = try? Column(f64File: shrinking.path),
                        let whole = try? Column(f64File: path)
                    else { return false }
                    truncate(shrinking.path, 0)
                    let lost = damaged.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } }
                    let kept = whole.withValues { span in span.indices.reduce(0.0) { $0 + span[$1] } }
                    return lost == 0 && kept == 10_000 && (try? damaged.checkIntact()) == nil
                        && (try? whole.checkIntact()) != nil
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// A foreign fault goes to the handler installed before, here the default one: the process ends with SIGBUS.
    @Test func foreignFaultsAreHandedOn() async throws {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            let path = NSTemporaryDirectory() + "vitrail-foreign-\(getpid())"
            let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
            unlink(path)
            // The first map installs the handler.
            _ = try? Column(f64File: "/nowhere/x.f64")
            _ = ftruncate(descriptor, 4096)
            let base = mmap(nil, 4096, PROT_READ, MAP_SHARED, descriptor, 0)!
            _ = ftruncate(descriptor, 0)
            // Print the value, so that the read is not optimised away.
            print(base.load(as: UInt8.self))
        }
    }

    @Test(arguments: [
        ("clsoe", "close"), ("Close", "close"), ("clos", "close"), ("hgih", "high"), ("opne", "open"),
        ("volum", "volume"),
    ])
    func nearNamesAreSuggested(name: String, near: String) {
        #expect(nearestName(to: name, in: ["date", "open", "high", "low", "close", "volume"]) == near)
    }

    @Test(arguments: [("c", String?.none), ("A", "a"), ("bb", "b"), ("", nil)])
    func theOnlyLetterIsNoMisspelling(name: String, near: String?) {
        #expect(nearestName(to: name, in: ["a", "b"]) == near)
    }

    @Test(arguments: ["price", "", "x", "closingprice", String(repeating: "close", count: 1000)])
    func farNamesAreNot(name: String) {
        #expect(nearestName(to: name, in: ["date", "open", "high", "low", "close", "volume"]) == nil)
    }
}

@Suite("Growing columns")
struct GrowingColumnTests {
    private func values(_ column: Column) -> [Double] { column.withValues { span in span.indices.map { span[$0] } } }

    @Test("copies stay what they were, whichever of them grows first")
    func copies() {
        var first = Column([1.0, 2])
        first.append([3])
        let kept = first
        var second = first
        first.append([4])
        second.append([5, 6])
        second.removeFirst()
        #expect(values(kept) == [1, 2, 3] && values(first) == [1, 2, 3, 4] && values(second) == [2, 3, 5, 6])
        first.removeFirst(4)
        #expect(values(first).isEmpty)
        first.append(second)
        #expect(values(first) == [2, 3, 5, 6] && values(second) == [2, 3, 5, 6])
    }

    @Test("any calls leave what an array would have")
    func calls() {
        var (column, array) = (Column(secondsSince1970: [0]), [0.0])
        for step in 0..<400 {
            let more = (0..<step * 7 % 90).map { Double(step * 100 + $0) }
            column.append(more)
            array += more
            let gone = min(array.count, step * 11 % (step > 250 ? 120 : 60))
            column.removeFirst(gone)
            array.removeFirst(gone)
            #expect(values(column) == array && column.count == array.count && column.kind == .date)
        }
    }

    @Test("floats, indices and texts grow, too")
    func kinds() {
        var floats = Column([1.5 as Float])
        floats.append([2])
        #expect(values(floats) == [1.5, 2])
        var indices = Column.indices(count: 3)
        indices.removeFirst(2)
        indices.append([7])
        #expect(values(indices) == [2, 7])
        var texts = Column(["a", nil])
        texts.append(Column(["b"]))
        texts.removeFirst()
        #expect(texts.texts == [nil, "b"] && texts.count == 2)
    }

    /// Each thread starts from the same column: one of them grows it in place, the others grow copies.
    @Test("columns on many threads grow each for itself")
    func threads() {
        var start = Column((0..<1_000).map(Double.init))
        start.append([-1])
        let shared = start
        let grown = Parallel.map(8) { k -> Column in
            var own = shared
            for i in 0..<200 { own.append([Double(k * 1_000 + i)]) }
            return own
        }
        // Read after all have grown, so that overwritten values show.
        for (k, found) in grown.map({ values($0) }).enumerated() {
            let own: [Double] = (0..<200).map { Double(k * 1_000 + $0) }
            let wanted = values(shared) + own
            #expect(found == wanted)
        }
    }
}
