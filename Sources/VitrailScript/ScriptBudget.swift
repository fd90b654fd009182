import Synchronization

/// The work that the expressions of a document may cause: each operation and each character of a new text counts.
///
/// An expression cannot loop, but functions of arrays call functions, so that a short text can ask for much work.
public final class ScriptBudget: Sendable {
    public static let usual = 2_000_000

    private let left: Atomic<Int>

    public init(_ steps: Int = usual) { left = Atomic(steps) }

    func spend(_ steps: Int) throws(ScriptError) {
        guard left.subtract(max(steps, 1), ordering: .relaxed).newValue >= 0 else {
            throw ScriptError(message: "the functions take too many steps")
        }
    }
}
