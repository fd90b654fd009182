extension ExpectationFile {
    /// Adds one of deqp-runner's lists for `--skips` or `--flakes`: one regular expression per line, which may match any
    /// part of a name. Empty lines and lines that start with `#` are ignored.
    ///
    /// - Parameters:
    ///   - state: the state of the cases that match.
    ///   - path: path of the file, for messages and reasons.
    ///   - names: the cases of the run. Each that matches gets an expectation of its own.
    /// - Throws: `ConformanceError.expectations` with the line.
    public mutating func append(
        _ state: Expectation.State, patterns text: String, path: String, names: [String]
    ) throws(ConformanceError) {
        var rest = names
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            // Trailing blanks belong to the expression, as in deqp-runner; no case has one in its name.
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let expression: RegularExpression
            do throws(RegularExpression.Fault) {
                expression = try RegularExpression(String(line))
            } catch {
                throw .expectations(path: path, line: index + 1, reason: error.reason)
            }
            let matching = rest.filter { expression.matches($0) }
            rest.removeAll(where: Set(matching).contains)
            for name in matching {
                append(
                    Expectation(
                        state: state, drivers: [.all], cases: Glob(name),
                        reason: "matches \(line.trimmed), line \(index + 1) of \(path)"))
            }
        }
    }
}
