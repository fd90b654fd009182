import FoundationEssentials
import Glibc

/// A run read from its folder: `results.jsonl`, `images/` and `shaders/`.
public struct StoredRun: Sendable {
    public struct Case: Sendable, Hashable, Decodable {
        public var name: String
        public var status: CaseStatus
        public var verdict: Verdict
        public var seconds: Double
        public var reason: String
        /// Empty or `nil`: the result is not about pixels.
        public var worstPixels: [PixelDifference]?
        public var known: String?
        public var log: String?
        /// Files relative to the folder, by kind of picture.
        public var pictures: [String: String]?
        public var programs: [String]?
    }

    public var device: DeviceReport
    public var seconds: Double
    public var cases: [Case]
    public var folder: String

    /// Maximum length of the file in bytes, far above that of a run of all cases.
    static let longest = 256 << 20

    /// - Parameter folder: the folder of `--out`.
    /// - Throws: `ConformanceError.cannotRead`, or `results` with the line.
    public init(folder: String) throws(ConformanceError) {
        let path = folder + "/results.jsonl"
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size <= Self.longest else {
            throw .cannotRead(path: path, reason: "it has \(status.st_size) bytes, and \(Self.longest) are the limit")
        }
        let bytes = try FileHandleBytes.all(file, name: path)
        try self.init(String(decoding: bytes, as: UTF8.self), folder: folder)
    }

    package init(_ text: String, folder: String) throws(ConformanceError) {
        struct Head: Decodable {
            var device: DeviceReport
            var seconds: Double
        }
        let path = folder + "/results.jsonl"
        func decoded<T: Decodable>(_ type: T.Type, _ line: Substring, _ number: Int) throws(ConformanceError) -> T {
            do { return try JSONDecoder().decode(type, from: Data(line.utf8)) } catch {
                throw .results(path: path, line: number, reason: "\(error)")
            }
        }
        let lines = text.split(separator: "\n")
        guard let first = lines.first else { throw .results(path: path, line: 1, reason: "it is empty") }
        let head = try decoded(Head.self, first, 1)
        var cases: [Case] = []
        for (index, line) in lines.enumerated().dropFirst() { cases.append(try decoded(Case.self, line, index + 1)) }
        (device, seconds, self.cases, self.folder) = (head.device, head.seconds, cases, folder)
    }

    func count(_ verdict: Verdict) -> Int { cases.count { $0.verdict == verdict } }

    /// Reads a PNG below the folder. `nil`: it does not exist or is outside `images/`.
    func picture(_ file: String) -> [UInt8]? {
        guard file.hasPrefix("images/"), !file.split(separator: "/").contains("..") else { return nil }
        return (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))).map { [UInt8]($0) }
    }
}
