/// Reason why a strptime pattern is not a valid date format. Positions count characters from 1.
package enum DateFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A directive that is not supported.
    case unknownDirective(String, position: Int)
    /// The pattern ends in `%`.
    case incompleteDirective(position: Int)
    /// Two directives set the same part. For example, `%H:%m` has the month instead of the minute.
    case repeatedDirective(String, position: Int, previous: String)
    /// A 12-hour directive without AM or PM.
    case missingHalf(String)
    /// The pattern has no directive of a date or time.
    case noDirective(pattern: String)

    package var description: String {
        switch self {
        case .unknownDirective(let directive, let position):
            "unknown directive \(directive) at position \(position); known are \(DateFormat.knownDirectives)"
        case .incompleteDirective(let position):
            "a directive is missing after % at position \(position); %% is a percent sign"
        case .repeatedDirective(let directive, let position, let previous):
            "\(directive) at position \(position) reads the same part as \(previous)" + Self.hint(directive)
        case .missingHalf(let directive):
            "\(directive) is the hour of 12 and needs %p; %H is the hour of 24"
        case .noDirective(let pattern):
            "no directive in \"\(pattern)\"; write for example %Y-%m-%d, %d/%m/%Y or %m/%d/%Y %H:%M"
        }
    }

    private static func hint(_ directive: String) -> String {
        switch directive {
        case "%m", "%M": "; %m is the month, %M the minute"
        case "%d", "%D": "; %d is the day, %D is %m/%d/%y"
        case "%H", "%I": "; %H is the hour of 24, %I the hour of 12"
        case "%s", "%S": "; %S is the second, %s is the seconds since 1970"
        default: ""
        }
    }
}
