import FoundationEssentials

/// Messages of a worker through its pipe: one JSON object per line.
enum WorkerMessage: Sendable, Equatable, Codable {
    /// A case has started; starts the watchdog.
    case begin(String, seconds: Double)
    case end(CaseResult)
    case device(DeviceReport)

    /// File descriptor of the pipe; standard output is left to drivers and other code that prints.
    static let descriptor: Int32 = 3

    var line: [UInt8] {
        get throws { Array(try JSONEncoder().encode(self)) + [UInt8(ascii: "\n")] }
    }

    /// `nil`: not a message. A worker that dies may leave a partial line.
    init?(line: ArraySlice<UInt8>) {
        guard let message = try? JSONDecoder().decode(WorkerMessage.self, from: Data(line)) else { return nil }
        self = message
    }
}
