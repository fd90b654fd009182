import ArgumentParser
import Vitrail

/// The option `--palette`.
enum PaletteOption {
    static let names = PaletteDescription.names.joined(separator: ", ")

    /// A list of colours as CSS writes them, or a name.
    static func read(_ text: String) throws -> PaletteDescription {
        do {
            return try PaletteDescription(text: text)
        } catch {
            throw ValidationError("--palette: \(CommandError.clean(error.message))")
        }
    }
}
