#if Server
    import Glibc
    import Logging
    import Synchronization

    /// Writes each message as one line on standard error: JSON, or plain text.
    struct LineLog: LogHandler {
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        let isJSON: Bool

        /// Keeps concurrent lines whole.
        private static let lock = Mutex(())

        init(isJSON: Bool) { self.isJSON = isJSON }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let time = Self.now()
            let line = isJSON ? json(event, all, time) : text(event, all, time)
            var bytes = Array((line + "\n").utf8)
            Self.lock.withLock { _ in
                var sent = 0
                while sent < bytes.count {
                    let count = bytes.withUnsafeMutableBytes {
                        write(STDERR_FILENO, $0.baseAddress! + sent, $0.count - sent)
                    }
                    guard count > 0 else { return }
                    sent += count
                }
            }
        }

        /// For example `2026-11-29T02:02:38.943Z`. Called for each request; a Foundation formatter would take longer
        /// than the rest of the line.
        private static func now() -> String {
            var clock = timespec()
            clock_gettime(CLOCK_REALTIME, &clock)
            var parts = tm()
            gmtime_r(&clock.tv_sec, &parts)
            func digits(_ value: Int, _ count: Int) -> String {
                let text = String(value)
                return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
            }
            let day =
                "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-\(digits(Int(parts.tm_mday), 2))"
            let time =
                "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2)).\(digits(clock.tv_nsec / 1_000_000, 3))"
            return "\(day)T\(time)Z"
        }

        private func json(_ event: LogEvent, _ all: Logger.Metadata, _ time: String) -> String {
            var members = [
                "\"time\":\"\(time)\"", "\"level\":\"\(event.level)\"",
                "\"message\":\(Self.quoted("\(event.message)"))",
            ]
            for (name, value) in all.sorted(by: { $0.key < $1.key }) {
                members.append("\(Self.quoted(name)):\(Self.value(value))")
            }
            return "{" + members.joined(separator: ",") + "}"
        }

        private static func value(_ value: Logger.MetadataValue) -> String {
            let text = "\(value)"
            if case .stringConvertible(let number) = value, number is Int || number is Double { return text }
            return quoted(text)
        }

        private func text(_ event: LogEvent, _ all: Logger.Metadata, _ time: String) -> String {
            let facts = all.sorted { $0.key < $1.key }.map { name, value in
                let text = "\(value)"
                return
                    "\(name)=\(text.isEmpty || text.utf8.contains(UInt8(ascii: " ")) ? Self.quoted(text) : Self.clean(text))"
            }
            return ([time, "\(event.level)", Self.clean("\(event.message)")] + facts).joined(separator: " ")
        }

        /// Replaces control characters, which would start another line or control a terminal.
        private static func clean(_ text: String) -> String {
            if text.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) { return text }
            return String(
                String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
        }

        private static func quoted(_ text: String) -> String {
            if text.utf8.allSatisfy({ $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                return "\"\(text)\""
            }
            var quoted = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": quoted += "\\\""
                case "\\": quoted += "\\\\"
                case "\0"..<" ", "\u{7F}":
                    let hex = String(scalar.value, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                default: quoted.unicodeScalars.append(scalar)
                }
            }
            return quoted + "\""
        }
    }
#endif
