import ArgumentParser
import Vitrail

/// The option `--palette`.
enum PaletteOption {
    static let names = PaletteDescription.names.joined(separator: ", ")

    /// Parses a list of CSS colours, or the name of a palette.
    static func read(_ text: String) throws -> PaletteDescription {
        do {
            return try PaletteDescription(text: text)
        } catch {
            throw ValidationError("--palette: \(CommandError.clean(error.message))")
        }
    }
}
