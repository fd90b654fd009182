import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailColumns

/// The result of reading a CSV file, and the reported error, do not depend on how threads share it.
@Suite("CSV files in blocks")
struct CSVBlocksTests {
    /// All visible results of a read.
    private func outcome(
        _ file: CSVFile, _ requests: [ColumnRequest], _ filters: [RowFilter] = [], _ blocks: CSVBlocks = CSVBlocks()
    ) -> [String] {
        do throws(DataError) {
            let reading = try file.read(requests, where: filters, blocks: blocks)
            return reading.notes
                + reading.columns.map { column in
                    column.kind == .category
                        ? "category \(column.texts)"
                        : "\(column.kind) \(column.withValues { span in span.indices.map { span[$0] } })"
                }
        } catch {
            return ["\(error)"]
        }
    }

    /// Compares one block with many small ones, down to a byte each, on one and on three threads.
    private func check(
        _ text: String, _ requests: [ColumnRequest], _ filters: [RowFilter] = [], lengths: some Sequence<Int>
    ) throws {
        let file = try TemporaryFile(text)
        let csv = try CSVFile(path: file.path)
        let wanted = outcome(csv, requests, filters, CSVBlocks(first: .max / 2, length: .max / 2, count: 1))
        for length in lengths {
            for count in [1, 3] {
                let found = outcome(csv, requests, filters, CSVBlocks(first: length, length: length, count: count))
                #expect(found == wanted, "blocks of \(length) of \(text.prefix(60))")
            }
        }
    }

    private static let small = [
        "a;b\n1,5;2\n3;4,25\n5;6\n7,;,8\n9,0;1.2,3\n",
        "a,b\n1,2\n\n3,4.5\r\n5,6\r7,8\n\n\n9,10", "a,b\n1,x\n\"two\nlines, \"\"quoted\"\"\",y\n3,\"\n\n\"\n4,z\n",
        "a;b\n;2013-01-01\nNA;2013-01-02\n1;\n2;2013-01-04\n", "a,b\n,\n,\n5,six\n7,\n",
        "a,b\n1,1e-30\n2,123456789012345678901234567890\n-0,.5\n+3.,1e400\n",
        "a,b\n1,2\n3,4\n5\n6,7\n", "a,b\n1,2\n3,4x\n5,6\n", "a,b\n1,2\n\"3,4\n5,6\n", "a,b\n1,2\n\"3\"x,4\n5,6\n",
        "a\n1\n\n3\r\n \n5", "a,b\n1, 2 \n 3\t,4\n5,\"6\"\n",
        "a,b\n1,\n2", "a\tb\n1\t2\n3\t\n\t4\n", "a,b\n\"x\n1,2\n3,4\n\",5\n6,7\n",
        "# one\na,b\n1,2\n#3,4\n5,6,\n7\nTotal,8\n", "a|b\n01/02/2024|1.234,5\n13/02/2024|2\n|3\n",
        "a b\n1  2\n 3 4\n5\t6 \n",
    ]

    @Test("of any length: borders at every byte", arguments: small)
    func everyBorder(text: String) throws {
        let header = text.split(separator: "\n").first { !$0.hasPrefix("#") } ?? ""
        let names = header.split { ",;|\t ".contains($0) }.map { String($0).replacingOccurrences(of: "\r", with: "") }
        for kinds in [[nil, nil], [.number, .number], [.category, nil], [.date, .date]] as [[Column.Kind?]] {
            let requests = zip(names, kinds).map { ColumnRequest(name: $0, kind: $1) }
            try check(text, requests, lengths: 1...text.utf8.count)
            try check(text, [requests[0]], lengths: 1...8)
            try check(
                text, [requests[0], ColumnRequest(name: names[0], kind: .category)],
                [RowFilter(column: names[0], value: "5")], lengths: 1...8)
        }
    }

