import Foundation
import Vitrail

/// CSV file → columns: 10⁷ rows of two numbers, the second one with 17 digits, as languages print them.
enum CSVStage {
    private static let count = 10_000_000

    static func rows(_ bench: Bench) async throws -> [Row] {
        // Short runs use a tenth of the rows.
        let (count, name) = bench.options.seconds < 1 ? (count / 10, "10⁶") : (count, "10⁷")
        let path = NSTemporaryDirectory() + "vitrail-bench-\(getpid()).csv"
        defer { unlink(path) }
        let bytes = try write(count, to: path)
        var processor: [Double] = []
        let sample = try await Sample(warmUp: 1, seconds: bench.options.seconds * 0.3, atLeast: 3) {
            let before = processorMilliseconds()
            guard try CSV.columns(["x", "y"], ofFile: path)["y"]?.count == count else {
                throw CocoaError(.fileReadCorruptFile)
            }
            processor.append(processorMilliseconds() - before)
        }
        let best = processor.min() ?? .nan
        return [
            Row(
                key: "csv.numbers", name: "CSV, \(name) rows × 2 numbers, \(bytes / 1_000_000) MB", sample: sample,
                detail: "\(decimal(Double(bytes) / best / 1000, 0)) MB/s a core", goal: "≥ 250 MB/s a core")
        ]
    }

    private static func write(_ count: Int, to path: String) throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw CocoaError(.fileWriteUnknown)
        }
        defer { try? file.close() }
        var numbers = Seeded(5)
        var text = "x,y\n"
        var bytes = 0
        for row in 0..<count {
            text += "\(row),\(numbers.next() * 100)\n"
            if text.utf8.count > 1 << 20 || row == count - 1 {
                try file.write(contentsOf: Data(text.utf8))
                bytes += text.utf8.count
                text = ""
            }
        }
        return bytes
    }
}
