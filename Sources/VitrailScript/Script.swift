/// Reads values in JavaScript notation: JSON, what JSON5 adds to it, and functions, which are read and never run as a program.
///
///     let chart = try Script.value("{type: 'bar', data: [1, 2, 3,], format: v => '$' + v.toFixed(2)}")
///     if case .function(let format) = chart["format"] { try format([.number(3)], budget: ScriptBudget()) }   // "$3.00"
///
/// There are no loops, no assignments, no regular expressions, no clock, no chance, and no names but those of the language's numbers, texts, lists and
/// dates, and those that the caller gives. The same text has the same value everywhere: dates are in UTC, numbers are written as in the United States.
public enum Script {
    /// The value of a text.
    ///
    /// - Parameters:
    ///   - names: values that the text may use, and its functions, too.
    ///   - budget: of the work that the text causes.
    /// - Throws: with the line and column of what is not read, or the member whose value cannot be found.
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
