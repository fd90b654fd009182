import Foundation
import Synchronization
import Testing
import VitrailImage
import VitrailScene

/// The current folder of a command under test; deleted with its owner.
final class Folder: Sendable {
    let path: String

    init() throws {
        _ = Self.sweep
        path = "\(Self.root)\(Self.prefix)\(getpid())-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static let root = NSTemporaryDirectory()
    private static let prefix = "vitrail-cli-"

    /// Deletes folders left over by killed test runs.
    private static let sweep: Void = {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), kill(process, 0) != 0,
                errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: root + name)
        }
    }()

    func path(_ name: String) -> String { path + "/" + name }

    /// Creates intermediate folders.
    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    func write(_ bytes: [UInt8], _ name: String) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// A sparse file of zeros.
    func writeZeros(_ count: UInt64, _ name: String) throws {
        try write("", name)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
        try file.truncate(atOffset: count)
        try file.close()
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// All names, including hidden ones.
    var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []) }

    func setMode(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }
}

/// Exit status and output of a command.
struct Ending {
    /// Exit code; 128 + n if signal n ended it.
    var code: Int
    var output: [UInt8]
    var error: String

    var errorLines: [Substring] { error.split(separator: "\n") }
}

/// Limits the number of simultaneous commands: tests run in parallel, and a machine with two processors gains nothing
/// from fifty commands at once.
final class Turnstile: Sendable {
    private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(_ count: Int) { state = Mutex((count, [])) }

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}

/// The built command, as a child process.
enum Command {
    private static let turnstile = Turnstile(max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// In the same folder as the tests, where the same build put it.
    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("vitrail").path

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Runs `vitrail`.
    ///
    /// - Parameters:
    ///   - folder: the current folder.
    ///   - input: standard input; empty by default.
    static func run(
        _ arguments: [String], in folder: Folder, input: String = "", environment: [String: String] = [:]
    ) async throws -> Ending {
        try await launch(executable, arguments, folder, input, environment)
    }

    /// Runs a script; `vitrail` in it is the built command.
    static func shell(_ script: String, in folder: Folder, input: String = "") async throws -> Ending {
        try await launch("/bin/sh", ["-c", "vitrail() { \"$VITRAIL\" \"$@\"; }; " + script], folder, input, [:])
    }

    /// A child process that has not been started.
    static func prepare(
        _ program: String, _ arguments: [String], _ folder: Folder, _ environment: [String: String] = [:]
    ) throws -> Process {
        try #require(FileManager.default.isExecutableFile(atPath: executable), "\(executable) was not built")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .merging(["VITRAIL": executable]) { $1 }
        return process
    }

    private static func launch(
        _ program: String, _ arguments: [String], _ folder: Folder, _ input: String, _ environment: [String: String]
    ) async throws -> Ending {
        // Use files, since a full pipe would block the child, and another folder, since tests look at the current one.
        let streams = try Folder()
        for name in ["in", "out", "err"] { try streams.write(name == "in" ? input : "", name) }
        let process = try prepare(program, arguments, folder, environment)
        await turnstile.enter()
        defer { turnstile.leave() }
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: streams.path("in")))
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: streams.path("out")))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: streams.path("err")))
        let code = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Int, any Error>) in
            process.terminationHandler = {
                done.resume(returning: Int($0.terminationStatus) + ($0.terminationReason == .exit ? 0 : 128))
            }
            do { try process.run() } catch { return done.resume(throwing: error) }
            // A command that never ends fails its own test, not the whole run.
            DispatchQueue.global().asyncAfter(deadline: .now() + 120) { if process.isRunning { process.terminate() } }
        }
        return Ending(
            code: code, output: try streams.bytes("out"),
            error: String(decoding: try streams.bytes("err"), as: UTF8.self))
    }
}

/// A decoded picture; for opaque pixels straight and premultiplied alpha are the same.
struct Picture {
    let size: PixelSize
    let pixels: [UInt8]

    /// - Parameter size: size of `rgba`, which has no header.
    init(_ bytes: [UInt8], _ format: ImageFormat, size: PixelSize? = nil) throws {
        switch format {
        case .png:
            let image = try PNGDecoder.decode(bytes)
            (self.size, pixels) = (image.size, image.pixels)
        case .jpeg:
            let image = try JPEGDecoder.decode(bytes)
            (self.size, pixels) = (image.size, image.pixels)
        case .webp: (self.size, pixels) = try WebPDecoder.decodeStraight(bytes)
        case .rgba:
            (self.size, pixels) = (try #require(size), bytes)
            try #require(bytes.count == self.size.width * self.size.height * 4)
        }
    }

    func rgb(_ x: Int, _ y: Int) -> [Int] {
        let at = (y * size.width + x) * 4
        return pixels[at..<at + 3].map { Int($0) }
    }

    /// Number of pixels that pass `test`.
    func count(_ test: (_ rgb: [Int]) -> Bool) -> Int {
        (0..<size.height).reduce(0) { sum, y in sum + (0..<size.width).count { test(rgb($0, y)) } }
    }

    /// Number of pixels that differ from the corner's background.
    var ink: Int {
        let ground = rgb(0, 0)
        return count { zip($0, ground).contains { abs($0 - $1) > 24 } }
    }
}

/// Compares bytes without printing them.
func expectSame(_ a: [UInt8], _ b: [UInt8], location: SourceLocation = #_sourceLocation) {
    let isSame = a == b
    #expect(isSame, "\(a.count) bytes, \(b.count) bytes", sourceLocation: location)
}

extension String {
    func contains(all parts: String...) -> Bool { parts.allSatisfy { contains($0) } }
}
