import Foundation
import VitrailTestSupport

/// Runs `vitrail conformance` as a process.
enum Command {
    struct Result {
        var code: Int32
        /// Standard output.
        var output: String
        /// Standard error.
        var errors: String

        /// The lines about the device and about unexpected results, without the table and its times.
        var findings: [String] {
            output.split(separator: "\n").map(String.init).prefix { !$0.hasPrefix("area ") }.map { $0 }
        }

        /// The commands of the lines `again:`.
        var again: [String] {
            output.split(separator: "\n").compactMap { line in
                line.hasPrefix("    again: ") ? String(line.dropFirst(11)) : nil
            }
        }
    }

    /// The options for the driver that is tested.
    static let driver = RealDriver.library.map { ["--egl-library", $0] } ?? []

    /// - Parameters:
    ///   - environment: variables that are added to the environment of this process.
    ///   - input: bytes for standard input.
    static func run(_ arguments: [String], environment: [String: String] = [:], input: String = "") throws -> Result {
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        return try start(Workers.program[0], ["conformance"] + arguments, all, input)
    }

    /// Runs a line in a shell that knows the command, and no variables of this process.
    static func shell(_ line: String) throws -> Result {
        let folder = URL(fileURLWithPath: Workers.program[0]).deletingLastPathComponent().path
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "/tmp"
        return try start("/bin/sh", ["-c", line], ["PATH": folder + ":/usr/bin:/bin", "HOME": home], "")
    }

    private static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ input: String
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        // Files, because a process that does not read its input would end the tests with SIGPIPE.
        let folder = FileManager.default.temporaryDirectory
        let (given, errors) = (
            folder.appendingPathComponent(UUID().uuidString), folder.appendingPathComponent(UUID().uuidString)
        )
        try Data(input.utf8).write(to: given)
        try Data().write(to: errors)
        defer { for file in [given, errors] { try? FileManager.default.removeItem(at: file) } }
        let read = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = read
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let output = read.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// A folder that exists during a call.
func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let folder = NSTemporaryDirectory() + "vitrail-conformance-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}

extension String {
    init(path: String) throws {
        self = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    func write(toPath path: String) throws { try Data(utf8).write(to: URL(fileURLWithPath: path)) }
}
