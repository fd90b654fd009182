import FoundationEssentials

/// Writes dEQP's test log: a container of lines that start with `#`, and one XML document per case. A case that crashed
/// or timed out has an incomplete document and ends with `#terminateTestCaseResult`, as when the dEQP process is
/// killed.
///
/// - Source: the format's description in VK-GL-CTS, and the input that its scripts accept.
public enum QPAWriter {
    /// Returns the log. A program is in the document of the first case that used it, and of each case that failed.
    ///
    /// - Parameters:
    ///   - picture: returns the bytes of a PNG by its name in the results. `nil`: it does not exist.
    ///   - program: returns a program by its name in the results. `nil`: it does not exist.
    public static func text(
        _ report: RunReport, picture: (String) -> [UInt8]? = { _ in nil },
        program: (String) -> ProgramReport? = { _ in nil }
    ) -> String {
        var written: Set<String> = []
        var lines = [
            "#sessionInfo releaseName vitrail", "#sessionInfo releaseId 0x00000000",
            "#sessionInfo targetName \"\(quotable(report.device.renderer))\"",
            "#sessionInfo vendor \"\(quotable(report.device.vendor))\"",
            "#sessionInfo renderer \"\(quotable(report.device.renderer))\"",
            "#sessionInfo version \"\(quotable(report.device.version))\"",
            "#sessionInfo commandLineParameters \"\(quotable(report.arguments.joined(separator: " ")))\"",
            "#beginSession",
        ]
        for entry in report.results where entry.verdict != .skipped {
            lines += ["", "#beginTestCaseResult \(entry.result.name)"]
            let isTold = entry.result.status.isFailure
            let programs = entry.result.programs.filter { written.insert($0).inserted || isTold }
            lines += document(entry.result, picture, programs.compactMap(program))
            switch entry.result.status {
            case .crash, .timeout: lines.append("#terminateTestCaseResult \(entry.result.status.rawValue)")
            default: lines.append("#endTestCaseResult")
            }
        }
        return (lines + ["", "#endSession"]).joined(separator: "\n") + "\n"
    }

    private static func document(
        _ result: CaseResult, _ picture: (String) -> [UInt8]?, _ programs: [ProgramReport]
    ) -> [String] {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<TestCaseResult Version=\"0.3.4\" CasePath=\"\(result.name)\" CaseType=\"SelfValidate\">",
        ]
        if !result.details.isEmpty { lines.append("<Text>\(inContainer(result.details))</Text>") }
        if !result.log.isEmpty { lines.append("<Text>\(inContainer(result.log))</Text>") }
        lines += programs.flatMap(shaderProgram)
        lines += images(result, picture)
        let duration = Int((result.seconds * 1e6).rounded())
        lines.append(
            "<Number Name=\"TestDuration\" Description=\"Test case duration in microseconds\" Tag=\"Time\" Unit=\"us\">\(duration)</Number>"
        )
        guard result.status != .crash, result.status != .timeout else { return lines }
        let words = result.reason.isEmpty ? result.status.rawValue : String(result.reason.prefix { $0 != "\n" })
        return lines + [
            "<Result StatusCode=\"\(result.status.rawValue)\">\(inContainer(words))</Result>", "</TestCaseResult>",
        ]
    }

    private static func shaderProgram(_ program: ProgramReport) -> [String] {
        func status(_ isGood: Bool) -> String { isGood ? "OK" : "Fail" }
        var lines = [
            "<Text>Program \(inContainer(program.name))</Text>",
            "<ShaderProgram LinkStatus=\"\(status(program.isLinked))\">",
        ]
        lines.append("<InfoLog>\(inContainer(program.log))</InfoLog>")
        for stage in program.stages {
            let element = stage.kind == "vertex" ? "VertexShader" : "FragmentShader"
            lines += [
                "<\(element) CompileStatus=\"\(status(stage.isCompiled))\">",
                "<ShaderSource>\(inContainer(stage.source))</ShaderSource>",
                "<InfoLog>\(inContainer(stage.log))</InfoLog>", "</\(element)>",
            ]
        }
        return lines + ["</ShaderProgram>"]
    }

    private static let kinds = [
        ("Result", "result", "Result"), ("Reference", "reference", "Reference"),
        ("ErrorMask", "errorMask", "Error mask"),
    ]

    private static func images(_ result: CaseResult, _ picture: (String) -> [UInt8]?) -> [String] {
        let elements = kinds.compactMap { name, key, title -> String? in
            guard let file = result.pictures[key], let bytes = picture(file), let size = pngSize(bytes) else {
                return nil
            }
            let text = Data(bytes).base64EncodedString()
            return
                "<Image Name=\"\(name)\" Width=\"\(size.width)\" Height=\"\(size.height)\" Format=\"RGBA8888\" CompressionMode=\"PNG\" "
                + "Description=\"\(title)\">\(text)</Image>"
        }
        guard !elements.isEmpty else { return [] }
        return ["<ImageSet Name=\"ComparisonResult\" Description=\"Image comparison\">"] + elements + ["</ImageSet>"]
    }

    /// Reads width and height from their fixed offsets in a PNG.
    private static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count > 24 else { return nil }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }

    /// Escapes lines that start with `#`, because the container would interpret them.
    private static func inContainer(_ text: String) -> String {
        Markup.escaped(text).split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasPrefix("#") ? "&#35;" + $0.dropFirst() : String($0)
        }
        .joined(separator: "\n")
    }

    private static func quotable(_ text: String) -> String {
        String(text.map { $0 == "\"" || $0 == "\\" || $0.isNewline ? " " : $0 })
    }
}
