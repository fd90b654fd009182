#if Server
    import Glibc

    /// Reports the service's state to systemd (sd_notify(3)). Without systemd, does nothing.
    enum ServiceNotice {
        static func send(_ state: String) {
            guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }),
                path.hasPrefix("/") || path.hasPrefix("@")
            else { return }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var name = Array(path.utf8)
            // The abstract namespace.
            if name[0] == UInt8(ascii: "@") { name[0] = 0 }
            guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            let socket = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard socket >= 0 else { return }
            defer { close(socket) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
            let bytes = Array(state.utf8)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL), $0, length)
                }
            }
        }
    }
#endif
