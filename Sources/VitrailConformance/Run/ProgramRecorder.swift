package import VitrailGL

/// Collects the driver's messages on programs as they are compiled, and stores each program once per process.
package final class ProgramRecorder {
    private let folder: ProgramFolder
    private var stages: [ProgramReport.Stage] = []
    private var kept: Set<String> = []
    /// Names of the programs that the current case used, each once.
    private(set) var used: [String] = []

    init(_ outFolder: String) { folder = ProgramFolder(outFolder) }

    func beginCase() {
        used = []
        stages = []
    }

    func use(_ name: String) {
        if !used.contains(name) { used.append(name) }
    }

    /// Records a step of compiling or linking a program.
    package func record(_ record: ShaderRecord) {
        switch record {
        case .stage(let program, let kind, let source, let isCompiled, let log):
            stages.append(.init(kind: kind.rawValue, source: source, isCompiled: isCompiled, log: Self.words(log)))
            if !isCompiled { finish(program, isLinked: false, log: "") }
        case .link(let program, let isLinked, let log): finish(program, isLinked: isLinked, log: log)
        }
    }

    /// Returns the name of a case's own program, from an FNV-1a hash of its sources.
    static func name(_ sources: [String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in sources.joined().utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "case-" + String(hash, radix: 16)
    }

    private func finish(_ name: String, isLinked: Bool, log: String) {
        use(name)
        let report = ProgramReport(name: name, stages: stages, isLinked: isLinked, log: Self.words(log))
        stages = []
        // A report without its shaders is still useful, and the next program is tried again.
        if kept.insert(name).inserted { try? folder.write(report) }
    }

    /// Drivers end their logs with NUL bytes, newlines, or both.
    private static func words(_ log: String) -> String {
        let text = String(log.prefix { $0 != "\0" }).trimmed
        return text == "(the driver left no log)" ? "" : text
    }
}
