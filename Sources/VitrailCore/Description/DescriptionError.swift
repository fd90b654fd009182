/// What is wrong with a chart description, or with the data that it names.
public struct DescriptionError: Error, Equatable {
    /// The path of the value, as `series[2].style.lineWidth`; `line 3, column 7` where the text is no JSON at all; a file's
    /// path where it cannot be read; empty for the description as a whole.
    public var place: String
    /// As `expected a number, found a string`.
    public var message: String
    /// Tells which exit status a command ends with.
    public var kind: InputFault

    public init(place: String, message: String, kind: InputFault = .badData) {
        self.place = place
        self.message = message
        self.kind = kind
    }
}

extension DescriptionError: CustomStringConvertible {
    public var description: String { place.isEmpty ? message : "\(place): \(message)" }
}
