/// An expression with its position in the text.
struct Syntax: Sendable {
    let kind: Kind
    /// UTF-8 bytes.
    let offset: Int

    indirect enum Kind: Sendable {
        case value(ScriptValue)
        case name(String)
        case this
        case array([Element])
        case object([Member])
        case function(FunctionSyntax)
        /// Strings and expressions alternate. There is one more string than expressions.
        case template([String], [Syntax])
        case unary(UnaryOperator, Syntax)
        case binary(BinaryOperator, Syntax, Syntax)
        case logical(LogicalOperator, Syntax, Syntax)
        case conditional(Syntax, Syntax, Syntax)
        /// `isOptional`: after `?.`.
        case member(Syntax, String, isOptional: Bool)
        case index(Syntax, Syntax, isOptional: Bool)
        case call(Syntax, [Element], isOptional: Bool)
        /// `new Name(…)`.
        case new(String, [Element])
        /// Ends the scope of `?.`: the whole chain is undefined if the value before `?.` is missing.
        case chain(Syntax)
    }

    struct Element: Sendable {
        let value: Syntax
        /// `...value`.
        let isSpread: Bool
    }

    enum Member: Sendable {
        case named(String, Syntax)
        case computed(Syntax, Syntax)
        case spread(Syntax)
    }
}

struct FunctionSyntax: Sendable {
    let parameters: [Parameter]
    let body: [Statement]
    /// An arrow function uses the `this` of its surroundings.
    let isArrow: Bool
    /// The function's source text.
    let text: String
    /// The path of the member that has this function as its value.
    let path: String
}

/// The target of an argument or a value: a name, or names for its members.
enum Parameter: Sendable {
    case name(String, otherwise: Syntax?)
    case members([(member: String, name: String, otherwise: Syntax?)], otherwise: Syntax?)
    case rest(String)
}

enum Statement: Sendable {
    case constant(Parameter, Syntax)
    case returned(Syntax?)
    case condition(Syntax, then: [Statement], otherwise: [Statement])
    case expression(Syntax)
}

enum UnaryOperator: String, Sendable {
    case minus = "-"
    case plus = "+"
    case not = "!"
    case typeof
}

enum BinaryOperator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case power = "**"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case same = "==="
    case notSame = "!=="

    /// Operators of higher rank bind more tightly.
    var rank: Int {
        switch self {
        case .equal, .notEqual, .same, .notSame: 4
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 5
        case .add, .subtract: 6
        case .multiply, .divide, .remainder: 7
        case .power: 8
        }
    }
}

enum LogicalOperator: String, Sendable {
    case and = "&&"
    case or = "||"
    case otherwise = "??"

    var rank: Int {
        switch self {
        case .otherwise: 1
        case .or: 2
        case .and: 3
        }
    }
}

/// A name with its value. It hides the same name in outer scopes.
final class Scope: Sendable {
    let name: String
    let value: ScriptValue
    let outer: Scope?

    init(_ name: String, _ value: ScriptValue, in outer: Scope?) {
        self.name = name
        self.value = value
        self.outer = outer
    }
}
