import Foundation
import VitrailTestNumbers

@testable import VitrailDescription

/// Files of the repository used to test descriptions.
enum DescriptionFiles {
    static let root = RepositoryFiles.root

    static let examples = json(in: "Examples")
    static let broken = json(in: "Tests/schema/broken")

    /// Names without `.json`.
    private static func json(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
        return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    static func example(_ name: String) -> String { "\(root)/Examples/\(name).json" }
    static func broken(_ name: String) -> String { "\(root)/Tests/schema/broken/\(name).json" }

    static func bytes(_ path: String) throws -> [UInt8] { try RepositoryFiles.bytes(path) }

    /// The message of a failed decoding; `nil` on success.
    static func message(_ body: () throws(DescriptionError) -> some Any) -> String? {
        do throws(DescriptionError) {
            _ = try body()
            return nil
        } catch {
            return error.description
        }
    }
}
