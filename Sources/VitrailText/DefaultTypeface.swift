import VitrailScene

/// A typeface for texts without a font family, and its paths in Linux distributions.
struct DefaultTypeface {
    let family: String
    /// File names of the two faces.
    let regular: String
    let bold: String
    /// Folders to try before fontconfig, whose start costs more than everything else for a first label.
    let directories: [String]

    /// The default typeface, followed by its substitute if it is not installed.
    static let all = [inter, dejaVu]

    /// Designed for screens, with optional tabular digits. Folders of Debian and Ubuntu, Fedora, Arch.
    static let inter = DefaultTypeface(
        family: "Inter", regular: "Inter-Regular.otf", bold: "Inter-Bold.otf",
        directories: ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/rsms-inter-fonts", "/usr/share/fonts/inter"])

    /// Folders of Debian, Fedora, openSUSE and Alpine, Arch.
    static let dejaVu = DefaultTypeface(
        family: "DejaVu Sans", regular: "DejaVuSans.ttf", bold: "DejaVuSans-Bold.ttf",
        directories: [
            "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/truetype",
            "/usr/share/fonts/dejavu", "/usr/share/fonts/TTF",
        ])

    /// Possible paths of a face. The file that is delivered with Vitrail comes first, so that renders are equal on
    /// every machine.
    func paths(isBold: Bool) -> [String] {
        let file = isBold ? bold : regular
        return (DeliveredFiles.path("fonts/\(file)").map { [$0] } ?? []) + directories.map { "\($0)/\(file)" }
    }

    /// Both faces, for fontconfig. `nil`: the typeface is not delivered with Vitrail.
    var delivered: FontSource? {
        let files = [regular, bold].compactMap { DeliveredFiles.path("fonts/\($0)") }
        return files.first.map { FontSource(path: $0, files: files) }
    }
}
