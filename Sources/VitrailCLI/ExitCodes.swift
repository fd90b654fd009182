import ArgumentParser
import Vitrail
import VitrailConformance

/// Exit codes after sysexits(3).
enum Exit {
    /// A tested driver did not behave as expected.
    static let unexpected = ExitCode(1)
    static let usage = ExitCode(64)
    static let badData = ExitCode(65)
    static let noInput = ExitCode(66)
    static let noDevice = ExitCode(69)
    static let bug = ExitCode(70)
    static let cannotWrite = ExitCode(73)
    /// A chart exceeded its time limit.
    static let timedOut = ExitCode(75)

    /// Ended by a signal, in the notation of shells.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(128 + number) }

    /// Runs a command's body. Prints an error on stderr in one write, and converts it to its exit code.
    nonisolated(nonsending) static func reporting(_ body: nonisolated(nonsending) () async throws -> Void) async throws
    {
        do {
            try await body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            let code = code(for: error)
            StandardStreams.tell("vitrail: \(error)")
            if code == bug {
                StandardStreams.tell(
                    "vitrail: this is a bug of vitrail's or of the driver's, not yours: please report it")
            }
            throw code
        }
    }

    static func code(for error: any Error) -> ExitCode {
        switch error {
        case let error as CommandError: code(for: error)
        case let error as DescriptionError: ExitCode(error.kind.rawValue)
        case let error as DataError: ExitCode(error.fault.rawValue)
        case ChartError.text: noDevice
        case is ChartError, is ImageError: badData
        case is RenderError: timedOut
        case let error as GLError: code(for: error)
        case let error as ConformanceError: code(for: error)
        default: bug
        }
    }

    private static func code(for error: CommandError) -> ExitCode {
        switch error {
        case .usage: usage
        case .cannotWrite: cannotWrite
        case .cannotRead, .noWriter, .fontFolder: noInput
        case .noHardware, .threads, .noProc, .cannotServe: noDevice
        case .worker(let failure): ExitCode(failure.code)
        case .description(let error, _): ExitCode(error.kind.rawValue)
        case .tooLarge, .tooMuchMemory, .noRows, .noNumbers, .repeatedPosition, .negativeSlice: badData
        }
    }

    private static func code(for error: ConformanceError) -> ExitCode {
        switch error {
        case .noMatch, .noCases: usage
        case .cannotRead: noInput
        case .cannotWrite: cannotWrite
        case .expectations, .results: badData
        case .device: noDevice
        case .spawn: bug
        case .interrupted(let number): signal(number)
        }
    }

    /// Distinguishes devices that lack a feature from driver errors that should not occur.
    private static func code(for error: GLError) -> ExitCode {
        switch error {
        case .pictureTooLarge: badData
        case .library, .noDevice, .contextCreation, .sizeBeyondLimit, .extensionMissing, .outOfMemory, .contextLost,
            .framebufferIncomplete:
            noDevice
        default: bug
        }
    }
}
