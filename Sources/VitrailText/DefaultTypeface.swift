import VitrailScene

/// A typeface for texts that name none, and where distributions put it.
struct DefaultTypeface {
    let family: String
    /// File names of the two faces.
    let regular: String
    let bold: String
    /// Asked before fontconfig, whose start costs more than everything else about a first label.
    let directories: [String]

    /// The one that is used, then what stands in for it where it is not installed.
    static let all = [inter, dejaVu]

    /// Made for screens, with tabular digits on demand: Debian and Ubuntu, Fedora, Arch.
    static let inter = DefaultTypeface(
        family: "Inter", regular: "Inter-Regular.otf", bold: "Inter-Bold.otf",
        directories: ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/rsms-inter-fonts", "/usr/share/fonts/inter"])

    /// Debian, Fedora, openSUSE and Alpine, Arch.
    static let dejaVu = DefaultTypeface(
        family: "DejaVu Sans", regular: "DejaVuSans.ttf", bold: "DejaVuSans-Bold.ttf",
        directories: [
            "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/truetype",
            "/usr/share/fonts/dejavu", "/usr/share/fonts/TTF",
        ])

    /// Where the file of a face may be: first where Vitrail was delivered with it, so that pictures are the same on each machine.
    func paths(isBold: Bool) -> [String] {
        let file = isBold ? bold : regular
        return (DeliveredFiles.path("fonts/\(file)").map { [$0] } ?? []) + directories.map { "\($0)/\(file)" }
    }

    /// Both faces, for fontconfig; nil = the typeface was not delivered.
    var delivered: FontSource? {
        let files = [regular, bold].compactMap { DeliveredFiles.path("fonts/\($0)") }
        return files.first.map { FontSource(path: $0, files: files) }
    }
}