    @Test("of random tables, with mistakes here and there", arguments: 0..<40)
    func tables(seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        func chance(_ share: Double) -> Bool { numbers.double(0...1) < share }
        let oddity = [0, 0.002, 0.02, 0.3][seed % 4]
        let end = seed % 3 == 0 ? "\r\n" : "\n"
        var text = "x,y,z" + end
        for row in 0..<600 {
            var cells = [
                "\(row)", "\(numbers.double(-1e3...1e3))",
                seed % 5 == 0 ? "2020-01-\(10 + row % 20)" : "\((numbers.double(-9...9) * 1e4).rounded() / 1e4)",
            ]
            if chance(oddity) {
                let words = [
                    "", "NA", "\"\"", "\"a \"\"b\"\"\"", "\"l\n1,2,3\n\"", " 5 ", "1e-12", "0.00012345678901234567",
                    "word", "1e999",
                ]
                cells[Int(numbers.double(0...2.99))] = words[Int(numbers.double(0...9.99))]
            }
            text +=
                cells.joined(separator: ",") + (chance(oddity / 9) ? ",9" : "") + end + (chance(oddity / 5) ? end : "")
        }
        for kind in [nil, .number, .category] as [Column.Kind?] {
            let requests = ["z", "x", "y"].map { ColumnRequest(name: $0, kind: $0 == "y" ? kind : nil) }
            try check(text, requests, lengths: [7, 64, 501, 4_000])
            try check(text, Array(requests.prefix(1)), [RowFilter(column: "x", value: "300")], lengths: [333])
        }
    }

    @Test("plain numbers are those that the standard library reads")
    func plainNumbers() throws {
        var numbers = SeededNumbers(seed: 11)
        var words: [String] = [
            "0", "-0", "007", "5.", ".5", "-1.5E+3", "9007199254740993", "9007199254740992.5", "18446744073709551615",
            "1e22", "1e23", "1e27", "3e-27",
        ]
        for _ in 0..<4_000 {
            let digits = String(
                UInt64(numbers.double(0...1.8e19)).description.prefix(1 + Int(numbers.double(0...18.99))))
            words += [
                "\(digits)e\(Int(numbers.double(-30...30)))", "0.000\(digits)",
                "\(digits).\(digits.reversed().map(String.init).joined().prefix(8))", "\(numbers.double(-1...1))",
            ]
        }
        let file = try TemporaryFile("a,b\n" + words.map { "\($0),1\n" }.joined())
        let column = try CSVFile(path: file.path).read([ColumnRequest(name: "a", kind: .number)]).columns[0]
        column.withValues { span in
            #expect(span.count == words.count)
            for (i, word) in words.enumerated() where span[i].bitPattern != (Double(word) ?? .nan).bitPattern {
                Issue.record("\(word) is \(span[i])")
            }
        }
    }

    /// Line numbers include all blocks before.
    @Test("a mistake far behind has its line")
    func lines() throws {
        let rows = (0..<400_000).map { "\($0),\($0 % 7).25\n" }.joined()
        let file = try TemporaryFile("a,b\n" + rows + "oops,1\n" + rows)
        let reading = try CSVFile(path: file.path, name: "f.csv").read([ColumnRequest(name: "a", kind: .number)])
        #expect(reading.notes == ["f.csv:400002: column \"a\": 1 cell is not a number, and is left out: \"oops\""])
        #expect(reading.columns[0].withValues { $0[399_999] == 399_999 && $0[400_000].isNaN && $0[400_001] == 0 })
        let whole = try TemporaryFile("a,b\n" + rows)
        let column = try CSVFile(path: whole.path).read([ColumnRequest(name: "a", kind: nil)]).columns[0]
        #expect(
            column.count == 400_000 && column.withValues { span in span.indices.allSatisfy { span[$0] == Double($0) } })
    }

    /// Cells lost by truncation are not reported as format errors.
    @Test("a file that shrinks is told as such")
    func shrinking() throws {
        let file = try TemporaryFile("a,b\n" + String(repeating: "1,2\n", count: 100_000))
        let csv = try CSVFile(path: file.path)
        #expect(truncate(file.path, 9_002) == 0)
        #expect(throws: DataError.changedWhileRead(path: file.path)) {
            try csv.read([ColumnRequest(name: "b", kind: .number)])
        }
    }
}
