/// One thing that a driver must get right.
package struct ConformanceCase: Sendable {
    /// Dotted and stable, from the general to the particular: `series.line.horizontal.scale2`. Letters, digits, `_` and `-` between the dots.
    package var name: String
    /// Times the usual limit that it may take; for the few that are long on purpose.
    package var patience: Double
    /// Runs on the worker's one thread.
    package var run: @Sendable (CaseContext) throws -> CaseOutcome

    package init(_ name: String, patience: Double = 1, run: @escaping @Sendable (CaseContext) throws -> CaseOutcome) {
        self.name = name
        self.patience = patience
        self.run = run
    }

    /// Whether names may be this.
    package static func isValid(name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isNameByte) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
