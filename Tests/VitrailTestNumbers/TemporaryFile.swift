import Foundation

/// A file in the temporary folder; deleted with its owner.
package final class TemporaryFile {
    package let path: String

    package init(_ bytes: some Sequence<UInt8>, suffix: String = ".csv") throws {
        path = NSTemporaryDirectory() + "vitrail-\(UUID().uuidString)\(suffix)"
        try Data(Array(bytes)).write(to: URL(fileURLWithPath: path))
    }

    package convenience init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }

    package convenience init<Element: BitwiseCopyable>(raw values: [Element]) throws {
        try self.init(values.withUnsafeBytes { Array($0) }, suffix: ".raw")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
