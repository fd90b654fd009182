/// Expectations in the order of their lines; the last one that applies to a case counts.
///
/// ```
/// # state  drivers               cases            reason
/// FAIL     swiftshader           gl.msaa.*        its resolve rounds down
/// FLAKY    llvmpipe@22.3,nvidia  gl.lifecycle.*   threads of its compiler end late
/// ```
public struct ExpectationFile: Sendable, Equatable {
    public private(set) var lines: [Expectation] = []

    public init() {}

    /// - Parameter path: path of the file, for messages.
    /// - Throws: `ConformanceError.expectations` with the line.
    public init(_ text: String, path: String) throws(ConformanceError) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(Fault) {
                lines.append(try Self.expectation(line))
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

    private struct Fault: Error { var reason: String }

    private static func expectation(_ line: String) throws(Fault) -> Expectation {
        let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        guard words.count == 4 else { throw Fault(reason: "a line is: state, drivers, cases, reason") }
        guard let state = Expectation.State(rawValue: String(words[0])) else {
            throw Fault(reason: "\(words[0]) is no state; it is PASS, FAIL, FLAKY or SKIP")
        }
        var drivers: [DriverModifier] = []
        for word in words[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let driver = DriverModifier(String(word)) else { throw Fault(reason: "\(words[1]) names no drivers") }
            drivers.append(driver)
        }
        return Expectation(state: state, drivers: drivers, cases: Glob(String(words[2])), reason: words[3].trimmed)
    }
}
