/// Parses values in JavaScript notation: JSON, the JSON5 additions, and functions. Functions are parsed and never run
/// as a program.
///
///     let chart = try Script.value("{type: 'bar', data: [1, 2, 3,], format: v => '$' + v.toFixed(2)}")
///     if case .function(let format) = chart["format"] {
///         try format([.number(3)], budget: ScriptBudget())  // "$3.00"
///     }
///
/// There are no loops, assignments, regular expressions, clock, or random numbers. Only the language's own names for
/// numbers, strings, arrays and dates exist, and the caller's names. The same text has the same value everywhere: dates
/// are in UTC, and numbers are formatted with the rules of the United States.
public enum Script {
    /// The value of a text.
    ///
    /// - Parameters:
    ///   - names: values that the text and its functions may use.
    ///   - budget: limits the work that the text causes.
    /// - Throws: an error with the line and column of invalid text, or with the member that cannot be evaluated.
    public static func value(
        _ text: String, names: [String: ScriptValue] = [:], budget: ScriptBudget = ScriptBudget()
    ) throws(ScriptError) -> ScriptValue {
        var parser = try Parser(Array(text.utf8))
        let syntax = try parser.whole()
        var scope: Scope?
        for (name, value) in names.sorted(by: { $0.key < $1.key }) { scope = Scope(name, value, in: scope) }
        var evaluation = Evaluation(budget: budget)
        return try evaluation.value(syntax, in: scope)
    }
}
