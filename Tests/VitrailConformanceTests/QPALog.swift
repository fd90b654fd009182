import Foundation

/// A reader of dEQP's log, written from the format's description: a container of lines that begin with `#`, and between
/// `#beginTestCaseResult` and its end one XML document.
///
/// - Source: `qpTestLog.c` and `xeTestLogParser.cpp` of VK-GL-CTS, for the names of elements and their allowed
///   positions.
struct QPALog {
    struct Case {
        var name: String
        var status: String
        /// Content of `<Result>`; empty for a terminated case.
        var details: String
        /// `nil` for a terminated case: its document has no end.
        var document: XMLTree?
    }

    struct Malformed: Error { var line: Int, reason: String }

    private(set) var session: [String: String] = [:]
    private(set) var cases: [Case] = []
    private static let statuses: Set = [
        "Pass", "Fail", "QualityWarning", "CompatibilityWarning", "Pending", "NotSupported", "ResourceError",
        "InternalError", "Crash", "Timeout",
    ]

    init(_ text: String) throws {
        var (hasBegun, hasEnded) = (false, false)
        var current: (name: String, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            func need(_ holds: Bool, _ reason: String) throws {
                if !holds { throw Malformed(line: index + 1, reason: reason) }
            }
            guard line.hasPrefix("#") else {
                if current != nil {
                    current?.lines.append(line)
                } else {
                    try need(line.isEmpty, "text outside of a case")
                }
                continue
            }
            try need(!hasEnded, "a line after the session")
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let rest = words.count == 2 ? words[1] : ""
            switch words[0] {
            case "#sessionInfo":
                let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
                try need(!hasBegun && parts.count == 2, "no key and value before the session")
                session[parts[0]] = parts[1].filter { $0 != "\"" }
            case "#beginSession": (hasBegun, _) = (true, try need(!hasBegun, "a second session"))
            case "#endSession": (hasEnded, _) = (true, try need(hasBegun && current == nil, "an end inside"))
            case "#beginTestCaseResult":
                try need(
                    hasBegun && current == nil && !rest.isEmpty && !rest.contains(" "), "no place or name for a case")
                current = (rest, [])
            case "#endTestCaseResult":
                guard let ended = current else { throw Malformed(line: index + 1, reason: "no case to end") }
                try cases.append(Self.ended(ended.name, ended.lines.joined(separator: "\n"), line: index + 1))
                current = nil
            case "#terminateTestCaseResult":
                guard let ended = current else { throw Malformed(line: index + 1, reason: "no case to end") }
                try need(["Crash", "Timeout"].contains(rest), "\(rest) terminates nothing")
                cases.append(Case(name: ended.name, status: rest, details: "", document: nil))
                current = nil
            default: throw Malformed(line: index + 1, reason: "\(words[0]) is no line of the container")
            }
        }
        if !hasEnded { throw Malformed(line: 0, reason: "the session has no end") }
    }

    private static func ended(_ name: String, _ text: String, line: Int) throws -> Case {
        let document = try XMLTree(text)
        guard let root = document.root.children.first, root.name == "TestCaseResult",
            root.attributes["CasePath"] == name,
            let result = root.children.last, result.name == "Result", root.all("Result").count == 1,
            let status = result.attributes["StatusCode"], statuses.contains(status)
        else { throw Malformed(line: line, reason: "the document of \(name) is no result of it") }
        return Case(name: name, status: status, details: result.text, document: document)
    }
}
