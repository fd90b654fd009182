/// A value of the description together with its place: what errors are named by.
struct DescriptionNode {
    let value: JSONValue
    /// As `series[2].style`; empty for the whole.
    let place: String

    func error(_ message: String) -> DescriptionError {
        DescriptionError(place: place, message: message)
    }

    func mismatch(_ expected: String) -> DescriptionError {
        error("expected \(expected), found \(value.phrase)")
    }

    func child(_ name: String, _ value: JSONValue) -> DescriptionNode {
        DescriptionNode(value: value, place: place.isEmpty ? name : "\(place).\(name)")
    }

    func child(_ index: Int, _ value: JSONValue) -> DescriptionNode {
        DescriptionNode(value: value, place: "\(place)[\(index)]")
    }

    /// The elements of a list, at most `limit` of them.
    func elements(limit: Int) throws(DescriptionError) -> [DescriptionNode] {
        guard case .array(let values) = value else { throw mismatch("a list") }
        guard values.count <= limit else { throw error("\(values.count) elements are more than \(limit)") }
        return values.enumerated().map { child($0.offset, $0.element) }
    }

    /// A finite number within `range`.
    func number(in range: ClosedRange<Double>) throws(DescriptionError) -> Double {
        guard case .number(let number) = value else { throw mismatch("a number") }
        guard number.isFinite else { throw error("\(value.phrase) is no number here; only data values may be \(value.phrase), which is a gap") }
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

    /// The path of a file.
    func path() throws(DescriptionError) -> String {
        let path = try String.read(self)
        guard !path.isEmpty else { throw error("the path is empty") }
        return path
    }

    /// A member of an object; nil when there is none, or no object.
    func member(_ name: String) -> DescriptionNode? {
        guard case .object(let members) = value, let member = members.first(where: { $0.name == name }) else { return nil }
        return child(name, member.value)
    }

    /// One of the cases of a choice, by its name.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type = Choice.self
    ) throws(DescriptionError) -> Choice where Choice.RawValue == String {
        let name = try string()
        if let choice = Choice(rawValue: name) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        let suggestion = ForeignNames.choice(name, in: names).map { "; did you mean \($0)?" } ?? didYouMean(nearestName(to: name, in: names))
        throw error("\(quoted(name)) is not one of \(names.joined(separator: ", "))\(suggestion)")
    }
}

/// `12` for 12.0: in messages, and where a number names a category.
func compact(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? String(Int(number)) : String(number)
}
