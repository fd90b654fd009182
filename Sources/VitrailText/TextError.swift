/// Errors of converting a string to glyphs.
public enum TextError: Error, Sendable, Hashable {
    /// A font directory does not exist, is not a directory, or cannot be read: its path and the system's message.
    case unreadableFontDirectory(path: String, reason: String)
    /// A font file cannot be opened: its path and FreeType's error code.
    case unreadableFont(path: String, code: Int)
    /// Neither the default font nor any other font is installed.
    case noFont
    /// A library failed to start: its name and error code.
    case library(name: String, code: Int)
}

extension TextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadableFontDirectory(let path, let reason):
            "font directory \(path) cannot be read: \(reason)"
        case .unreadableFont(let path, let code):
            "font \(path) cannot be opened (FreeType error \(code))"
        case .noFont:
            "no font found: install Inter or DejaVu Sans (Debian: fonts-inter, fonts-dejavu-core) or name a font directory"
        case .library(let name, let code):
            "\(name) does not start (error \(code))"
        }
    }
}
