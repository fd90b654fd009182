import FoundationEssentials
import Glibc

/// Writes all formats of a report to the output folder.
public enum ReportFolder {
    private static let names = [
        "report.txt", "results.csv", "failures.csv", "results.xml", "results.tap", "results.jsonl", "results.qpa",
        "perf.txt", "perf.csv",
    ]

    /// Removes the files that a previous run has written there, and no others.
    static func clean(_ folder: String) {
        for name in names { unlink("\(folder)/\(name)") }
        PictureFolder(folder).clean()
        ProgramFolder(folder).clean()
    }

    /// Writes `report.txt`, `results.csv`, `failures.csv`, `results.xml` (JUnit), `results.tap`, `results.qpa` and
    /// `results.jsonl`, next to the pictures in `images/` and the programs in `shaders/`. If frames were measured, also
    /// writes `perf.txt` and `perf.csv`.
    ///
    /// - Throws: `ConformanceError.cannotWrite`.
    public static func write(_ report: RunReport, to folder: String) throws(ConformanceError) {
        try FolderFiles.make(folder)
        var failures = report
        failures.results = report.results.filter(\.verdict.isUnexpected)
        func picture(_ file: String) -> [UInt8]? {
            try? [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
        }
        // The log omits missing pictures.
        let files = [
            ("report.txt", TableWriter.text(report)), ("results.csv", CSVWriter.text(report)),
            ("failures.csv", CSVWriter.text(failures)),
            ("results.xml", JUnitWriter.text(report)), ("results.tap", TAPWriter.text(report)),
            ("results.jsonl", JSONLinesWriter.text(report)),
            ("results.qpa", QPAWriter.text(report, picture: picture, program: ProgramFolder(folder).program)),
        ]
        if report.results.contains(where: { $0.result.frames != nil }) {
            try FolderFiles.write(Array(FrameTable.text(report).utf8), to: folder + "/perf.txt")
            try FolderFiles.write(Array(FrameTable.csv(report).utf8), to: folder + "/perf.csv")
        }
        for (name, text) in files { try FolderFiles.write(Array(text.utf8), to: folder + "/" + name) }
    }
}
