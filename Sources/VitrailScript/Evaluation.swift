/// Evaluates expressions.
struct Evaluation {
    let budget: ScriptBudget
    private var depth = 0
    private var constants: Scope?
    private var receiver: ScriptValue = .undefined

    /// Maximum nesting of expressions and calls. Deeper ones are refused before the stack overflows.
    private static let deepest = 300
    /// Maximum characters of a string, and maximum elements of an array, that an expression makes.
    static let longest = 1_000_000

    init(budget: ScriptBudget) { self.budget = budget }

    /// The value of an expression in a scope.
    mutating func value(_ syntax: Syntax, in scope: Scope?) throws(ScriptError) -> ScriptValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw ScriptError(message: "the functions call each other too deeply") }
        try budget.spend(1)
        switch syntax.kind {
        case .value(let value): return value
        case .name(let name): return try lookUp(name, scope)
        case .this: return receiver
        case .array(let elements): return .array(try values(elements, scope))
        case .object(let members): return .object(try object(members, scope))
        case .function(let code): return .function(ScriptFunction(code: code, scope: scope))
        case .template(let texts, let expressions):
            var text = texts[0]
            for (expression, next) in zip(expressions, texts.dropFirst()) {
                text += try self.text(try value(expression, in: scope))
                text += next
                try checkLength(text.utf8.count)
            }
            return .string(text)
        case .unary(let sign, let operand): return try unary(sign, operand, scope)
        case .binary(let sign, let first, let second):
            return try binary(sign, try value(first, in: scope), try value(second, in: scope))
        case .logical(let sign, let first, let second):
            let left = try value(first, in: scope)
            let isDecided =
                switch sign {
                case .and: !left.isTrue
                case .or: left.isTrue
                case .otherwise: left.isPresent
                }
            return isDecided ? left : try value(second, in: scope)
        case .conditional(let condition, let first, let second):
            return try value(try value(condition, in: scope).isTrue ? first : second, in: scope)
        case .chain(let links): return try link(links, scope) ?? .undefined
        case .member, .index, .call: return try link(syntax, scope) ?? .undefined
        case .new(let type, let arguments): return try made(type, try self.arguments(arguments, scope))
        }
    }

    // MARK: Names

    private func lookUp(_ name: String, _ scope: Scope?) throws(ScriptError) -> ScriptValue {
        if let value = try find(name, scope) { return value }
        throw ScriptError(message: "there is no '\(name)' here")
    }

    func find(_ name: String, _ scope: Scope?) throws(ScriptError) -> ScriptValue? {
        var next = scope
        while let scope = next {
            if scope.name == name { return scope.value }
            next = scope.outer
            try budget.spend(1)
        }
        return Standard.names[name]
    }

    // MARK: Literals

    private mutating func values(_ elements: [Syntax.Element], _ scope: Scope?) throws(ScriptError) -> [ScriptValue] {
        try spread(elements) { (evaluation, index, syntax) throws(ScriptError) in
            try evaluation.placed("[\(index)]") { (evaluation) throws(ScriptError) in
                try evaluation.value(syntax, in: scope)
            }
        }
    }

    /// The arguments of a call.
    mutating func arguments(_ elements: [Syntax.Element], _ scope: Scope?) throws(ScriptError) -> [ScriptValue] {
        try spread(elements) { (evaluation, _, syntax) throws(ScriptError) in try evaluation.value(syntax, in: scope) }
    }

    private mutating func spread(
        _ elements: [Syntax.Element], _ value: (inout Evaluation, Int, Syntax) throws(ScriptError) -> ScriptValue
    ) throws(ScriptError) -> [ScriptValue] {
        var values: [ScriptValue] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let value = try value(&self, index, element.value)
            guard element.isSpread else {
                values.append(value)
                continue
            }
            switch value {
            case .array(let spread): values += spread
            case .string(let text): values += text.map { .string(String($0)) }
            default: throw ScriptError(message: "'...' takes a list, not \(value.phrase)")
            }
            try checkLength(values.count)
        }
        return values
    }

    private mutating func object(_ members: [Syntax.Member], _ scope: Scope?) throws(ScriptError) -> ScriptObject {
        var object = ScriptObject()
        for member in members {
            switch member {
            case .named(let name, let syntax):
                object[name] = try placed(name) { (evaluation) throws(ScriptError) in
                    try evaluation.value(syntax, in: scope)
                }
            case .computed(let name, let syntax):
                object[try text(try value(name, in: scope))] = try value(syntax, in: scope)
            case .spread(let syntax):
                if case .object(let spread) = try value(syntax, in: scope) {
                    for (name, value) in spread.members { object[name] = value }
                    try budget.spend(spread.count)
                }
            }
        }
        return object
    }

    /// Adds the member of a literal to the path of errors inside it.
    private mutating func placed(
        _ step: String, _ body: (inout Evaluation) throws(ScriptError) -> ScriptValue
    ) throws(ScriptError) -> ScriptValue {
        do throws(ScriptError) { return try body(&self) } catch {
            var error = error
            // An error inside a call already has the path of the function.
            if error.line == nil {
                error.path =
                    error.path.isEmpty || error.path.hasPrefix("[") ? step + error.path : "\(step).\(error.path)"
            }
            throw error
        }
    }

    // MARK: Members and calls

    /// - Returns: `nil` if `?.` follows a missing value.
    private mutating func link(_ syntax: Syntax, _ scope: Scope?) throws(ScriptError) -> ScriptValue? {
        switch syntax.kind {
        case .member(let base, let name, let isOptional):
            guard let object = try link(base, scope) else { return nil }
            if isOptional, !object.isPresent { return nil }
            return try member(object, name)
        case .index(let base, let index, let isOptional):
            guard let object = try link(base, scope) else { return nil }
            if isOptional, !object.isPresent { return nil }
            return try element(object, try value(index, in: scope))
        case .call(let callee, let arguments, let isOptional):
            let (function, receiver): (ScriptValue, ScriptValue)
            switch callee.kind {
            case .member(let base, let name, let isOptionalMember):
                guard let object = try link(base, scope) else { return nil }
                if isOptionalMember, !object.isPresent { return nil }
                if let result = try standardMethod(object, name, arguments, scope) { return result }
                (function, receiver) = (try member(object, name), object)
            default:
                guard let value = try link(callee, scope) else { return nil }
                (function, receiver) = (value, .undefined)
            }
            if isOptional, !function.isPresent { return nil }
            return try call(function, try self.arguments(arguments, scope), this: receiver, named: callee)
        default: return try value(syntax, in: scope)
        }
    }

    private func member(_ object: ScriptValue, _ name: String) throws(ScriptError) -> ScriptValue {
        switch object {
        case .object(let members): return members[name] ?? .undefined
        case .array(let values): return name == "length" ? .number(Double(values.count)) : .undefined
        case .string(let text): return name == "length" ? .number(Double(text.utf16.count)) : .undefined
        case .undefined, .null: throw ScriptError(message: "'\(name)' of \(object.phrase)")
        case .native(let native): return Standard.members["\(native.name).\(name)"] ?? .undefined
        default: return .undefined
        }
    }

    private func element(_ object: ScriptValue, _ index: ScriptValue) throws(ScriptError) -> ScriptValue {
        if case .number(let number) = index, let position = Int(exactly: number) {
            switch object {
            case .array(let values): return values.indices.contains(position) ? values[position] : .undefined
            case .string(let text):
                try budget.spend(text.utf8.count / 16)
                let units = text.utf16
                guard position >= 0,
                    let at = units.index(units.startIndex, offsetBy: position, limitedBy: units.endIndex),
                    at < units.endIndex
                else { return .undefined }
                return .string(String(decoding: [units[at]], as: UTF16.self))
            default: break
            }
        }
        return try member(object, try text(index))
    }

    /// Calls a value that is a function.
    mutating func call(
        _ function: ScriptValue, _ arguments: [ScriptValue], this: ScriptValue, named callee: Syntax? = nil
    ) throws(ScriptError) -> ScriptValue {
        switch function {
        case .function(let function): return try call(function, arguments, this: this)
        case .native(let native):
            try budget.spend(arguments.count)
            return try native.body(arguments)
        default:
            var name = "the value"
            switch callee?.kind {
            case .name(let text), .member(_, let text, _): name = "'\(text)'"
            default: break
            }
            throw ScriptError(message: "\(name) is no function that can be called here")
        }
    }

    mutating func call(
        _ function: ScriptFunction, _ arguments: [ScriptValue], this: ScriptValue
    ) throws(ScriptError) -> ScriptValue {
        depth += 1
        defer { depth -= 1 }
        let outer = receiver
        defer { receiver = outer }
        if !function.code.isArrow { receiver = this }
        do throws(ScriptError) {
            guard depth <= Self.deepest else { throw ScriptError(message: "the functions call each other too deeply") }
            return try run(function.code.body, try scope(of: function, arguments)) ?? .undefined
        } catch {
            var error = error
            if error.path.isEmpty { error.path = function.code.path }
            throw error
        }
    }

    /// The scope of a function's body.
    private mutating func scope(of function: ScriptFunction, _ arguments: [ScriptValue]) throws(ScriptError) -> Scope? {
        var scope = function.scope
        for (index, parameter) in function.code.parameters.enumerated() {
            if case .rest(let name) = parameter {
                scope = Scope(name, .array(Array(arguments.dropFirst(index))), in: scope)
            } else {
                try bind(parameter, index < arguments.count ? arguments[index] : .undefined, &scope)
            }
        }
        return scope
    }

    private mutating func bind(_ target: Parameter, _ given: ScriptValue, _ scope: inout Scope?) throws(ScriptError) {
        switch target {
        case .name(let name, let otherwise):
            scope = Scope(name, try filled(given, otherwise, scope), in: scope)
        case .members(let members, let otherwise):
            let object = try filled(given, otherwise, scope)
            for (name, local, otherwise) in members {
                scope = Scope(local, try filled(try member(object, name), otherwise, scope), in: scope)
            }
        case .rest(let name): scope = Scope(name, given, in: scope)
        }
    }

    private mutating func filled(
        _ value: ScriptValue, _ otherwise: Syntax?, _ scope: Scope?
    ) throws(ScriptError) -> ScriptValue {
        if value.isUndefined, let otherwise { try self.value(otherwise, in: scope) } else { value }
    }

    /// - Returns: `nil` if no `return` is reached.
    private mutating func run(_ statements: [Statement], _ scope: Scope?) throws(ScriptError) -> ScriptValue? {
        var scope = scope
        for statement in statements {
            switch statement {
            case .constant(let target, let syntax): try bind(target, try value(syntax, in: scope), &scope)
            case .returned(let syntax):
                guard let syntax else { return .undefined }
                return try value(syntax, in: scope)
            case .condition(let condition, let first, let second):
                if let result = try run(try value(condition, in: scope).isTrue ? first : second, scope) {
                    return result
                }
            case .expression(let syntax): _ = try value(syntax, in: scope)
            }
        }
        return nil
    }

    func checkLength(_ length: Int) throws(ScriptError) {
        guard length <= Self.longest else {
            throw ScriptError(message: "more than \(Self.longest) characters or elements")
        }
        try budget.spend(length / 16)
    }
}
