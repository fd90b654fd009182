import VitrailColumns
import VitrailSystem

/// A value of the description with its JSON path for errors.
struct DescriptionNode {
    let value: JSONValue
    /// JSON path, such as `series[2].style`; empty for the root.
    let path: String

    func error(_ message: String) -> DescriptionError {
        DescriptionError(path: path, message: message)
    }

    func mismatch(_ expected: String) -> DescriptionError {
        error("expected \(expected), found \(value.phrase)")
    }

    func child(_ name: String, _ value: JSONValue) -> DescriptionNode {
        DescriptionNode(value: value, path: path.isEmpty ? name : "\(path).\(name)")
    }

    func child(_ index: Int, _ value: JSONValue) -> DescriptionNode {
        DescriptionNode(value: value, path: "\(path)[\(index)]")
    }

    /// The elements of a list. Throws if there are more than `limit`.
    func elements(limit: Int) throws(DescriptionError) -> [DescriptionNode] {
        guard case .array(let values) = value else { throw mismatch("a list") }
        guard values.count <= limit else { throw error("\(values.count) elements are more than \(limit)") }
        return values.enumerated().map { child($0.offset, $0.element) }
    }

    /// A finite number within `range`.
    func number(in range: ClosedRange<Double>) throws(DescriptionError) -> Double {
        guard case .number(let number) = value else { throw mismatch("a number") }
        guard number.isFinite else {
            throw error("\(value.phrase) is no number here; only data values may be \(value.phrase), which is a gap")
        }
        guard range.contains(number) else {
            throw error(
                "\(compact(number)) is outside \(compact(range.lowerBound))…\(compact(range.upperBound))")
        }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(DescriptionError) -> Int {
        let number = try number(in: Double(range.lowerBound)...Double(range.upperBound))
        guard number == number.rounded() else { throw error("expected a whole number") }
        return Int(number)
    }

    func string() throws(DescriptionError) -> String {
        guard case .string(let string) = value else { throw mismatch("a string") }
        return string
    }

    /// A non-empty file path.
    func filePath() throws(DescriptionError) -> String {
        let path = try String.read(self)
        guard !path.isEmpty else { throw error("the path is empty") }
        return path
    }

    /// A member of an object. `nil`: missing, or not an object.
    func member(_ name: String) -> DescriptionNode? {
        guard case .object(let members) = value, let member = members.first(where: { $0.name == name }) else {
            return nil
        }
        return child(name, member.value)
    }

    /// A choice by its name.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type = Choice.self
    ) throws(DescriptionError) -> Choice where Choice.RawValue == String {
        let name = try string()
        if let choice = Choice(rawValue: name) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let suggestion =
            ForeignNames.choice(name, in: names).map { "; did you mean \($0)?" }
            ?? didYouMean(nearestName(to: name, in: names))
        throw error("\(quoted(name)) is not one of \(names.joined(separator: ", "))\(suggestion)")
    }
}
