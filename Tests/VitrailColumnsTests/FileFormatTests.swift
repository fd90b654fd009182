import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailDescription

/// Names files of other formats, with the command that converts them.
@Suite struct FileFormatTests {
    private static let files: [(FileFormat, [UInt8])] = [
        (.parquet, Array("PAR1".utf8) + [0x15, 4]), (.arrow, Array("ARROW1".utf8) + [0, 0]),
        (.feather, Array("FEA1".utf8) + [0, 0, 0]),
        (.xlsx, [0x50, 0x4B, 3, 4] + [UInt8](repeating: 1, count: 26) + Array("[Content_Types].xml".utf8)),
        (.zip, [0x50, 0x4B, 3, 4] + [UInt8](repeating: 1, count: 26) + Array("a.csv".utf8)),
        (.npz, [0x50, 0x4B, 3, 4] + [UInt8](repeating: 1, count: 26) + Array("arr_0.npy".utf8)),
        (.xls, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]), (.gzip, [0x1F, 0x8B, 8, 0]),
        (.bzip2, Array("BZh91AY".utf8) + [1]),
        (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
        (.hdf5, [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.sqlite, Array("SQLite format 3".utf8) + [0]), (.pdf, Array("%PDF-1.4\n".utf8)),
        (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.pickle, [0x80, 4, 0x95, 1]), (.pickle, [0x80, 2, 0x63]),
        (.numpy, [0x93] + Array("NUMPY".utf8)),
        (.html, Array("\n <!DOCTYPE html>\n<html>".utf8)), (.html, Array("<HTML><head>".utf8)),
        (.xml, Array("<?xml version=\"1.0\"?>".utf8)),
        (.json, Array("{\"a\": 1}".utf8)), (.json, Array("[{\"a\": 1}]".utf8)),
        (.json, [0xEF, 0xBB, 0xBF] + Array("{\n \"a\"".utf8)),
    ]

    @Test func formatsAreRecognisedByTheirFirstBytes() {
        for (format, bytes) in Self.files { #expect(FileFormat.recognise(bytes) == format) }
    }

    /// Lines of a header that resemble some format.
    @Test(arguments: [
        "", "a,b\n1,2\n", "PAR1,PAR2\n1,2\n", "ARROW1;x\n", "ORC,y\n1,2\n", "BZh,y\n", "RDX\n1\n", "[V],[A]\n1,2\n",
        "<x>,y\n", "{x},y\n", "GIF89a,b\n", "\u{FEFF}x,y\n",
    ])
    func headersOfTablesAreNone(text: String) {
        #expect(FileFormat.recognise(Array(text.utf8)) == nil)
    }

    @Test func tablesOfOtherFormatsAreRefusedByName() throws {
        for (format, bytes) in Self.files where format != .gzip {
            let file = try TemporaryFile(bytes, suffix: ".csv")
            do throws(DataError) {
                _ = try CSVFile(path: file.path)
                Issue.record("\(format) is read")
            } catch {
                #expect(error == .foreignFormat(path: file.path, format))
                #expect(error.description.hasPrefix("\(file.path): this is \(format.phrase); "))
                #expect(error.description.utf8.allSatisfy { $0 >= 32 && $0 < 127 })
            }
        }
    }

    @Test func descriptionsOfOtherFormatsAreRefusedByName() throws {
        for (format, bytes) in Self.files where format != .json {
            let file = try TemporaryFile(bytes, suffix: ".json")
            let message = errorMessage { () throws(DescriptionError) in
                try ChartDescription(contentsOf: file.path)
            }
            #expect(
                message?.hasPrefix("\(file.path): this is \(format.phrase), not a chart description in JSON; ") == true,
                "\(format)")
        }
    }

    @Test func commandsNameTheFileAndDoNotOverwriteIt() {
        #expect(
            FileFormat.parquet.advice(path: "data/x.parquet").hasSuffix(
                "pd.read_parquet('data/x.parquet').to_csv('data/x.csv', index=False)\""))
        #expect(FileFormat.parquet.advice(path: "x.csv").contains("to_csv('x-table.csv'"))
        for path in ["it's.csv", "a b.csv", "-x", "$(rm).csv", "standard input", "", "a\"b"] {
            #expect(FileFormat.parquet.advice(path: path).contains("read_parquet('FILE').to_csv('FILE.csv'"))
        }
        for format in FileFormat.allCases { #expect(!format.advice(path: "x").isEmpty && !format.phrase.isEmpty) }
    }
}
