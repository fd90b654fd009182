#if Server
    /// The parts of a `multipart/form-data` body (RFC 7578).
    struct Multipart {
        struct Part {
            /// The file's name, or the field's name if there is no file name.
            var name: String
            var field: String
            var bytes: [UInt8]
        }

        let parts: [Part]

        private static let maxParts = 1_000
        private static let maxHeader = 8_192

        /// - Parameter contentType: the request's content type with its boundary.
        /// - Throws: `Problem`.
        init(_ body: [UInt8], contentType: String) throws(Problem) {
            guard let boundary = Self.parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count)
            else {
                throw Self.problem("the Content-Type has no boundary")
            }
            let mark = Array("--\(boundary)".utf8)
            var parts: [Part] = []
            guard var start = Self.first(mark, in: body, from: 0) else {
                throw Self.problem("the boundary is not in the body")
            }
            while true {
                start += mark.count
                if body[start...].starts(with: Array("--".utf8)) { break }
                guard body[start...].starts(with: [13, 10]) else { throw Self.problem("a boundary has no end of line") }
                start += 2
                guard let headEnd = Self.first([13, 10, 13, 10], in: body, from: max(start - 2, 0)),
                    headEnd - start <= Self.maxHeader
                else {
                    throw Self.problem("the header of a part has no end")
                }
                guard let end = Self.first([13, 10] + mark, in: body, from: headEnd + 2) else {
                    throw Self.problem("the last boundary is missing")
                }
                guard parts.count < Self.maxParts else { throw Self.problem("more than \(Self.maxParts) parts") }
                let head = headEnd > start ? String(decoding: body[start..<headEnd], as: UTF8.self) : ""
                let contents = headEnd + 4 <= end ? Array(body[(headEnd + 4)..<end]) : []
                parts.append(try Self.part(head, contents))
                start = end + 2
            }
            self.parts = parts
        }

        private static func problem(_ message: String) -> Problem {
            Problem(.badRequest, code: "bad-multipart", message)
        }

        private static func part(_ head: String, _ bytes: [UInt8]) throws(Problem) -> Part {
            for line in head.split(separator: "\r\n") {
                let name = line.prefix { $0 != ":" }
                guard name.lowercased() == "content-disposition" else { continue }
                let value = String(line.dropFirst(name.count + 1))
                let field = parameter("name", of: value) ?? ""
                return Part(name: parameter("filename", of: value) ?? field, field: field, bytes: bytes)
            }
            throw problem("a part has no Content-Disposition")
        }

        /// Parses a parameter such as `name="a \"b\""`.
        private static func parameter(_ name: String, of value: String) -> String? {
            var rest = value[...]
            while let end = rest.firstIndex(of: ";") {
                rest = rest[rest.index(after: end)...].drop { $0 == " " }
                guard rest.lowercased().hasPrefix(name + "=") else { continue }
                rest = rest.dropFirst(name.count + 1)
                guard rest.hasPrefix("\"") else { return String(rest.prefix { $0 != ";" && $0 != " " }) }
                var (text, isEscaped) = ("", false)
                for character in rest.dropFirst() {
                    if isEscaped {
                        isEscaped = false
                    } else if character == "\\" {
                        isEscaped = true
                        continue
                    } else if character == "\"" {
                        return text
                    }
                    text.append(character)
                }
                return nil
            }
            return nil
        }

        private static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
            guard start >= 0, bytes.count >= pattern.count, start <= bytes.count - pattern.count else { return nil }
            return bytes.withUnsafeBufferPointer { buffer in
                var place = start
                while place <= buffer.count - pattern.count {
                    guard let found = buffer[place...(buffer.count - pattern.count)].firstIndex(of: pattern[0]) else {
                        return nil
                    }
                    if pattern.indices.allSatisfy({ buffer[found + $0] == pattern[$0] }) { return found }
                    place = found + 1
                }
                return nil
            }
        }
    }
#endif
