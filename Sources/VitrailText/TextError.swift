/// What can go wrong between a string and its glyphs.
public enum TextError: Error, Sendable, Hashable {
    /// A font directory is absent, no directory, or closed to us: its path and the system's words.
    case unreadableFontDirectory(path: String, reason: String)
    /// A font file does not open: its path and FreeType's error code.
    case unreadableFont(path: String, code: Int)
    /// Neither the default font nor any other is installed.
    case noFont
    /// A library does not start: its name and error code.
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
