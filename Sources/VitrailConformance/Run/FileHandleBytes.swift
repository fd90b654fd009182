import Glibc

/// Reads bytes from file descriptors with system calls.
enum FileHandleBytes {
    /// Returns all remaining bytes.
    ///
    /// - Parameter name: name of the file, for messages.
    /// - Throws: `ConformanceError.cannotRead` with the system's message.
    static func all(_ descriptor: Int32, name: String) throws(ConformanceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw .cannotRead(path: name, reason: String(cString: strerror(errno)))
            }
        }
    }
}
