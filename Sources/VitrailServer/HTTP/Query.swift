#if Server
    import Hummingbird

    /// The parameters of a request's query. `+` is a plus sign and not a blank, as chart configurations need.
    struct Query {
        private var values: [String: String] = [:]

        /// - Throws: `Problem` for escapes that are not UTF-8.
        init(_ query: String?) throws(Problem) {
            for pair in (query ?? "").split(separator: "&") {
                let end = pair.firstIndex(of: "=") ?? pair.endIndex
                guard let name = Self.decoded(pair[..<end]), let value = Self.decoded(pair[end...].dropFirst()) else {
                    throw Problem(.badRequest, code: "bad-query", "an escape in the query is no UTF-8")
                }
                values[name] = value
            }
        }

        /// - Throws: `Problem` for an unknown name, which is probably a typing error.
        func check(_ known: [String]) throws(Problem) {
            for name in values.keys.sorted() where !known.contains(name) {
                throw Problem(
                    .badRequest, code: "bad-query", path: Self.clean(name),
                    "there is no such parameter; there are \(known.joined(separator: ", "))")
            }
        }

        subscript(name: String) -> String? { values[name] }

        /// - Throws: `Problem` for a text that is not a number in the range.
        func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
            guard let text = values[name] else { return nil }
            guard let value = Double(text), range.contains(value) else {
                throw Problem(
                    .badRequest, code: "bad-query", path: name,
                    "expected a number in \(Self.text(range)), found \"\(Self.clean(text))\"")
            }
            return value
        }

        private static func text(_ range: ClosedRange<Double>) -> String {
            "\(range.lowerBound)…\(range.upperBound)".replacing(".0", with: "")
        }

        static func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : Character($0) })
        }

        private static func decoded(_ text: Substring) -> String? {
            var bytes: [UInt8] = []
            var rest = text.utf8[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    bytes.append(byte)
                    continue
                }
                guard let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) else {
                    // Like browsers: a percent sign without digits stands for itself.
                    bytes.append(byte)
                    continue
                }
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            }
            return String(validating: bytes, as: UTF8.self)
        }

        private static func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }
    }
#endif
