import ArgumentParser
import Foundation
import Vitrail

/// Exit codes after sysexits(3).
enum Exit {
    static let badData = ExitCode(65)
    static let noInput = ExitCode(66)
    static let noDevice = ExitCode(69)
    static let bug = ExitCode(70)
    static let cannotWrite = ExitCode(73)

    /// Runs a command's body; an error is printed in one piece on stderr and becomes its exit code.
    nonisolated(nonsending) static func reporting(_ body: nonisolated(nonsending) () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            Console.error("\(error)")
            throw code(for: error)
        }
    }

    private static func code(for error: any Error) -> ExitCode {
        switch error {
        case let error as DescriptionError: ExitCode(error.kind.rawValue)
        case let error as DataError: ExitCode(error.fault.rawValue)
        case is ChartError, is TextError: badData
        case GLError.library, GLError.noDevice, GLError.contextCreation: noDevice
        case let error as OutputError: error.isCannotWrite ? cannotWrite : badData
        case is ImageError: badData
        default: bug
        }
    }
}

/// Standard error, a line at a time.
enum Console {
    static func error(_ text: String) {
        FileHandle.standardError.write(Data("vitrail: \(text)\n".utf8))
    }

    static func plain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
