import Foundation
import Testing
import VitrailChartJS

/// Chart.js' own test fixtures, from a folder beside the project or from VITRAIL_CHARTJS_FIXTURES.
///
/// With VITRAIL_CHARTJS_JOBS the test writes a `vitrail batch` job for each fixture; compare.py draws and compares
/// them.
@Suite struct FixtureTests {
    static let folder: URL? = {
        let given = ProcessInfo.processInfo.environment["VITRAIL_CHARTJS_FIXTURES"]
        let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../shared/corpora/chartjs"
        ).standardized
        let folder = given.map { URL(filePath: $0) } ?? beside
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    @Test(.enabled(if: folder != nil, "the fixtures of Chart.js are not here"))
    func `fixtures are read or refused with a reason`() throws {
        let folder = try #require(Self.folder)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "json"
        }
        try #require(files.count > 300)
        var jobs: [String] = []
        var refused: [String] = []
        for file in files.sorted(by: { $0.path < $1.path }) {
            let name = file.deletingPathExtension().lastPathComponent
            let whole = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
            let (text, context) = try Self.config(
                whole, picture: file.deletingPathExtension().appendingPathExtension("png"))
            do throws(ChartJSError) {
                let config = try ChartJSConfig(text: text, context: context)
                jobs.append("{\"id\":\"\(name)\",\"chart\":\(String(decoding: config.description, as: UTF8.self))}")
            } catch {
                #expect(!error.message.isEmpty, "\(name)")
                refused.append("\(name): \(error)")
            }
        }
        #expect(refused.count <= files.count / 20, "\(refused)")
        if let path = ProcessInfo.processInfo.environment["VITRAIL_CHARTJS_JOBS"] {
            try Data((jobs.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        }
    }

    /// The configuration that Chart.js' tests use: legends only if a fixture has one, and no automatic colours.
    private static func config(_ whole: [String: Any], picture: URL) throws -> (String, ChartJSContext) {
        var config = try #require(whole["config"] as? [String: Any])
        var options = config["options"] as? [String: Any] ?? [:]
        var plugins = options["plugins"] as? [String: Any] ?? [:]
        if plugins["legend"] == nil || plugins["legend"] is NSNull { plugins["legend"] = false }
        if (plugins["colors"] as? [String: Any])?["enabled"] as? Bool != true { plugins["colors"] = ["enabled": false] }
        options["plugins"] = plugins
        config["options"] = options
        let header = try FileHandle(forReadingFrom: picture).read(upToCount: 24) ?? Data()
        func number(_ position: Int) -> Double { header[position..<position + 4].reduce(0) { $0 * 256 + Double($1) } }
        let ratio = options["devicePixelRatio"] as? Double ?? 1
        let text = String(decoding: try JSONSerialization.data(withJSONObject: config), as: UTF8.self)
        return (text, ChartJSContext(width: number(16) / ratio, height: number(20) / ratio))
    }
}
