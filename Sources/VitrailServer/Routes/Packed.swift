#if Server
    import CColumns

    /// Packed texts in URLs.
    enum Packed {
        /// Decodes base64 or base64url. Deflated data, with or without a header, are inflated.
        ///
        /// - Parameter limit: maximum bytes of the text.
        static func text(_ packed: String, limit: Int) throws(Problem) -> [UInt8] {
            guard let bytes = base64(packed) else {
                throw Problem(.badRequest, code: "bad-query", path: "spec", "it is no base64url")
            }
            guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }), first != UInt8(ascii: "{")
            else { return bytes }
            return try inflated(bytes, limit: limit)
        }

        /// Both alphabets, with or without padding. `nil`: anything else.
        static func base64(_ text: String) -> [UInt8]? {
            var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
            bytes.reserveCapacity(text.utf8.count / 4 * 3)
            var rest = text.utf8[...]
            while rest.last == UInt8(ascii: "=") { rest.removeLast() }
            for byte in rest {
                let value: UInt8
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
                case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
                case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
                case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
                case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
                default: return nil
                }
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
            return count < 6 ? bytes : nil
        }

        private static func inflated(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
            for format in [VITRAIL_ZLIB, VITRAIL_GZIP, VITRAIL_DEFLATE] {
                switch inflated(bytes, format, limit: limit) {
                case .success(let text): return text
                case .failure(.tooLarge):
                    throw Problem(
                        .contentTooLarge, code: "too-large", path: "spec",
                        "it has more than \(limit) bytes when it is unpacked")
                case .failure(.damaged): continue
                }
            }
            throw Problem(.badRequest, code: "bad-query", path: "spec", "it is neither JSON nor deflated")
        }

        private enum Fault: Error { case tooLarge, damaged }

        private static func inflated(
            _ bytes: [UInt8], _ format: vitrail_inflate_format, limit: Int
        ) -> Result<[UInt8], Fault> {
            guard let inflater = vitrail_inflater_new(format) else { return .failure(.damaged) }
            defer { vitrail_inflater_free(inflater) }
            var (text, taken) = ([UInt8](), 0)
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                var (inputCount, outputCount) = (bytes.count - taken, chunk.count)
                let state = bytes.withUnsafeBufferPointer { input in
                    chunk.withUnsafeMutableBufferPointer { output in
                        vitrail_inflate(
                            inflater, input.baseAddress.map { $0 + taken }, &inputCount, output.baseAddress,
                            &outputCount)
                    }
                }
                taken += inputCount
                guard text.count + outputCount <= limit else { return .failure(.tooLarge) }
                text += chunk[..<outputCount]
                if state == VITRAIL_INFLATE_END { return .success(text) }
                // A truncated stream neither ends nor has more input.
                guard state == VITRAIL_INFLATE_MORE, outputCount > 0 else { return .failure(.damaged) }
            }
        }
    }
#endif
