/// A file format that is neither CSV nor a chart description, recognised by the first bytes of a file.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
    case parquet, arrow, feather, orc, avro
    case xlsx, ods, npz, zip, xls
    case gzip, bzip2, xz, zstd, lz4, sevenZip, rar
    case hdf5, netCDF, matlab, sqlite, stata, spss, sas, rData
    case pickle, numpy
    case pdf, png, jpeg, gif, webp, tiff
    case html, xml, json
    case program

    /// Number of bytes that `recognise` reads.
    public static let lookedAt = 4_096

    /// The format of a file that begins with `bytes`. `nil`: other text, or an unknown format.
    ///
    /// A file is JSON only if its first bytes cannot begin the header line of a CSV file: `{"` or `[{`.
    public static func recognise(_ bytes: Span<UInt8>) -> FileFormat? {
        let head = bytes.extracting(first: lookedAt)
        func begins(_ magic: [UInt8], at start: Int = 0) -> Bool {
            guard head.count >= start + magic.count else { return false }
            for i in magic.indices where head[start + i] != magic[i] { return false }
            return true
        }
        if begins([0x50, 0x4B, 3, 4]) { return archive(head) }
        for (format, magic) in magics where begins(magic) { return format }
        // A header line of a CSV file may begin with these letters.
        if holdsControls(head) { for (format, magic) in words where begins(Array(magic.utf8)) { return format } }
        if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return .webp }
        // The protocol number, and an operation that a pickle of that protocol begins with.
        if head.count >= 3, head[0] == 0x80, (2...5).contains(head[1]), pickleStarts.contains(head[2]) {
            return .pickle
        }
        return text(head)
    }

    /// Same as above, for bytes in an array.
    public static func recognise(_ bytes: [UInt8]) -> FileFormat? { recognise(bytes.span) }

    private static let magics: [(FileFormat, [UInt8])] = [
        (.arrow, [0xFF, 0xFF, 0xFF, 0xFF]), (.avro, [0x4F, 0x62, 0x6A, 1]), (.zip, [0x50, 0x4B, 5, 6]),
        (.zip, [0x50, 0x4B, 7, 8]),
        (.xls, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        (.gzip, [0x1F, 0x8B]), (.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
        (.lz4, [0x04, 0x22, 0x4D, 0x18]), (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        (.rar, Array("Rar!".utf8) + [0x1A, 0x07]),
        (.hdf5, [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]), (.netCDF, Array("CDF".utf8) + [1]),
        (.netCDF, Array("CDF".utf8) + [2]),
        (.netCDF, Array("CDF".utf8) + [5]),
        (.matlab, Array("MATLAB 5.0 MAT-file".utf8)), (.sqlite, Array("SQLite format 3".utf8) + [0]),
        (.stata, Array("<stata_dta>".utf8)),
        (.spss, Array("$FL2".utf8)), (.spss, Array("$FL3".utf8)),
        (.sas, Array(repeating: 0, count: 12) + [0xC2, 0xEA, 0x81, 0x60]),
        (.numpy, [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]), (.pdf, Array("%PDF-".utf8)),
        (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.jpeg, [0xFF, 0xD8, 0xFF]), (.tiff, [0x49, 0x49, 0x2A, 0]),
        (.tiff, [0x4D, 0x4D, 0, 0x2A]), (.program, [0x7F, 0x45, 0x4C, 0x46]),
    ]

    private static let words: [(FileFormat, String)] = [
        (.parquet, "PAR1"), (.parquet, "PARE"), (.arrow, "ARROW1"), (.feather, "FEA1"), (.orc, "ORC"), (.bzip2, "BZh"),
        (.rData, "RDX"), (.rData, "RDA"),
        (.gif, "GIF87a"), (.gif, "GIF89a"),
    ]

    /// Whether the first 512 bytes contain control characters that text does not have.
    private static func holdsControls(_ head: Span<UInt8>) -> Bool {
        for i in 0..<min(head.count, 512) where head[i] < 9 || 14..<32 ~= head[i] { return true }
        return false
    }

    private static let pickleStarts: [UInt8] = [0x95, 0x5D, 0x7D, 0x63, 0x28, 0x8C, 0x58, 0x29, 0x5B]

    /// Format of a zip file, by the names of its first entries.
    private static func archive(_ head: Span<UInt8>) -> FileFormat {
        func holds(_ text: String) -> Bool {
            let wanted = Array(text.utf8)
            guard head.count >= wanted.count else { return false }
            return (0...head.count - wanted.count).contains { start in
                wanted.indices.allSatisfy { head[start + $0] == wanted[$0] }
            }
        }
        if holds("[Content_Types].xml") || holds("xl/") { return .xlsx }
        if holds("application/vnd.oasis.opendocument.spreadsheet") { return .ods }
        // Either the name of the first entry, or the first bytes of its data if they are not compressed.
        return holds(".npy") || holds("\u{93}NUMPY") ? .npz : .zip
    }

    private static func text(_ head: Span<UInt8>) -> FileFormat? {
        var at = head.count >= 3 && head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF ? 3 : 0
        func skipSpace() { while at < head.count, [32, 9, 10, 13].contains(head[at]) { at += 1 } }
        skipSpace()
        guard at < head.count else { return nil }
        switch head[at] {
        case UInt8(ascii: "<"):
            var bytes: [UInt8] = []
            for i in at..<min(at + 16, head.count) { bytes.append(head[i]) }
            let start = String(decoding: bytes, as: UTF8.self).lowercased()
            if ["<!doctype html", "<html", "<head", "<body", "<script", "<!--"].contains(where: start.hasPrefix) {
                return .html
            }
            return start.hasPrefix("<?xml") || start.hasPrefix("<svg") || start.hasPrefix("<!doctype") ? .xml : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isList = head[at] == UInt8(ascii: "[")
            at += 1
            skipSpace()
            guard at < head.count else { return nil }
            let next = head[at]
            return next == UInt8(ascii: isList ? "{" : "\"") || next == UInt8(ascii: isList ? "[" : "}") ? .json : nil
        default: return nil
        }
    }
}

extension FileFormat {
    /// The phrase after "this is", for example "a Parquet file".
    public var phrase: String {
        switch self {
        case .parquet: "a Parquet file"
        case .arrow: "an Arrow (Feather) file"
        case .feather: "a Feather file"
        case .orc: "an ORC file"
        case .avro: "an Avro file"
        case .xlsx: "an Excel workbook (.xlsx)"
        case .ods: "an OpenDocument spreadsheet (.ods)"
        case .npz: "a NumPy archive (.npz)"
        case .zip: "a zip archive"
        case .xls: "an old Excel workbook (.xls)"
        case .gzip: "a file compressed with gzip"
        case .bzip2: "a file compressed with bzip2"
        case .xz: "a file compressed with xz"
        case .zstd: "a file compressed with zstd"
        case .lz4: "a file compressed with lz4"
        case .sevenZip: "a 7-Zip archive"
        case .rar: "a RAR archive"
        case .hdf5: "an HDF5 file"
        case .netCDF: "a netCDF file"
        case .matlab: "a MATLAB file"
        case .sqlite: "an SQLite database"
        case .stata: "a Stata file"
        case .spss: "an SPSS file"
        case .sas: "a SAS file"
        case .rData: "an R workspace (.RData)"
        case .pickle: "a Python pickle"
        case .numpy: "a NumPy array (.npy)"
        case .pdf: "a PDF document"
        case .png: "a PNG picture"
        case .jpeg: "a JPEG picture"
        case .gif: "a GIF picture"
        case .webp: "a WebP picture"
        case .tiff: "a TIFF picture"
        case .html: "an HTML page, perhaps the error or login page of a download"
        case .xml: "an XML document"
        case .json: "JSON"
        case .program: "a program"
        }
    }

    /// Advice to the user, with a command that converts the file if there is one: `convert it: python3 -c "…"`.
    ///
    /// - Parameter path: Path of the file. `FILE` replaces a path that needs quoting in a shell or is in `/proc`.
    public func advice(path: String) -> String {
        let isPlain =
            !path.isEmpty && !path.hasPrefix("-") && !path.hasPrefix("/proc/")
            && path.utf8.allSatisfy {
                $0 < 128 && ($0 &- 48 < 10 || ($0 | 0x20) &- 97 < 26 || [45, 46, 47, 95].contains($0))
            }
        let file = isPlain ? path : "FILE"
        let name = file[(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)...]
        let stem = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(file[..<$0]) } ?? file
        // Do not overwrite the file itself, which may already end in .csv.
        let csv = stem + ".csv" == file ? stem + "-table.csv" : stem + ".csv"
        func pandas(_ read: String) -> String {
            "convert it to CSV: python3 -c \"import pandas as pd; pd.\(read).to_csv('\(csv)', index=False)\""
        }
        switch self {
        case .parquet: return pandas("read_parquet('\(file)')")
        case .arrow: return "a description reads it with \"arrow\" in place of \"csv\""
        case .feather: return pandas("read_feather('\(file)')")
        case .orc: return pandas("read_orc('\(file)')")
        case .avro:
            return "convert it to CSV: python3 -c \"import polars as pl; pl.read_avro('\(file)').write_csv('\(csv)')\""
        case .xlsx, .xls, .ods: return pandas("read_excel('\(file)')") + ", or save the sheet as CSV"
        case .npz:
            return
                "save one array of it: python3 -c \"import numpy as np; z = np.load('\(file)'); np.save('\(stem).npy', z[z.files[0]])\""
        case .zip: return "unpack it: unzip \(file)"
        case .gzip: return "unpack it: gzip -dc \(file) > \(csv)"
        case .bzip2: return "unpack it: bzip2 -dc \(file) > \(csv)"
        case .xz: return "unpack it: xz -dc \(file) > \(csv)"
        case .zstd: return "unpack it: zstd -dc \(file) > \(csv)"
        case .lz4: return "unpack it: lz4 -dc \(file) > \(csv)"
        case .sevenZip: return "unpack it: 7z x \(file)"
        case .rar: return "unpack it: unrar x \(file)"
        case .hdf5: return pandas("read_hdf('\(file)')") + ", or save one array with NumPy"
        case .netCDF:
            return
                "convert it to CSV: python3 -c \"import xarray as xr; xr.open_dataset('\(file)').to_dataframe().to_csv('\(csv)')\""
        case .matlab:
            return
                "save one array of it: python3 -c \"import numpy as np, scipy.io as s; np.save('\(stem).npy', s.loadmat('\(file)')['NAME'])\""
        case .sqlite: return "export a table of it: sqlite3 -header -csv \(file) 'select * from NAME' > \(csv)"
        case .stata: return pandas("read_stata('\(file)')")
        case .spss: return pandas("read_spss('\(file)')")
        case .sas: return pandas("read_sas('\(file)')")
        case .rData: return "save a table of it in R: write.csv(NAME, '\(csv)', row.names = FALSE)"
        case .pickle: return pandas("read_pickle('\(file)')")
        case .numpy: return "rename it so that it ends in .npy: mv \(file) \(stem).npy"
        case .pdf, .png, .jpeg, .gif, .webp, .tiff, .program: return "it holds no table of numbers"
        case .html:
            return "download the file itself again, or convert a table of the page: "
                + "python3 -c \"import pandas as pd; pd.read_html('\(file)')[0].to_csv('\(csv)', index=False)\""
        case .xml: return pandas("read_xml('\(file)')")
        case .json:
            return "`vitrail render` draws a chart description; "
                + pandas("read_json('\(file)')").replacingPrefix("convert it", with: "convert rows")
        }
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
