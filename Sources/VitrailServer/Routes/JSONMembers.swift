#if Server
    import Foundation

    /// The members of a JSON object as raw text: a chart inside a request is passed on unchanged.
    struct JSONMembers {
        private var ranges: [String: Range<Int>] = [:]
        private let text: [UInt8]

        /// - Throws: `Problem` for a body that is not a JSON object.
        init(_ text: [UInt8]) throws(Problem) {
            self.text = text
            guard let data = try? JSONSerialization.jsonObject(with: Data(text)), data is [String: Any] else {
                throw Problem(.badRequest, code: "bad-chart", "the body is no JSON object")
            }
            // The text is valid JSON: strings end, and brackets match.
            var (depth, start, name, place) = (0, 0, String?.none, 0)
            while place < text.count {
                let byte = text[place]
                if byte == UInt8(ascii: "\"") {
                    let end = Self.end(ofText: text, from: place)
                    if depth == 1, name == nil { name = Self.string(text[place..<end]) }
                    place = end
                    continue
                }
                if byte == UInt8(ascii: ":"), depth == 1 { start = place + 1 }
                if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
                if let key = name, depth == 0 || (depth == 1 && byte == UInt8(ascii: ",")) {
                    ranges[key] = start..<place
                    name = nil
                }
                if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
                place += 1
            }
        }

        private static func end(ofText text: [UInt8], from start: Int) -> Int {
            var place = start + 1
            while place < text.count, text[place] != UInt8(ascii: "\"") {
                place += text[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(place + 1, text.count)
        }

        private static func string(_ bytes: ArraySlice<UInt8>) -> String? {
            try? Foundation.JSONDecoder().decode(String.self, from: Data(bytes))
        }

        /// The characters of a string, or the raw text of any other value. `nil`: the member is missing or null.
        subscript(name: String) -> String? {
            guard let bytes = value(name) else { return nil }
            if bytes.first == UInt8(ascii: "\""), let string = Self.string(bytes) { return string }
            let value = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return value == "null" ? nil : value
        }

        enum Kind: String { case text, number, object, array, boolean, null }

        /// `nil`: there is no such member.
        func kind(_ name: String) -> Kind? {
            switch value(name)?.first {
            case nil: nil
            case UInt8(ascii: "\""): .text
            case UInt8(ascii: "{"): .object
            case UInt8(ascii: "["): .array
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
            case UInt8(ascii: "n"): .null
            default: .number
            }
        }

        private func value(_ name: String) -> ArraySlice<UInt8>? {
            ranges[name].map { text[$0].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
        }
    }
#endif
