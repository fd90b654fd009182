/// What a wished-for font comes to: the face that is tried first, and the fonts asked after it.
final class FontStack {
    /// Position among the library's stacks; never reused.
    let id: Int
    /// The family that is drawn, which need not be the one asked for.
    let family: String
    /// The family that was asked for, where no font of it is installed.
    let missingFamily: String?
    let isBold: Bool
    let hasTabularDigits: Bool
    /// Index of the first face.
    let primary: Int
    /// Loaded when the primary face first lacks a glyph.
    var candidates: FontConfiguration.Candidates?
    /// What was found for clusters of one scalar; nil inside = no font has it.
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
