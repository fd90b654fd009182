package import VitrailScene

/// Well-known palettes of other tools, under their original names. The ColorBrewer palettes are by C. Brewer and M.
/// Harrower (Apache License 2.0), `okabeIto` is by M. Okabe and K. Ito, and `tab10` is from Matplotlib and D3.
extension Palette {
    /// Names that `colors(named:)` accepts.
    package static let names = named.map(\.name)

    /// The colours of a palette, ignoring the case of `name`; `nil` if `names` does not contain it.
    package static func colors(named name: String) -> [Color]? {
        let wanted = name.lowercased()
        return named.first { $0.name.lowercased() == wanted }.map { $0.colors.map { Color($0) } }
    }

    private static let named: [(name: String, colors: [UInt32])] = [
        ("Accent", [0x7FC97F, 0xBEAED4, 0xFDC086, 0xFFFF99, 0x386CB0, 0xF0027F, 0xBF5B17, 0x666666]),
        ("Dark2", [0x1B9E77, 0xD95F02, 0x7570B3, 0xE7298A, 0x66A61E, 0xE6AB02, 0xA6761D, 0x666666]),
        ("okabeIto", [0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0xF0E442, 0x000000]),
        (
            "Paired",
            [
                0xA6CEE3, 0x1F78B4, 0xB2DF8A, 0x33A02C, 0xFB9A99, 0xE31A1C, 0xFDBF6F, 0xFF7F00, 0xCAB2D6, 0x6A3D9A,
                0xFFFF99,
                0xB15928,
            ]
        ),
        ("Pastel1", [0xFBB4AE, 0xB3CDE3, 0xCCEBC5, 0xDECBE4, 0xFED9A6, 0xFFFFCC, 0xE5D8BD, 0xFDDAEC, 0xF2F2F2]),
        ("Pastel2", [0xB3E2CD, 0xFDCDAC, 0xCBD5E8, 0xF4CAE4, 0xE6F5C9, 0xFFF2AE, 0xF1E2CC, 0xCCCCCC]),
        ("Set1", [0xE41A1C, 0x377EB8, 0x4DAF4A, 0x984EA3, 0xFF7F00, 0xFFFF33, 0xA65628, 0xF781BF, 0x999999]),
        ("Set2", [0x66C2A5, 0xFC8D62, 0x8DA0CB, 0xE78AC3, 0xA6D854, 0xFFD92F, 0xE5C494, 0xB3B3B3]),
        (
            "Set3",
            [
                0x8DD3C7, 0xFFFFB3, 0xBEBADA, 0xFB8072, 0x80B1D3, 0xFDB462, 0xB3DE69, 0xFCCDE5, 0xD9D9D9, 0xBC80BD,
                0xCCEBC5,
                0xFFED6F,
            ]
        ),
        ("tab10", tab10), ("tableau10", tab10), ("category10", tab10),
    ]

    private static let tab10: [UInt32] = [
        0x1F77B4, 0xFF7F0E, 0x2CA02C, 0xD62728, 0x9467BD, 0x8C564B, 0xE377C2, 0x7F7F7F, 0xBCBD22, 0x17BECF,
    ]
}
