import Synchronization

/// A limit on the work of a document's expressions. Each operation and each character of a new string counts.
///
/// An expression cannot loop, but array functions call functions, so a short text can cause much work.
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
