/// Parses expressions from tokens.
struct Parser {
    let bytes: [UInt8]
    private var tokens: [Token]
    private var index = 0
    /// The members of the enclosing literals, for error paths.
    private var path: [PathStep] = []
    private var depth = 0
    private var constants = 0
    /// Maximum nesting of literals, parentheses, operators and members. Deeper ones are refused before the stack
    /// overflows.
    private static let deepest = 128
    /// Maximum number of constants. Their scopes form a chain, which is released one by one.
    private static let maxConstants = 1_000

    enum PathStep {
        case member(String)
        case element(Int)
    }

    init(_ bytes: [UInt8]) throws(ScriptError) {
        self.bytes = bytes
        var lexer = Lexer(bytes)
        do { tokens = try lexer.tokens() } catch {
            throw ScriptError.at(error.offset, in: bytes, path: "", error.message)
        }
    }

    /// Parses one expression. Only semicolons may follow it.
    mutating func whole() throws(ScriptError) -> Syntax {
        let syntax = try expression()
        while take(";") {}
        guard current.kind == .end else { throw fault("\(current.phrase) behind the value") }
        return syntax
    }

    // MARK: Words

    var current: Token { tokens[index] }

    private func token(_ ahead: Int) -> Token { tokens[min(index + ahead, tokens.count - 1)] }

    private mutating func advance() { if index < tokens.count - 1 { index += 1 } }

    private func stands(_ mark: String) -> Bool { current.kind == .mark(mark) }

    private func stands(word: String) -> Bool { current.kind == .name(word) }

    private mutating func take(_ mark: String) -> Bool {
        guard stands(mark) else { return false }
        advance()
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard stands(word: word) else { return false }
        advance()
        return true
    }

    private mutating func expect(_ mark: String) throws(ScriptError) {
        guard take(mark) else { throw fault("expected '\(mark)', found \(current.phrase)") }
    }

    private mutating func name() throws(ScriptError) -> String {
        guard case .name(let name) = current.kind, !Self.reserved.contains(name) else {
            throw fault("expected a name, found \(current.phrase)")
        }
        advance()
        return name
    }

    private static let reserved: Set<String> = [
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "export",
        "extends", "false", "finally", "for",
        "function", "if", "import", "in", "instanceof", "let", "new", "null", "return", "super", "switch", "this",
        "throw", "true", "try", "typeof", "var",
        "void", "while", "with", "yield", "await",
    ]

    private func fault(_ message: String) -> ScriptError {
        .at(current.range.lowerBound, in: bytes, path: pathText, message)
    }

