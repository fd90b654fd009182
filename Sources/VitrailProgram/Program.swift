import VitrailCLI

/// The executable `vitrail`. Not a `main.swift`: that opens files before it runs, also in the place of closed standard streams.
@main
enum Program {
    static func main() async { await Entry.main() }
}
