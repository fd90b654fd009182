/// An error in a text in JavaScript notation, or an expression without a value.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The faulty member, for example `options.scales.y.ticks.callback`. Empty: the whole text.
    public var path: String
    public var message: String
    /// From 1. `nil`: the error has no position in a text.
    public var line: Int?
    /// In characters, from 1.
    public var column: Int?

    public init(path: String = "", message: String, line: Int? = nil, column: Int? = nil) {
        self.path = path
        self.message = message
        self.line = line
        self.column = column
    }

    public var description: String {
        let position = line.flatMap { line in column.map { " (line \(line), column \($0))" } } ?? ""
        return (path.isEmpty ? "" : "\(path): ") + message + position
    }
}
