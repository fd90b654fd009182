import Foundation
import Testing

private let missing: Comment = "../shared/spec/sources is not there"

/// docs/from-the-guides.md shows code that compiles and runs, and covers all of the documents.
@Suite("From the guides")
struct GuideArticleTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../..")
    private static let docs = root.appendingPathComponent("docs")

    private func article() throws -> GuideArticle {
        GuideArticle(try String(contentsOf: Self.docs.appendingPathComponent("from-the-guides.md"), encoding: .utf8))
    }

    @Test("each sample of the article is a region of a test in this folder, and each region is in the article")
    func samples() throws {
        let samples = try GuideSamples()
        #expect(samples.mistakes.isEmpty)
        var unused = Set(samples.regions.keys)
        for block in try article().sections.flatMap(\.blocks) {
            #expect(samples.regions[block.name] == block.lines, "sample “\(block.name)”")
            unused.remove(block.name)
        }
        #expect(unused.isEmpty)
        #expect(samples.regions.count > 80)
    }

    @Test("each document has its section, in their order")
    func sections() throws {
        #expect(try article().sections.map(\.number) == SourceDocument.numbers)
    }

    @Test("names of the library in the tables are there")
    func names() throws {
        var words = Set<String>()
        func read(_ file: URL) throws {
            let text = try String(contentsOf: file, encoding: .utf8)
            words.formUnion(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        }
        let files = FileManager.default.enumerator(
            at: Self.root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" { try read(file) }
        try read(GuideSamples.folder.appendingPathComponent("RangeSelectorSamples.swift"))
        try read(GuideSamples.folder.appendingPathComponent("MovementTrackerSamples.swift"))
        for section in try article().sections {
            #expect(!section.names.isEmpty)
            let unknown = section.names.filter { name in
                name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains {
                    $0 != "_" && !words.contains(String($0))
                }
            }
            #expect(unknown.isEmpty, "in \(section.number): \(unknown)")
        }
    }

    @Test("links lead to files that are there, and to headings")
    func links() throws {
        let text = try String(contentsOf: Self.docs.appendingPathComponent("from-the-guides.md"), encoding: .utf8)
        let headings = text.components(separatedBy: "\n").filter { $0.hasPrefix("#") }
        let anchors = Set(headings.map { Self.anchor($0.drop { $0 == "#" }.dropFirst()) })
        let links = text.components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
        #expect(links.count > 20)
        for link in links {
            if link.hasPrefix("#") {
                #expect(anchors.contains(String(link.dropFirst())), "\(link)")
            } else {
                #expect(FileManager.default.fileExists(atPath: Self.docs.appendingPathComponent(link).path), "\(link)")
            }
        }
    }

    /// The anchor that web sites give to a heading: its words in lower case, joined by hyphens.
    private static func anchor(_ heading: Substring) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacingOccurrences(
            of: " ", with: "-")
    }

    // MARK: With the documents at hand

    @Test(
        "every heading of the documents has its own in the article, in the same order",
        .enabled(if: SourceDocument.areThere, missing), arguments: SourceDocument.numbers)
    func headings(number: String) throws {
        let document = try #require(SourceDocument(number))
        let section = try #require(article().sections.first { $0.number == number })
        var left = section.headings[...]
        var captions = Set<String>()
        for heading in document.headings.map(\.text) {
            if left.first == heading {
                left.removeFirst()
            } else {
                #expect(
                    section.captions.contains(heading),
                    "“\(heading)” is missing in \(number), or not in its place before “\(left.first ?? "")”")
                captions.insert(heading)
            }
        }
        #expect(left.isEmpty, "no headings of \(number), or in another order: \(left)")
        #expect(section.captions == captions, "captions that \(number) has, and no others")
        #expect(document.headings.count > 5)
    }

    @Test(
        "a part of a document with code has a sample in the article, names one, or says why there is none",
        .enabled(if: SourceDocument.areThere, missing), arguments: SourceDocument.numbers)
    func coveredCode(number: String) throws {
        let document = try #require(SourceDocument(number))
        let section = try #require(article().sections.first { $0.number == number })
        let names = try GuideSamples().regions.keys.map { "`\($0)`" }
        let headings = document.headings
        var (next, covered) = (0, 0)
        var hasSample = true
        for k in document.lines.indices {
            if let heading = headings.first(where: { $0.line == k }), next < section.parts.count,
                section.parts[next].heading == heading.text
            {
                let part = section.parts[next]
                hasSample =
                    !part.blocks.isEmpty || part.text.contains("| absent: ")
                    || names.contains { part.text.contains($0) }
                next += 1
            }
            guard document.isCode(k) else { continue }
            covered += 1
            #expect(
                hasSample, "“\(section.parts[max(next - 1, 0)].heading)” in \(number): \(document.lines[k].prefix(60))")
        }
        #expect(next == section.parts.count && covered > 0)
    }

    @Test(
        "every class of the documents is in the article", .enabled(if: SourceDocument.areThere, missing),
        arguments: SourceDocument.numbers)
    func classes(number: String) throws {
        func names(_ text: String) -> Set<String> {
            Set(
                text.split { !($0.isLetter || $0.isNumber) }.map { $0.lowercased() }.filter {
                    $0.hasPrefix("schart") || $0.hasPrefix("sci") || $0.hasPrefix("isci")
                })
        }
        let document = try #require(SourceDocument(number))
        let known = try names(article().sections.map(\.text).joined())
        let unknown = names(document.text).filter {
            !known.contains($0) && !($0.hasSuffix("s") && known.contains(String($0.dropLast())))
        }
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }

    @Test(
        "names of the documents in the tables are theirs", .enabled(if: SourceDocument.areThere, missing),
        arguments: SourceDocument.numbers)
    func oldNames(number: String) throws {
        let document = try #require(SourceDocument(number))
        let section = try #require(article().sections.first { $0.number == number })
        #expect(section.oldNames.count > 10)
        let unknown = section.oldNames.filter { !document.text.contains($0) }
        #expect(unknown.isEmpty, "in \(number): \(unknown)")
    }
}
