#if Server
    import CServer
    import VitrailWorkers

    /// A picture requested by a client.
    struct ChartJob: Sendable {
        var request: WorkerRequest
        /// The chart's text.
        var text: [UInt8]
        /// Uploaded files, in the order of their names in the request.
        var files: [[UInt8]] = []

        /// The cache key: a hash of all inputs of the picture. Equal for equal pictures. Blanks in a description do not
        /// count.
        ///
        /// - Parameter version: the version of the renderer.
        func key(version: String) -> String {
            var hash = SHA256()
            func add(_ text: String?) { hash.add(part: Array((text.map { "=" + $0 } ?? "").utf8)) }
            add(version)
            add(request.notation.rawValue)
            add(request.format)
            for number in [request.width, request.height, request.scale] { add(number.map { "\($0)" }) }
            add(request.theme)
            add(request.quality.map { "\($0)" })
            add(request.background)
            add(request.version)
            hash.add(part: request.notation == .description ? Self.withoutBlanks(text) : text)
            for (name, bytes) in zip(request.fileNames, files) {
                add(name)
                hash.add(part: bytes)
            }
            return hash.hex()
        }

        /// JSON without blanks between its values.
        static func withoutBlanks(_ json: [UInt8]) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: json.count) { kept, count in
                guard let start = kept.baseAddress else { return }
                count = json.withUnsafeBufferPointer { cserver_without_blanks($0.baseAddress, $0.count, start) }
            }
        }
    }

    /// A picture for a client.
    struct DrawnChart: Sendable {
        var bytes: [UInt8]
        var mediaType: String
        /// The value of `ETag` without quotes.
        var tag: String
        var warnings: [String]
        var altText: String
        var milliseconds: [String: Double]
        /// The estimated memory in bytes.
        var estimated = 0
        /// `nil`: it was in a cache.
        var worker: Int?
        var waited: Duration = .zero
    }
#endif
