@testable import VitrailImage

/// PNG chunks, read and written according to the specification, independent of the encoder and of libpng.
struct PNGFile {
    struct Chunk: Equatable {
        var type: String
        var body: [UInt8]
        var storedCRC: UInt32

        /// The CRC that type and body should have.
        var computedCRC: UInt32 { PNGFile.crc32(Array(type.utf8) + body) }

        init(_ type: String, _ body: [UInt8]) {
            self.type = type
            self.body = body
            storedCRC = PNGFile.crc32(Array(type.utf8) + body)
        }

        init(type: String, body: [UInt8], storedCRC: UInt32) {
            self.type = type
            self.body = body
            self.storedCRC = storedCRC
        }
    }

    static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    var chunks: [Chunk] = []

    /// `nil` unless signature and chunks fill the bytes exactly.
    init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        var rest = bytes[8...]
        while !rest.isEmpty {
            guard rest.count >= 12 else { return nil }
            let length = Int(Self.number(rest.prefix(4)))
            guard rest.count >= 12 + length else { return nil }
            let body = rest.dropFirst(8).prefix(length)
            chunks.append(
                Chunk(
                    type: String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), body: Array(body),
                    storedCRC: Self.number(rest.dropFirst(8 + length).prefix(4))))
            rest = rest.dropFirst(12 + length)
        }
    }

    /// A file of raw filtered rows, deflated as one stored block.
    init(
        width: Int, height: Int, depth: UInt8 = 8, colorType: UInt8, interlaced: Bool = false,
        before: [Chunk] = [], filteredRows raw: [UInt8]
    ) {
        let header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height))
        chunks.append(Chunk("IHDR", header + [depth, colorType, 0, 0, interlaced ? 1 : 0]))
        chunks += before
        let length = UInt16(raw.count)
        let block = [1, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
        chunks.append(Chunk("IDAT", [0x78, 0x01] + block + raw + Self.bytes(Self.adler32(raw))))
        chunks.append(Chunk("IEND", []))
    }

    var bytes: [UInt8] {
        chunks.reduce(into: Self.signature) { file, chunk in
            file += Self.bytes(UInt32(chunk.body.count)) + Array(chunk.type.utf8) + chunk.body
            file += Self.bytes(chunk.storedCRC)
        }
    }

    func bodies(of type: String) -> [[UInt8]] { chunks.filter { $0.type == type }.map(\.body) }

    static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func bytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Bit by bit, as in annex D of the PNG specification.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return ~crc
    }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }
}
