extension Color {
    /// Parses a CSS colour, such as `#f00`, `steelblue` or `rgb(0 102 204 / 50%)`. `nil`: the text is not a colour.
    ///
    /// `init(css:)` reads the same texts and gives the reason. A literal in the source code, as in `Color("#f00")`, is
    /// a `Color`, not an optional, and the program stops if it is not a colour.
    public init?(_ text: some StringProtocol) {
        guard let color = try? Color(css: text) else { return nil }
        self = color
    }
}

extension Color: ExpressibleByStringLiteral {
    /// A colour as a literal: `let accent: Color = "#2a9d8f"`.
    ///
    /// - Precondition: `init(css:)` reads the text. Otherwise the program stops with a message that quotes it.
    public init(stringLiteral text: String) {
        do {
            self = try Color(css: text)
        } catch {
            fatalError("\"\(text)\" is not a colour" + (error.reason.isEmpty ? "" : ": \(error.reason)"))
        }
    }
}
