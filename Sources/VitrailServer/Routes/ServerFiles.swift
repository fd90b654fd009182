#if Server
    import CServer

    /// Files that are embedded in the program.
    enum ServerFiles {
        /// - Parameter name: the name of an existing file.
        static func bytes(_ name: String) -> [UInt8] {
            var count = 0
            guard let bytes = cserver_file(name, &count) else {
                preconditionFailure("\(name) is no part of the program")
            }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }
#endif
