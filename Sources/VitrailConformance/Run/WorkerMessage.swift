import FoundationEssentials

/// What a worker says over its pipe: one JSON object a line.
enum WorkerMessage: Sendable, Equatable, Codable {
    /// The watchdog's clock starts.
    case begin(String, seconds: Double)
    case end(CaseResult)
    case device(DeviceReport)

    /// The descriptor it is said on; standard output belongs to whoever prints, drivers too.
    static let descriptor: Int32 = 3

    var line: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) + [UInt8(ascii: "\n")] }
    }

    /// Nil for what is no message: a worker that dies may leave half a line.
    init?(line: ArraySlice<UInt8>) {
        guard let message = try? JSONDecoder().decode(WorkerMessage.self, from: Data(line)) else { return nil }
        self = message
    }
}
