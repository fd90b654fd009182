import Foundation
import Testing

@testable import VitrailCore

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

    /// The pages beyond the new end raise SIGBUS; they read as zeros, and the column knows.
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

    /// A fault that is not ours goes to the handler that was there before, here the default one: the process ends by SIGBUS.
    @Test func foreignFaultsAreHandedOn() async throws {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            let path = NSTemporaryDirectory() + "vitrail-foreign-\(getpid())"
            let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
            unlink(path)
            // The handler gets installed by the first map.
            _ = try? Column(f64File: "/nowhere/x.f64")
            _ = ftruncate(descriptor, 4096)
            let base = mmap(nil, 4096, PROT_READ, MAP_SHARED, descriptor, 0)!
            _ = ftruncate(descriptor, 0)
            _ = base.load(as: UInt8.self)
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
