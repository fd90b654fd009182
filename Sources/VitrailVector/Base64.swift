extension SVGWriter {
    /// Writes base64 with padding (RFC 4648 §4).
    mutating func base64(_ data: [UInt8]) {
        let alphabet = Self.base64Alphabet
        var i = 0
        while i < data.count {
            let left = data.count - i
            let word =
                UInt32(data[i]) << 16 | (left > 1 ? UInt32(data[i + 1]) << 8 : 0) | (left > 2 ? UInt32(data[i + 2]) : 0)
            write(byte: alphabet[Int(word >> 18)])
            write(byte: alphabet[Int(word >> 12 & 63)])
            write(byte: left > 1 ? alphabet[Int(word >> 6 & 63)] : 0x3D)
            write(byte: left > 2 ? alphabet[Int(word & 63)] : 0x3D)
            i += 3
        }
    }

    private static let base64Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
