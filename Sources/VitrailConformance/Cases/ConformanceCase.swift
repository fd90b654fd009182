/// One requirement for a driver.
package struct ConformanceCase: Sendable {
    /// Dotted and stable, from general to specific: `series.line.horizontal.scale2`. The parts consist of letters,
    /// digits, `_` and `-`.
    package var name: String
    /// Factor for the usual time limit, for the few cases that take long on purpose.
    package var timeoutScale: Double
    /// Runs the case on the worker's only thread.
    package var run: @Sendable (CaseContext) throws -> CaseOutcome

    package init(_ name: String, timeoutScale: Double = 1, run: @escaping @Sendable (CaseContext) throws -> CaseOutcome)
    {
        self.name = name
        self.timeoutScale = timeoutScale
        self.run = run
    }

    /// Whether a name is valid.
    package static func isValid(name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isNameByte) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
