#if Server
    import CServer

    /// SHA-256 (FIPS 180-4), for the keys of pictures.
    struct SHA256 {
        private var state = cserver_sha256()

        init() { cserver_sha256_start(&state) }

        /// The hash of the bytes in hexadecimal.
        static func hex(_ bytes: [UInt8]) -> String {
            var hash = SHA256()
            hash.add(bytes)
            return hash.hex()
        }

        mutating func add(_ bytes: [UInt8]) {
            bytes.withUnsafeBufferPointer { cserver_sha256_add(&state, $0.baseAddress, $0.count) }
        }

        /// Adds the length and then the bytes, so that the boundaries between parts are unambiguous.
        mutating func add(part: [UInt8]) {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { add(Array($0)) }
            add(part)
        }

        /// The hash in hexadecimal.
        consuming func hex() -> String {
            let digest = [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
                cserver_sha256_finish(&state, bytes.baseAddress)
                count = 32
            }
            let digits = Array("0123456789abcdef".utf8)
            return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
#endif
