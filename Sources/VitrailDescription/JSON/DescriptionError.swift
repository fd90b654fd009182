public import VitrailColumns

/// An error in a chart description or in its data.
public struct DescriptionError: Error, Equatable {
    /// JSON path of the value, such as `series[2].style.lineWidth`; `line 3, column 7` for text that is not JSON; the
    /// path of an unreadable file; empty for the description as a whole.
    public var path: String
    /// For example `expected a number, found a string`.
    public var message: String
    /// Determines the exit status of a command.
    public var kind: InputFault

    public init(path: String, message: String, kind: InputFault = .badData) {
        self.path = path
        self.message = message
        self.kind = kind
    }
}

extension DescriptionError: CustomStringConvertible {
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
