/// Expectations in the order of their lines; the last one that applies to a case counts.
///
/// ```
/// # state  drivers               cases            reason
/// FAIL     swiftshader           gl.msaa.*        its resolve rounds down
/// FLAKY    llvmpipe@22.3,nvidia  gl.lifecycle.*   threads of its compiler end late
/// ```
///
/// Lines of deqp-runner's baseline, `TEST,STATUS`, are read, too (`BaselineLine`). A line whose first word is a state is
/// never one of these.
public struct ExpectationFile: Sendable, Equatable {
    public private(set) var lines: [Expectation] = []

    public init() {}

    /// - Parameter path: path of the file, for messages.
    /// - Throws: `ConformanceError.expectations` with the line.
    public init(_ text: String, path: String) throws(ConformanceError) {
        var comments: [String] = []
        // Numbers of the lines of the baseline's tests, by name.
        var tests: [String: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmed
            guard !line.hasPrefix("#") else {
                comments.append(line)
                continue
            }
            defer { comments = [] }
            guard !line.isEmpty else { continue }
            do throws(Fault) {
                guard var new = try expectation(line, path, index + 1, &tests) else { continue }
                new.comments = comments
                lines.append(new)
            } catch {
                throw .expectations(path: path, line: index + 1, reason: error.reason)
            }
        }
    }

    /// The expectations that are part of the library.
    public static let builtIn: ExpectationFile = {
        let text = String(decoding: PackageResources.expectations_txt, as: UTF8.self)
        do {
            return try ExpectationFile(text, path: "expectations.txt")
        } catch {
            // The file is part of the build and covered by a test. Without it, every known failure would count as new.
            preconditionFailure("\(error)")
        }
    }()

    package func expectation(of name: String, on device: DeviceReport) -> Expectation? {
        lines.last { line in line.cases.matches(name) && line.drivers.contains { $0.holds(for: device) } }
    }

    mutating func append(_ expectation: Expectation) { lines.append(expectation) }

    mutating func removeAll(where isRemoved: (Expectation) -> Bool) { lines.removeAll(where: isRemoved) }

    struct Fault: Error { var reason: String }

    /// - Returns: `nil` for a test of a baseline that is no case, or that is expected to pass anyway.
    private func expectation(
        _ line: String, _ path: String, _ number: Int, _ tests: inout [String: Int]
    ) throws(Fault) -> Expectation? {
        let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        if let state = Expectation.State(rawValue: String(words[0])) { return try Self.expectation(state, words) }
        guard let test = try BaselineLine(line) else {
            throw Fault(
                reason: "\(words[0]) is no state; it is PASS, FAIL, FLAKY or SKIP; a line of deqp-runner is TEST,STATUS"
            )
        }
        if let first = tests.updateValue(number, forKey: test.name) {
            throw Fault(reason: "\(test.name) is on line \(first), too")
        }
        guard ConformanceCase.isValid(name: test.name),
            test.state != .pass || lines.contains(where: { $0.cases.matches(test.name) })
        else { return nil }
        return Expectation(
            state: test.state, drivers: [.all], cases: Glob(test.name),
            reason: "\(test.status), line \(number) of \(path)")
    }

    private static func expectation(_ state: Expectation.State, _ words: [Substring]) throws(Fault) -> Expectation {
        guard words.count == 4 else { throw Fault(reason: "a line is: state, drivers, cases, reason") }
        var drivers: [DriverModifier] = []
        for word in words[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let driver = DriverModifier(String(word)) else { throw Fault(reason: "\(words[1]) names no drivers") }
            drivers.append(driver)
        }
        return Expectation(state: state, drivers: drivers, cases: Glob(String(words[2])), reason: words[3].trimmed)
    }
}
