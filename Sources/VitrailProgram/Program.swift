import VitrailCLI

/// The executable `vitrail`.
@main
enum Program {
    static func main() async {
        Entry.start()
        await Entry.main()
    }
}
