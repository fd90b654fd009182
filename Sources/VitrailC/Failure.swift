// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CVitrail
import Glibc
import Vitrail
import VitrailCLI
import VitrailChart
import VitrailDescription

/// The content of a `vitrail_error`: the reason why a call failed.
struct Failure: Error {
    var code: vitrail_error_code
    /// Empty if the error concerns the whole call.
    var path = ""
    var message: String

    static func argument(_ path: String, _ message: String) -> Failure {
        Failure(code: VITRAIL_ERROR_ARGUMENT, path: path, message: message)
    }
    static func data(_ path: String, _ message: String) -> Failure {
        Failure(code: VITRAIL_ERROR_DATA, path: path, message: message)
    }

    init(code: vitrail_error_code, path: String = "", message: String) {
        (self.code, self.path, self.message) = (code, path, message)
    }

    /// - Parameter error: any error of the library.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as DescriptionError:
            let isOption =
                error.path == "options" || error.path.hasPrefix("options.") || error.path.hasPrefix("options[")
            let code =
                isOption ? VITRAIL_ERROR_ARGUMENT : error.kind == .noInput ? VITRAIL_ERROR_NO_INPUT : VITRAIL_ERROR_DATA
            self.init(code: code, path: error.path, message: error.message)
        case CallRefusal.memory(let text): self.init(code: VITRAIL_ERROR_MEMORY, message: text)
        case GLError.closed: self.init(code: VITRAIL_ERROR_CLOSED, message: "the pool is closed")
        default:
            let (status, text) = CallFailure.status(of: error)
            let known = [VITRAIL_ERROR_ARGUMENT, VITRAIL_ERROR_DATA, VITRAIL_ERROR_NO_INPUT, VITRAIL_ERROR_NO_DEVICE]
            let code = known.first { $0.rawValue == UInt32(bitPattern: status) } ?? VITRAIL_ERROR_INTERNAL
            let (path, message) = Self.parts(of: text, in: error)
            self.init(code: code, path: path, message: message)
        }
    }

    /// The message of a chart error starts with its path: `series[0].x: no column is set`.
    private static func parts(of text: String, in error: any Error) -> (path: String, message: String) {
        guard error is ChartError, let end = text.firstIndex(of: ":"), text[..<end].allSatisfy({ !$0.isWhitespace })
        else { return ("", text) }
        return (String(text[..<end]), String(text[text.index(after: end)...].drop { $0 == " " }))
    }
}

/// A `vitrail_error`.
final class FailureBox: Sendable {
    let code: Int32
    let path: CText
    let message: CText

    init(_ failure: Failure) {
        code = Int32(bitPattern: failure.code.rawValue)
        (path, message) = (CText(failure.path), CText(failure.message))
    }
}

/// A C string. It is freed in `deinit`.
final class CText: @unchecked Sendable {
    // Unchecked: the bytes never change.
    let start: UnsafePointer<CChar>

    init(_ text: String) { start = UnsafePointer(makeCString(text)) }

    deinit { free(UnsafeMutablePointer(mutating: start)) }
}

/// A copy for `free`. A zero byte, which would end the C string, is written as `\u0000`.
func makeCString(_ text: String) -> UnsafeMutablePointer<CChar> {
    let text = text.utf8.contains(0) ? text.replacing("\0", with: "\\u0000") : text
    // If there is no memory for a short text, an error cannot be reported either.
    guard let copy = strdup(text) else { fatalError("out of memory") }
    return copy
}

/// Runs the body of a function that can fail. Stores an error in the caller's variable.
///
/// - Returns: `nil` after an error.
func catching<Result>(_ error: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws -> Result) -> Result? {
    do {
        return try body()
    } catch let caught {
        if let error { error.pointee = handle(FailureBox(Failure(caught))) }
        return nil
    }
}

@c @implementation
public func vitrail_error_get_code(_ error: OpaquePointer!) -> Int32 { object(error, FailureBox.self)?.code ?? 0 }

@c @implementation
public func vitrail_error_get_path(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    object(error, FailureBox.self)?.path.start
}

@c @implementation
public func vitrail_error_get_message(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
    object(error, FailureBox.self)?.message.start
}

@c @implementation
public func vitrail_error_free(_ error: OpaquePointer!) { release(error, FailureBox.self) }
