#if Server
    import Foundation
    import VitrailWorkers

    /// Charts under short names, until their links expire. Stored in memory, and in a folder if one is set.
    actor ShortLinks {
        private struct Entry: Codable {
            var parameters: QuickChartRoutes.Parameters
            var end: Date
        }

        private var entries: [String: Entry] = [:]
        /// In order of expiry.
        private var order: [String] = []
        private let lifetime: TimeInterval
        private let limit: Int
        private let folder: String?
        private let executor = BlockingExecutor(label: "vitrail-links")

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// - Throws: an error in the folder.
        init(_ options: ServerOptions) throws {
            (lifetime, limit, folder) = (options.linkLifetime, options.maxLinks, options.linkFolder)
            guard let folder else { return }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            var known: [(String, Entry)] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".link") {
                guard let data = FileManager.default.contents(atPath: folder + "/" + name),
                    let entry = try? JSONDecoder().decode(Entry.self, from: data)
                else { continue }
                known.append((String(name.dropLast(5)), entry))
            }
            known.sort { $0.1.end < $1.1.end }
            for (id, entry) in known {
                entries[id] = entry
                order.append(id)
            }
        }

        /// - Throws: `Problem` if the link cannot be stored.
        func add(_ parameters: QuickChartRoutes.Parameters) throws -> String {
            forgetOld()
            guard entries.count < limit else {
                throw Problem(
                    .serviceUnavailable, code: "links-full", "there are as many links as may be", retryAfter: 60)
            }
            // 96 random bits, so that links cannot be guessed.
            let id = "zf-" + (0..<3).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }.joined()
            let entry = Entry(parameters: parameters, end: Date(timeIntervalSinceNow: lifetime))
            if let folder {
                do {
                    try JSONEncoder().encode(entry).write(
                        to: URL(fileURLWithPath: "\(folder)/\(id).link"), options: .atomic)
                } catch {
                    throw Problem(.internalServerError, code: "links", "the link cannot be kept")
                }
            }
            entries[id] = entry
            order.append(id)
            return id
        }

        subscript(id: String) -> QuickChartRoutes.Parameters? {
            guard let entry = entries[id], entry.end > Date() else { return nil }
            return entry.parameters
        }

        private func forgetOld() {
            let now = Date()
            let gone = order.prefix { entries[$0].map { $0.end <= now } ?? true }
            for id in gone {
                entries[id] = nil
                if let folder { try? FileManager.default.removeItem(atPath: "\(folder)/\(id).link") }
            }
            order.removeFirst(gone.count)
        }
    }
#endif
