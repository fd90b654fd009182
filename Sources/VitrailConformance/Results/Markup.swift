/// Escapes text for XML.
enum Markup {
    /// For text and for attributes in double quotes. Control characters, which XML does not allow, become spaces.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            default:
                result.unicodeScalars.append(
                    scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? " " : scalar)
            }
        }
        return result
    }
}
