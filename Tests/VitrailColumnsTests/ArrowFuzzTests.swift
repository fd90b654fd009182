import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// Damaged Arrow files give an error or columns, never a crash or a read out of bounds.
@Suite struct ArrowFuzzTests {
    private static let names = [
        "types.arrow", "types.arrows", "types-lz4.arrow", "types-zstd.arrows", "types-v4.arrows", "types-pieces.arrow",
        "wave-lz4.feather", "delta.arrows",
        "delta.arrow", "replaced.arrows", "polars.arrow", "polars-lz4.arrow", "polars-zstd.arrows", "twice.arrow",
    ]
    /// Number of damaged versions per file; for example `ARROW_FUZZ=100000`.
    private static let rounds = ProcessInfo.processInfo.environment["ARROW_FUZZ"].flatMap { Int($0) } ?? 150

    /// - Returns: whether everything was read.
    private func read(_ bytes: [UInt8]) throws -> Bool {
        let file = try TemporaryFile(bytes, suffix: ".arrow")
        do throws(DataError) {
            let table = try ArrowFile(path: file.path, maxBytes: 1 << 22)
            var isWhole = true
            for name in table.columnNames.prefix(80) {
                for kind in [nil, .category] as [Column.Kind?] {
                    do throws(DataError) {
                        _ = try table.memory(of: [name])
                        let column = try table.read([ColumnRequest(name: name, kind: kind)])[0]
                        #expect(column.count == table.rowCount)
                        if column.kind != .category, column.count < 1 << 18 { _ = column.range }
                    } catch {
                        isWhole = false
                    }
                }
            }
            return isWhole
        } catch {
            #expect("\(error)".hasPrefix(file.path))
            return false
        }
    }

    @Test(arguments: names) func damagedFilesAreErrorsOrColumns(name: String) throws {
        let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(ArrowFileTests.folder)/\(name)")))
        var numbers = SeededNumbers(seed: 23)
        var failures = 0
        for count in stride(from: 0, to: good.count, by: max(1, good.count / (Self.rounds / 3)))
        where try !read(Array(good.prefix(count))) { failures += 1 }
        for round in 0..<Self.rounds {
            var bytes = good
            // Metadata are at the ends, mostly as small numbers.
            let isNearEnd = round % 3 == 0
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let position = Int.random(
                    in: isNearEnd ? max(0, good.count - 3_000)..<good.count : 0..<good.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes[position] = bytes[position] &+ 1
                case 2: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
                default:
                    // Increases a count or an offset to a value near the maximum of 32 or 64 bits.
                    let start = position & ~7
                    for k in start..<min(start + (position & 1 == 0 ? 4 : 8), bytes.count) {
                        bytes[k] = k == start + 3 || k == start + 7 ? 0x7F : 0xFF
                    }
                }
            }
            if try !read(bytes) { failures += 1 }
        }
        #expect(failures > 0)
    }

    @Test func blocksThatOverlapAreRefused() throws {
        // The footer lists the first batch again instead of the second.
        let path = "\(ArrowFileTests.folder)/wave.arrow"
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(try ArrowFile(path: path).contents.batches.count == 3)
        let end = bytes.count - 10
        let size = (0..<4).reduce(0) { $0 | Int(bytes[end + $1]) << (8 * $1) }
        // Blocks of 24 bytes: offset, length of the metadata, length of the body.
        func block(_ k: Int) -> Int64 { (0..<8).reduce(0) { $0 | Int64(bytes[k + $1]) << Int64(8 * $1) } }
        let positions = stride(from: end - size, to: end - 48, by: 4)
        let first = try #require(
            positions.first { k in
                let starts = [block(k), block(k + 24), block(k + 48)]
                return starts[0] >= 8 && starts[2] < end && starts[0] + 4_000 < starts[1]
                    && starts[1] + 4_000 < starts[2]
            })
        for k in 0..<24 {
            bytes[first + 24 + k] = bytes[first + k]
            bytes[first + 48 + k] = bytes[first + k]
        }
        let file = try TemporaryFile(bytes, suffix: ".arrow")
        #expect(throws: DataError.notArrow(path: file.path, reason: "its footer names batches that overlap")) {
            try ArrowFile(path: file.path)
        }
    }

    @Test func aFileThatShrinksIsToldOf() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(ArrowFileTests.folder)/wave.arrow")))
        let file = try TemporaryFile(bytes, suffix: ".arrow")
        let table = try ArrowFile(path: file.path)
        let column = try #require(try table.columns(["y"])["y"])
        try FileHandle(forWritingTo: URL(fileURLWithPath: file.path)).truncate(atOffset: 64)
        _ = column.withValues { $0.count }
        #expect(throws: DataError.changedWhileRead(path: file.path)) { try column.checkIntact() }
        #expect(throws: DataError.changedWhileRead(path: file.path)) { _ = try table.columns(["x"]) }
    }
}