    private var pathText: String {
        var text = ""
        for step in path {
            switch step {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }

    private mutating func nested<Result>(
        _ body: (inout Parser) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        let outer = depth
        defer { depth = outer }
        try deepen()
        return try body(&self)
    }

    /// Counts one more level.
    private mutating func deepen() throws(ScriptError) {
        depth += 1
        guard depth <= Self.deepest else { throw fault("nested too deeply") }
    }

    // MARK: Expressions

    mutating func expression() throws(ScriptError) -> Syntax {
        try nested { (parser) throws(ScriptError) in try parser.conditional() }
    }

    private mutating func conditional() throws(ScriptError) -> Syntax {
        if isArrow { return try arrow() }
        let offset = current.range.lowerBound
        let condition = try operation(rank: 1)
        if case .mark(let mark) = current.kind, Self.assignments.contains(mark) {
            throw fault("'\(mark)' sets a value; only 'const' and 'let' name values here")
        }
        guard take("?") else { return condition }
        let first = try expression()
        try expect(":")
        return Syntax(kind: .conditional(condition, first, try expression()), offset: offset)
    }

    private static let assignments: Set<String> = [
        "=", "+=", "-=", "*=", "/=", "%=", "**=", "&&=", "||=", "??=", "++", "--",
    ]

    /// Parses operators of at least this rank with their operands, from left to right.
    private mutating func operation(rank: Int) throws(ScriptError) -> Syntax {
        let offset = current.range.lowerBound
        let outer = depth
        defer { depth = outer }
        var left = try unary()
        while case .mark(let mark) = current.kind {
            try deepen()
            if let logical = LogicalOperator(rawValue: mark), logical.rank >= rank {
                advance()
                left = Syntax(
                    kind: .logical(
                        logical, left,
                        try nested { (parser) throws(ScriptError) in try parser.operation(rank: logical.rank + 1) }),
                    offset: offset)
            } else if let binary = BinaryOperator(rawValue: mark), binary.rank >= rank {
                advance()
                // The only right-associative operator.
                let next = binary == .power ? binary.rank : binary.rank + 1
                left = Syntax(
                    kind: .binary(
                        binary, left, try nested { (parser) throws(ScriptError) in try parser.operation(rank: next) }),
                    offset: offset)
            } else if Self.refused.contains(mark) {
                throw fault("the operator '\(mark)' is not read here")
            } else {
                return left
            }
        }
        if stands(word: "in") || stands(word: "instanceof") {
            throw fault("the operator \(current.phrase) is not read here")
        }
        return left
    }

    private static let refused: Set<String> = ["&", "|", "^", "<<", ">>", "<<=", ">>=", "&=", "|=", "^="]

    private mutating func unary() throws(ScriptError) -> Syntax {
        let offset = current.range.lowerBound
        switch current.kind {
        case .mark("-"), .mark("+"), .mark("!"):
            guard case .mark(let mark) = current.kind, let sign = UnaryOperator(rawValue: mark) else { break }
            advance()
            return Syntax(
                kind: .unary(sign, try nested { (parser) throws(ScriptError) in try parser.unary() }), offset: offset)
        case .name("typeof"):
            advance()
            return Syntax(
                kind: .unary(.typeof, try nested { (parser) throws(ScriptError) in try parser.unary() }), offset: offset
            )
        case .mark("++"), .mark("--"), .mark("~"), .name("void"), .name("delete"), .name("await"):
            throw fault("\(current.phrase) is not read here")
        default: break
        }
        return try chain()
    }

    /// Parses a value with the members and calls that follow it.
    private mutating func chain() throws(ScriptError) -> Syntax {
        let offset = current.range.lowerBound
        var value = try primary()
        var hasOptional = false
        let outer = depth
        defer { depth = outer }
        links: while true {
            try deepen()
            let kind: Syntax.Kind
            if take("?.") {
                hasOptional = true
                if stands("(") {
                    kind = .call(value, try arguments(), isOptional: true)
                } else if take("[") {
                    kind = .index(value, try expression(), isOptional: true)
                    try expect("]")
                } else {
                    kind = .member(value, try memberName(), isOptional: true)
                }
            } else if take(".") {
                kind = .member(value, try memberName(), isOptional: false)
            } else if take("[") {
                kind = .index(value, try expression(), isOptional: false)
                try expect("]")
            } else if stands("(") {
                kind = .call(value, try arguments(), isOptional: false)
            } else if case .template = current.kind {
                throw fault("a template behind a name is not read here")
            } else {
                break links
            }
            value = Syntax(kind: kind, offset: offset)
        }
        return hasOptional ? Syntax(kind: .chain(value), offset: offset) : value
    }

    private mutating func memberName() throws(ScriptError) -> String {
        guard case .name(let name) = current.kind else {
            throw fault("expected the name of a member, found \(current.phrase)")
        }
        advance()
        return name
    }

    private mutating func arguments() throws(ScriptError) -> [Syntax.Element] {
        try expect("(")
        return try elements(until: ")", asElements: false)
    }

    /// Parses values and spreads, separated by commas, up to a mark.
    private mutating func elements(until mark: String, asElements: Bool) throws(ScriptError) -> [Syntax.Element] {
        var elements: [Syntax.Element] = []
        while !take(mark) {
            let offset = current.range.lowerBound
            // A hole is undefined.
            if asElements, take(",") {
                elements.append(.init(value: Syntax(kind: .value(.undefined), offset: offset), isSpread: false))
                continue
            }
            if asElements { path.append(.element(elements.count)) }
            let isSpread = take("...")
            elements.append(.init(value: try expression(), isSpread: isSpread))
            if asElements { path.removeLast() }
            guard take(",") || stands(mark) else { throw fault("expected ',' or '\(mark)', found \(current.phrase)") }
        }
        return elements
    }

    private mutating func primary() throws(ScriptError) -> Syntax {
        let token = current
        let offset = token.range.lowerBound
        func value(_ value: ScriptValue) -> Syntax { Syntax(kind: .value(value), offset: offset) }
        switch token.kind {
        case .number(let number):
            advance()
            return value(.number(number))
        case .string(let text):
            advance()
            return value(.string(text))
        case .template(let texts, let expressions):
            advance()
            return Syntax(
                kind: .template(texts, try expressions.map { (tokens) throws(ScriptError) in try embedded(tokens) }),
                offset: offset)
        case .name(let name): return try word(name, offset)
        case .mark("("):
            advance()
            let inner = try expression()
            try expect(")")
            return inner
        case .mark("["):
            advance()
            return Syntax(kind: .array(try elements(until: "]", asElements: true)), offset: offset)
        case .mark("{"):
            advance()
            return Syntax(kind: .object(try members()), offset: offset)
        case .mark("/"): throw fault("regular expressions are not read here")
        default: throw fault("expected a value, found \(token.phrase)")
        }
    }

    private mutating func word(_ name: String, _ offset: Int) throws(ScriptError) -> Syntax {
        func value(_ value: ScriptValue) -> Syntax { Syntax(kind: .value(value), offset: offset) }
        switch name {
        case "true", "false":
            advance()
            return value(.bool(name == "true"))
        case "null":
            advance()
            return value(.null)
        case "undefined":
            advance()
            return value(.undefined)
        case "NaN":
            advance()
            return value(.number(.nan))
        case "Infinity":
            advance()
            return value(.number(.infinity))
        case "this":
            advance()
            return Syntax(kind: .this, offset: offset)
        case "function": return try function()
        case "new":
            advance()
            let type = try self.name()
            return Syntax(kind: .new(type, stands("(") ? try arguments() : []), offset: offset)
        case "async", "class", "await", "yield", "import", "super": throw fault("'\(name)' is not read here")
        default: return Syntax(kind: .name(try self.name()), offset: offset)
        }
    }

    /// The expression of a template.
    private mutating func embedded(_ words: [Token]) throws(ScriptError) -> Syntax {
        let (outer, position) = (tokens, index)
        (tokens, index) = (words, 0)
        defer { (tokens, index) = (outer, position) }
        let syntax = try expression()
        guard current.kind == .end else { throw fault("\(current.phrase) behind the expression of the template") }
        return syntax
    }

    private mutating func members() throws(ScriptError) -> [Syntax.Member] {
        var members: [Syntax.Member] = []
        while !take("}") {
            members.append(try member())
            guard take(",") || stands("}") else { throw fault("expected ',' or '}', found \(current.phrase)") }
        }
        return members
    }

    private mutating func member() throws(ScriptError) -> Syntax.Member {
        let start = current
        if take("...") { return .spread(try expression()) }
        if take("[") {
            let name = try expression()
            try expect("]")
            try expect(":")
            return .computed(name, try expression())
        }
        let name: String
        switch start.kind {
        case .name(let word): name = word
        case .string(let text): name = text
        case .number(let number): name = ScriptNumber.text(number)
        default: throw fault("expected the name of a member, found \(start.phrase)")
        }
        advance()
        path.append(.member(name))
        defer { path.removeLast() }
        if take(":") { return .named(name, try expression()) }
        if stands("(") {
            return .named(
                name,
                Syntax(kind: .function(try functionRest(from: start.range.lowerBound)), offset: start.range.lowerBound))
        }
        guard case .name(let word) = start.kind, !Self.reserved.contains(word) else {
            throw fault("expected ':' behind the name '\(name)'")
        }
        return .named(name, Syntax(kind: .name(word), offset: start.range.lowerBound))
    }

    // MARK: Functions

    /// Whether the parameters of an arrow function begin here.
    private var isArrow: Bool {
        if case .name = current.kind { return token(1).kind == .mark("=>") }
        guard stands("(") else { return false }
        var level = 0
        for k in index..<tokens.count {
            switch tokens[k].kind {
            case .mark("("), .mark("["), .mark("{"): level += 1
            case .mark(")"), .mark("]"), .mark("}"):
                level -= 1
                if level == 0 { return k + 1 < tokens.count && tokens[k + 1].kind == .mark("=>") }
            default: break
            }
        }
        return false
    }

    private mutating func arrow() throws(ScriptError) -> Syntax {
        let start = current.range.lowerBound
        let parameters = stands("(") ? try self.parameters() : [.name(try name(), otherwise: nil)]
        try expect("=>")
        let body: [Statement] = stands("{") ? try block() : [.returned(try expression())]
        return Syntax(kind: .function(made(parameters, body, isArrow: true, from: start)), offset: start)
    }

    private mutating func function() throws(ScriptError) -> Syntax {
        let start = current.range.lowerBound
        advance()
        if stands("*") { throw fault("generators are not read here") }
        if !stands("(") { _ = try name() }
        return Syntax(kind: .function(try functionRest(from: start)), offset: start)
    }

    private mutating func functionRest(from start: Int) throws(ScriptError) -> FunctionSyntax {
        let parameters = try parameters()
        let body = try block()
        return made(parameters, body, isArrow: false, from: start)
    }

    private func made(_ parameters: [Parameter], _ body: [Statement], isArrow: Bool, from start: Int) -> FunctionSyntax
    {
        let end = tokens[max(index - 1, 0)].range.upperBound
        return FunctionSyntax(
            parameters: parameters, body: body, isArrow: isArrow,
            text: String(decoding: bytes[start..<max(end, start)], as: UTF8.self), path: pathText)
    }

    private mutating func parameters() throws(ScriptError) -> [Parameter] {
        try expect("(")
        var parameters: [Parameter] = []
        while !take(")") {
            if take("...") {
                parameters.append(.rest(try name()))
                try expect(")")
                return parameters
            }
            var parameter = try target()
            if take("=") {
                let otherwise = try expression()
                switch parameter {
                case .name(let name, _): parameter = .name(name, otherwise: otherwise)
                case .members(let members, _): parameter = .members(members, otherwise: otherwise)
                case .rest: break
                }
            }
            parameters.append(parameter)
            guard take(",") || stands(")") else { throw fault("expected ',' or ')', found \(current.phrase)") }
        }
        return parameters
    }

    /// A name, or member names in braces.
    private mutating func target() throws(ScriptError) -> Parameter {
        guard take("{") else {
            if stands("[") { throw fault("names in brackets are not read here") }
            return .name(try name(), otherwise: nil)
        }
        var members: [(member: String, name: String, otherwise: Syntax?)] = []
        while !take("}") {
            let member = try memberName()
            let name = take(":") ? try self.name() : member
            members.append((member, name, take("=") ? try expression() : nil))
            guard take(",") || stands("}") else { throw fault("expected ',' or '}', found \(current.phrase)") }
        }
        return .members(members, otherwise: nil)
    }

    private mutating func block() throws(ScriptError) -> [Statement] {
        try expect("{")
        return try nested { (parser) throws(ScriptError) in
            var statements: [Statement] = []
            while !parser.take("}") { statements += try parser.statement() }
            return statements
        }
    }

    private mutating func statement() throws(ScriptError) -> [Statement] {
        guard case .name(let word) = current.kind else {
            if take(";") { return [] }
            if stands("{") { throw fault("a separate block is not read here") }
            let value = try expression()
            try endStatement()
            return [.expression(value)]
        }
        switch word {
        case "const", "let", "var": return try constants(word)
        case "return":
            advance()
            let isBare = stands(";") || stands("}") || current.followsLineBreak || current.kind == .end
            let value = isBare ? nil : try expression()
            try endStatement()
            return [.returned(value)]
        case "if":
            advance()
            try expect("(")
            let condition = try expression()
            try expect(")")
            let first = try branch()
            return [.condition(condition, then: first, otherwise: take(word: "else") ? try branch() : [])]
        case "for", "while", "do":
            throw fault("loops are not run here; functions of lists such as map, filter and reduce are")
        case "switch", "try", "throw", "break", "continue", "with", "debugger":
            throw fault("'\(word)' is not read here")
        default:
            let value = try expression()
            try endStatement()
            return [.expression(value)]
        }
    }

    private mutating func branch() throws(ScriptError) -> [Statement] {
        try nested { (parser) throws(ScriptError) in parser.stands("{") ? try parser.block() : try parser.statement() }
    }

    private mutating func constants(_ word: String) throws(ScriptError) -> [Statement] {
        advance()
        var statements: [Statement] = []
        repeat {
            constants += 1
            guard constants <= Self.maxConstants else { throw fault("more than \(Self.maxConstants) names") }
            let target = try target()
            guard take("=") else { throw fault("expected '=' behind '\(word)' and a name, found \(current.phrase)") }
            statements.append(.constant(target, try expression()))
        } while take(",")
        try endStatement()
        return statements
    }

    private mutating func endStatement() throws(ScriptError) {
        if case .mark(let mark) = current.kind, Self.assignments.contains(mark) {
            throw fault("'\(mark)' sets a value; only 'const' and 'let' name values here")
        }
        guard take(";") || stands("}") || current.followsLineBreak || current.kind == .end else {
            throw fault("expected ';', found \(current.phrase)")
        }
    }
}

extension ScriptError {
    /// An error at a byte of a text.
    static func at(_ offset: Int, in bytes: [UInt8], path: String, _ message: String) -> ScriptError {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let column = String(decoding: bytes[start..<min(offset, bytes.count)], as: UTF8.self).count + 1
        return ScriptError(path: path, message: message, line: before.count { $0 == 0x0a } + 1, column: column)
    }
}
