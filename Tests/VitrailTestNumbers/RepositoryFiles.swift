import Foundation

/// Files of the repository.
package enum RepositoryFiles {
    /// Path of the repository's folder.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    package static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

/// The description of the error that `body` throws; `nil` if it returns.
package func errorMessage<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> String? {
    do throws(Failure) {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
