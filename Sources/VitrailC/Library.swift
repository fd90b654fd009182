// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CVitrail
import Glibc
import VitrailCLI

/// Constant texts, never freed.
private enum Constants {
    static let version = CText(Entry.version)
    static let formats = CText(CalledPicture.formats)
}

@c @implementation
public func vitrail_abi() -> Int32 { VITRAIL_ABI }

@c @implementation
public func vitrail_version() -> UnsafePointer<CChar>! { Constants.version.start }

@c @implementation
public func vitrail_formats() -> UnsafePointer<CChar>! { Constants.formats.start }

@c @implementation
public func vitrail_string_free(_ string: UnsafeMutablePointer<CChar>!) { free(string) }

@c @implementation
public func vitrail_main(_ argc: Int32, _ argv: UnsafePointer<UnsafePointer<CChar>?>!) -> Int32 {
    guard Home.isHere else { return Int32(bitPattern: VITRAIL_ERROR_INTERNAL.rawValue) }
    var arguments: [String] = []
    if argc > 1, let argv {
        for k in 1..<Int(argc) {
            guard let argument = argv[k] else { break }
            // As for a program's arguments: invalid bytes are repaired.
            arguments.append(String(cString: argument))
        }
    }
    return (try? waiting { [arguments] in await Entry.run(arguments) })
        ?? Int32(bitPattern: VITRAIL_ERROR_INTERNAL.rawValue)
}
