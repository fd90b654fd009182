/// The result of resolving a `Font`: its primary face and the fallback fonts.
final class FontStack {
    /// Number of the stack in its library; never reused.
    let id: Int
    /// The family in use, which may differ from the requested one.
    let family: String
    /// The requested family if it is not installed. `nil`: it is installed, or no family was requested.
    let missingFamily: String?
    let isBold: Bool
    let hasTabularDigits: Bool
    /// Index of the primary face.
    let primary: Int
    /// Fallback fonts; loaded when the primary face first lacks a glyph.
    var candidates: FontConfiguration.Candidates?
    /// Search results for clusters of one scalar; a `nil` value: no font has the scalar.
    var knownFaces: [Unicode.Scalar: Int?] = [:]

    init(id: Int, family: String, missingFamily: String?, isBold: Bool, hasTabularDigits: Bool, primary: Int) {
        self.id = id
        self.family = family
        self.missingFamily = missingFamily
        self.isBold = isBold
        self.hasTabularDigits = hasTabularDigits
        self.primary = primary
    }
}
