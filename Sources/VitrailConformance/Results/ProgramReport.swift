import FoundationEssentials
import Glibc

/// A shader program with its sources and the driver's logs.
public struct ProgramReport: Sendable, Hashable, Codable {
    public struct Stage: Sendable, Hashable, Codable {
        /// `vertex` or `fragment`.
        public var kind: String
        public var source: String
        public var isCompiled: Bool
        public var log: String

        public init(kind: String, source: String, isCompiled: Bool, log: String) {
            (self.kind, self.source, self.isCompiled, self.log) = (kind, source, isCompiled, log)
        }
    }

    /// The program's name in the library. For a case's own program: `case-` and a hash of its sources.
    public var name: String
    public var stages: [Stage]
    public var isLinked: Bool
    public var log: String

    public init(name: String, stages: [Stage], isLinked: Bool, log: String) {
        (self.name, self.stages, self.isLinked, self.log) = (name, stages, isLinked, log)
    }
}

/// The folder `shaders/` in an output folder. Each program has its sources in `NAME.vert` and `NAME.frag`, and all data
/// in `NAME.json`.
public struct ProgramFolder: Sendable {
    private let root: String

    public init(_ outFolder: String) { root = outFolder + "/shaders" }

    /// - Throws: `ConformanceError.cannotWrite`.
    func write(_ program: ProgramReport) throws(ConformanceError) {
        try FolderFiles.make(root)
        for stage in program.stages {
            try FolderFiles.write(
                Array(stage.source.utf8), to: "\(root)/\(program.name).\(stage.kind == "vertex" ? "vert" : "frag")")
        }
        let bytes: Data
        do { bytes = try JSONEncoder().encode(program) } catch { throw .cannotWrite(path: root, reason: "\(error)") }
        try FolderFiles.write([UInt8](bytes), to: "\(root)/\(program.name).json")
    }

    /// Removes the programs of a previous run, and their sources.
    func clean() {
        for file in FolderFiles.names(in: root) where file.hasSuffix(".json") {
            let name = String(file.dropLast(5))
            guard program(name) != nil else { continue }
            for ending in ["json", "vert", "frag"] { unlink("\(root)/\(name).\(ending)") }
        }
        rmdir(root)
    }

    /// Reads a program. `nil`: the file does not exist or is not a program.
    public func program(_ name: String) -> ProgramReport? {
        guard ConformanceCase.isValid(name: "x.\(name)"),
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name).json"))
        else { return nil }
        return try? JSONDecoder().decode(ProgramReport.self, from: bytes)
    }
}
