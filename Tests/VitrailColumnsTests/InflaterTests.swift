import Foundation
import Testing

@testable import VitrailColumns

/// Compressed bytes are literals, as Python's `gzip` and `zlib` wrote them.
@Suite struct InflaterTests {
    private static let text = "t,y\n" + (0..<30).map { "\($0),\($0 % 3)\n" }.joined()
    private static let gzip =
        "1f8b080000000000020315ccbb0d00310804d19c5a08001b7ffa7272dddf4e364f5aedf3cfc2c3d2d3cacb867aaa5bbdd45b7dd4974d"
        + "089952161c70c2860b6e78e0e531c44ab10a0e3861c305373cf08a3f9f60897390000000"
    private static let zlib =
        "78da15ccbb0d00310804d19c5a08001b7ffa7272dddf4e364f5aedf3cfc2c3d2d3cacb867aaa5bbdd45b7dd4974d089952161c70c2860b6e"
        + "78e0e531c44ab10a0e3861c305373cf08a3fab15173b"
    private static let deflate = String(zlib.dropFirst(4).dropLast(8))
    private static let forms: [(Inflater.Format, String)] = [(.gzip, gzip), (.zlib, zlib), (.deflate, deflate)]

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { UInt8(String($0), radix: 16) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Raw deflate with one stored block: any content without a compressor.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
        return [1, low, high, ~low, ~high] + bytes
    }

    private static func inflate(_ input: [UInt8], _ format: Inflater.Format, limit: Int = 1 << 20) throws -> [UInt8] {
        try Inflater.inflate(input.span, format, limit: limit)
    }

    @Test func eachFormatGivesTheText() throws {
        for (format, hex) in Self.forms {
            #expect(try Self.inflate(Self.bytes(hex), format) == Array(Self.text.utf8))
        }
    }

    private static func inflateInParts(
        _ input: [UInt8], _ format: Inflater.Format, limit: Int, input inputSize: Int, output outputSize: Int
    ) throws -> [UInt8] {
        var inflater = try Inflater(format, limit: limit)
        var result: [UInt8] = []
        var first = 0
        while !inflater.isAtEnd {
            let part = Array(input[first..<min(first + inputSize, input.count)])
            let isLast = first + part.count == input.count
            var position = 0
            repeat {
                var fault: InflateError?
                let count = result.count
                result.append(addingCapacity: outputSize) { output in
                    do throws(InflateError) {
                        try inflater.inflate(part.span, from: &position, isLast: isLast, into: &output)
                    } catch { fault = error }
                }
                if let fault { throw fault }
                if result.count == count, !isLast { break }
            } while !inflater.isAtEnd
            first += position
        }
        return result
    }

    @Test func aStreamIsReadInPartsOfAnySize() throws {
        for (format, hex) in Self.forms {
            for (input, output) in [(1, 1), (3, 7), (1000, 1), (1, 1000), (hex.count / 2, Self.text.utf8.count)] {
                let limit = Self.text.utf8.count
                let result = try Self.inflateInParts(
                    Self.bytes(hex), format, limit: limit, input: input, output: output)
                #expect(result == Array(Self.text.utf8), "\(format), \(input) bytes in, \(output) out")
            }
        }
    }

    @Test func membersOfAGzipFileAreJoined() throws {
        let member = Self.bytes(Self.gzip)
        let twice = Array((Self.text + Self.text).utf8)
        #expect(try Self.inflate(member + member, .gzip) == twice)
        #expect(try Self.inflate(member + [0, 0] + member + [UInt8](repeating: 0, count: 512), .gzip) == twice)
        for size in [1, 5, member.count, 2 * member.count] {
            let result = try Self.inflateInParts(member + member, .gzip, limit: 1 << 20, input: size, output: 64)
            #expect(result == twice, "\(size) bytes in")
        }
    }

    @Test func everyPrefixIsTruncated() throws {
        for (format, hex) in Self.forms {
            let input = Self.bytes(hex)
            for count in 0..<input.count {
                #expect(throws: InflateError.truncated, "\(format), \(count) bytes") {
                    try Self.inflate(Array(input.prefix(count)), format)
                }
            }
        }
    }

    @Test func damagedBytesAreErrors() throws {
        let gzip = Self.bytes(Self.gzip)
        for i in [0, 1, 2, 20, 40, gzip.count - 8, gzip.count - 1] {
            var damaged = gzip
            damaged[i] ^= 0x55
            #expect(throws: InflateError.self, "byte \(i)") { try Self.inflate(damaged, .gzip) }
        }
        #expect(throws: InflateError.corrupt("incorrect data check")) {
            try Self.inflate(Array(Self.bytes(Self.zlib).dropLast()) + [0], .zlib)
        }
        for (format, hex) in Self.forms {
            #expect(throws: InflateError.corrupt("3 bytes follow the end of the data")) {
                try Self.inflate(Self.bytes(hex) + [7, 8, 9], format)
            }
        }
    }

    @Test func theSizeOfTheResultIsBounded() throws {
        for (format, hex) in Self.forms {
            let count = Self.text.utf8.count
            #expect(try Self.inflate(Self.bytes(hex), format, limit: count).count == count)
            for limit in [0, 1, count - 1] {
                #expect(throws: InflateError.tooLarge(limit: limit)) {
                    try Self.inflate(Self.bytes(hex), format, limit: limit)
                }
                #expect(throws: InflateError.tooLarge(limit: limit)) {
                    try Self.inflateInParts(Self.bytes(hex), format, limit: limit, input: 9, output: 5)
                }
            }
        }
    }

    @Test func aGzipFileThatStatesAnotherSizeIsDamagedAndDoesNotReserveIt() throws {
        var gzip = Self.bytes(Self.gzip)
        for i in 1...4 { gzip[gzip.count - i] = 0xFF }
        #expect(throws: InflateError.corrupt("incorrect length check")) { try Self.inflate(gzip, .gzip, limit: .max) }
    }

    @Test func emptyAndLargeDataAreRead() throws {
        #expect(try Self.inflate(Self.stored([]), .deflate) == [])
        let noise = (0..<65_535).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        #expect(try Self.inflate(Self.stored(noise), .deflate) == noise)
        // Several blocks: only the last one has the final bit.
        let blocks = (0..<40).flatMap { k in [k == 39 ? 1 : 0] + Self.stored(noise).dropFirst() }
        let result = try Self.inflate(blocks, .deflate, limit: 1 << 22)
        #expect(result.count == 40 * 65_535 && result.suffix(65_535).elementsEqual(noise))
    }
}
