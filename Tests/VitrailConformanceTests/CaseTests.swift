import Foundation
import Testing
import VitrailConformance

@Suite("Cases have names, and are found by them")
struct CaseTests {
    private let all: [String]

    init() throws { all = try CaseSelection().names() }

    @Test("all names are dotted, and no two are the same")
    func names() {
        #expect(all.allSatisfy(ConformanceCase.isValid))
        #expect(Set(all).count == all.count)
        #expect(all.count >= 1400)
        for wrong in ["series", "a..b", "a.b c", ".a", "a.", "a.ü"] {
            #expect(!ConformanceCase.isValid(name: wrong), "\(wrong)")
        }
    }

    @Test("the names that were published are there")
    func stable() {
        for name in [
            "series.line.join.round.w3.scale2", "blend.premultiplied.over", "readback.pbo.rgba8", "stress.vertices.1e7",
            "text.script.arabic",
        ] { #expect(all.contains(name)) }
    }

    @Test("every group's cases begin with its name, and its cases are made anew with the same names")
    func groups() {
        for group in CaseRegistry.groups {
            let names = group.cases().map(\.name)
            #expect(names.allSatisfy { $0.hasPrefix(group.prefix + ".") })
            #expect(names == group.cases().map(\.name))
        }
    }

    @Test("each area has a page, and the table says how many cases it has")
    func documented() throws {
        let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs")
        let text = try String(contentsOf: docs.appendingPathComponent("conformance.md"), encoding: .utf8)
        for (area, names) in Dictionary(grouping: all, by: { $0.prefix { $0 != "." } }) {
            #expect(
                text.contains("| [`\(area)`](conformance/\(area).md) | \(names.count) |"),
                "\(area) has \(names.count) cases")
            #expect(FileManager.default.fileExists(atPath: docs.appendingPathComponent("conformance/\(area).md").path))
        }
    }

    @Test("patterns: stars go over dots, question marks over one character")
    func globs() throws {
        #expect(Glob("series.*.scale2").matches("series.line.horizontal.scale2"))
        #expect(!Glob("series.*.scale2").matches("series.line.horizontal.scale2.more"))
        #expect(Glob("a?c*").matches("abc") && !Glob("a?c*").matches("ac"))
        #expect(Glob("*a*b*").matches("xxaxxbxx") && !Glob("*a*b*").matches("xxbxxaxx"))
        // A matcher with exponential backtracking would need years.
        #expect(!Glob(String(repeating: "*a", count: 40) + "b").matches(String(repeating: "a", count: 4000)))
        #expect(Glob("series.li*").mayMatch(prefix: "series.") && !Glob("chart.*").mayMatch(prefix: "series."))
        #expect(try CaseSelection(globs: ["clip.disc.*"]).names().count == 8)
        #expect(
            try CaseSelection(globs: ["*.disc.*", "clip.disc.*"]).names().count
                == Set(all.filter { $0.contains(".disc.") }).count)
    }

    @Test("a pattern that means nothing is told, by its text")
    func noMatch() {
        #expect(throws: ConformanceError.noMatch("series.lime.*")) {
            try CaseSelection(globs: ["clip.*", "series.lime.*"]).names()
        }
        #expect(throws: ConformanceError.noMatch("no.such")) {
            try CaseSelection(caseList: "clip.disc.row\nno.such\n").names()
        }
    }

    @Test("what selects nothing is told; so is a listed name that no case has, patterns or not")
    func noCases() throws {
        func expectNone(_ selection: CaseSelection, _ part: String, location: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: ConformanceError.self, sourceLocation: location) { try selection.names() }
            guard case .noCases(let what)? = error else {
                return #expect(Bool(false), "\(error as Any)", sourceLocation: location)
            }
            #expect(what.contains(part), sourceLocation: location)
        }
        expectNone(CaseSelection(caseList: ""), "the list of cases")
        expectNone(CaseSelection(caseList: "# nothing\n\n"), "the list of cases")
        expectNone(CaseSelection(fraction: CaseFraction("1000000,1000000")), "every 1000000th")
        expectNone(CaseSelection(globs: ["shape.*", "text.*"], caseList: "clip.disc.row\n"), "shape.* or text.*")
        #expect(throws: ConformanceError.noMatch("clip.disc.*")) {
            try CaseSelection(caseList: "clip.disc.*\n").names()
        }
        #expect(throws: ConformanceError.noMatch("no.such")) {
            try CaseSelection(globs: ["clip.*"], caseList: "clip.disc.row\nno.such\n").names()
        }
        #expect(try CaseSelection(caseList: "selftest.pass\n").names() == ["selftest.pass"])
    }

    @Test("cases of the harness itself are in no run, but can be named")
    func hidden() throws {
        #expect(!all.contains { $0.hasPrefix("selftest") })
        #expect(try CaseSelection(globs: ["selftest.pass"]).names() == ["selftest.pass"])
    }

    @Test("fractions share all cases out, each to one")
    func fractions() throws {
        let parts = try (1...7).map { try CaseSelection(fraction: CaseFraction("\($0),7")).names() }
        #expect(parts.flatMap { $0 }.sorted() == all.sorted())
        #expect(parts[0].first == all[0] && parts[0][1] == all[7] && parts[6].first == all[6])
        for wrong in ["", "1", "0,3", "4,3", "1,0", "a,b", "1,2,3", "-1,2"] {
            #expect(CaseFraction(wrong) == nil, "\(wrong)")
        }
    }

    @Test("a case list is read line by line, in its order; patterns narrow it")
    func caseList() throws {
        let text = "# chosen\nclip.disc.row\n\n  shape.disc.radius5  \nclip.disc.row\n"
        #expect(try CaseSelection(caseList: text).names() == ["clip.disc.row", "shape.disc.radius5"])
        #expect(try CaseSelection(globs: ["shape.*"], caseList: text).names() == ["shape.disc.radius5"])
    }

    @Test("a case's numbers follow from its name and the seed")
    func numbers() {
        func first(_ seed: UInt64, _ name: String) -> UInt64 {
            var numbers = CaseNumbers(seed: seed, name: name)
            return numbers.next()
        }
        #expect(first(0, "a.b") == first(0, "a.b"))
        #expect(Set([first(0, "a.b"), first(1, "a.b"), first(0, "a.c")]).count == 3)
    }
}
