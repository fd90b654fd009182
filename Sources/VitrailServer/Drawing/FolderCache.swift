#if Server
    import Foundation
    import VitrailWorkers

    /// Pictures in a folder, so that they survive a restart of the server. If the folder cannot be written, the server
    /// is only slower.
    actor FolderCache {
        private struct Head: Codable {
            var mediaType: String
            var tag: String
            var warnings: [String]
            var altText: String
            /// The hash of the picture's bytes, which detects truncated files.
            var hash: String
        }

        private let folder: String
        private let limit: Int
        private var bytes = 0
        private let executor = BlockingExecutor(label: "vitrail-cache")
        /// Number of failed writes.
        private(set) var failures = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        private static let ending = ".chart"

        init(_ folder: String, limit: Int) throws {
            (self.folder, self.limit) = (folder, limit)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            bytes = Self.files(in: folder).reduce(0) { $0 + $1.size }
        }

        func picture(_ key: String) -> DrawnChart? {
            guard let data = FileManager.default.contents(atPath: path(key)), let end = data.firstIndex(of: 10),
                let head = try? JSONDecoder().decode(Head.self, from: data[..<end])
            else { return nil }
            let bytes = [UInt8](data[(end + 1)...])
            guard SHA256.hex(bytes) == head.hash else {
                try? FileManager.default.removeItem(atPath: path(key))
                return nil
            }
            // Recently used files are kept longest.
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path(key))
            return DrawnChart(
                bytes: bytes, mediaType: head.mediaType, tag: head.tag, warnings: head.warnings, altText: head.altText,
                milliseconds: [:])
        }

        func insert(_ chart: DrawnChart, _ key: String) {
            let head = Head(
                mediaType: chart.mediaType, tag: chart.tag, warnings: chart.warnings, altText: chart.altText,
                hash: SHA256.hex(chart.bytes))
            guard let text = try? JSONEncoder().encode(head) else { return }
            let data = text + [10] + chart.bytes
            guard data.count <= limit / 4 else { return }
            do {
                // Written completely or not at all.
                try data.write(to: URL(fileURLWithPath: path(key)), options: .atomic)
                bytes += data.count
                if bytes > limit { shrink() }
            } catch {
                failures += 1
            }
        }

        private func path(_ key: String) -> String { folder + "/" + key + Self.ending }

        /// Shrinks the cache to three quarters of its limit, so that not every picture causes a read of the folder.
        private func shrink() {
            var files = Self.files(in: folder)
            bytes = files.reduce(0) { $0 + $1.size }
            files.sort { $0.used < $1.used }
            for file in files {
                guard bytes > limit / 4 * 3 else { return }
                guard (try? FileManager.default.removeItem(atPath: folder + "/" + file.name)) != nil else { continue }
                bytes -= file.size
            }
        }

        private static func files(in folder: String) -> [(name: String, size: Int, used: Date)] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.compactMap { name in
                guard name.hasSuffix(ending),
                    let facts = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
                else { return nil }
                return (
                    name, (facts[.size] as? NSNumber)?.intValue ?? 0, facts[.modificationDate] as? Date ?? .distantPast
                )
            }
        }
    }
#endif
