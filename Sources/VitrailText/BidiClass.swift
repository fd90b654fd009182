/// The bidirectional character types of UAX #9, table 4, without explicit embeddings.
enum BidiClass: UInt8 {
    case left, right, arabicLetter
    case europeanNumber, europeanSeparator, europeanTerminator, arabicNumber, commonSeparator
    case nonspacingMark, boundaryNeutral, whitespace, otherNeutral

    var isNumber: Bool { self == .europeanNumber || self == .arabicNumber }
    /// NI in the N rules.
    var isNeutral: Bool { self == .whitespace || self == .otherNeutral }

    /// The type of a scalar, from its block and general category. Isolates and embeddings count as boundary neutrals.
    ///
    /// - Source: the ranges of DerivedBidiClass.txt, condensed: blocks for the right-to-left scripts, single values for
    ///   numbers and their punctuation, the general category for the rest.
    init(_ scalar: Unicode.Scalar) {
        if let number = BidiClass(numeric: scalar.value) {
            self = number
            return
        }
        switch scalar.value {
        case 0x200E: self = .left
        case 0x200F: self = .right
        case 0x061C: self = .arabicLetter
        default:
            self =
                BidiClass(category: scalar.properties.generalCategory, value: scalar.value)
        }
    }

    /// Digits, and the signs in and next to numbers. `nil`: another character.
    private init?(numeric value: UInt32) {
        switch value {
        case 0x30...0x39, 0xB2, 0xB3, 0xB9, 0x06F0...0x06F9, 0x2070, 0x2074...0x2079, 0x2080...0x2089,
            0xFF10...0xFF19, 0x1D7CE...0x1D7FF:
            self = .europeanNumber
        case 0x0600...0x0605, 0x0660...0x0669, 0x066B, 0x066C, 0x06DD: self = .arabicNumber
        case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFF0B, 0xFF0D: self = .europeanSeparator
        case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x0609, 0x060A, 0x066A, 0x2030...0x2034, 0x20A0...0x20CF,
            0x2213:
            self = .europeanTerminator
        case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x060C, 0x202F, 0x2044: self = .commonSeparator
        default: return nil
        }
    }

    private init(category: Unicode.GeneralCategory, value: UInt32) {
        switch category {
        case .nonspacingMark, .enclosingMark: self = .nonspacingMark
        case .control, .format: self = .boundaryNeutral
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: self = .whitespace
        default:
            if let strong = BidiClass(block: value) {
                self = strong
            } else {
                self = BidiClass.isLetterLike(category) ? .left : .otherNeutral
            }
        }
    }

    private init?(block value: UInt32) {
        switch value {
        case 0x0606, 0x0607, 0x060E, 0x060F, 0x06DE, 0x06E9, 0xFD3E, 0xFD3F, 0xFDFD...0xFDFF: self = .otherNeutral
        case 0x0600...0x07BF, 0x0860...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F,
            0x10EC0...0x10EFF, 0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F, 0x1EE00...0x1EEFF:
            self = .arabicLetter
        case 0x0590...0x05FF, 0x07C0...0x085F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            self = .right
        default: return nil
        }
    }

    private static func isLetterLike(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .spacingMark, .decimalNumber, .letterNumber, .privateUse, .unassigned:
            true
        default: false
        }
    }
}
