/// Quotes text for a POSIX shell.
enum ShellText {
    /// Returns a word that the shell expands to `text`. Newlines at the end of a text are lost.
    ///
    /// Control characters are written as octal numbers, so that the word stays on one line and can be printed.
    static func word(_ text: String) -> String {
        if text.unicodeScalars.contains(where: isControl) { return "\"$(printf \(quoted(printfFormat(text))))\"" }
        return !text.isEmpty && text.unicodeScalars.allSatisfy(isPlain) ? text : quoted(text)
    }

    /// Returns an assignment that can precede a command.
    ///
    /// - Parameter variable: `NAME=value`.
    static func assignment(_ variable: String) -> String {
        let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts[0] + "=" + word(parts.count > 1 ? parts[1] : "")
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_-./:,=+@".unicodeScalars.contains(scalar))
    }

    /// Returns the text in single quotes. A single quote inside becomes `'\''`.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Returns the text as a format of `printf`.
    private static func printfFormat(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "%": "%%"
            case _ where isControl(scalar): String(scalar).utf8.map(octal).joined()
            default: String(scalar)
            }
        }.joined()
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
