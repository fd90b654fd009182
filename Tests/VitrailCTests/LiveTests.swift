import CVitrail
import Foundation
import Testing
import Vitrail
import VitrailC

@Suite("Live charts of the C interface")
struct LiveTests {
    private static let description =
        #"{"size": {"width": 200, "height": 100}, "series": [{"type": "line", "data": "d", "y": "y"}]}"#

    /// Owns a `vitrail_live`.
    private final class Live {
        let pointer: OpaquePointer
        private let tables: [Table]

        convenience init(_ table: Table, _ options: String? = nil) throws { try self.init([table], options: options) }

        /// - Parameters:
        ///   - tables: one for each chart.
        ///   - description: of each chart; its table has the name `d`.
        init(_ tables: [Table], description: String = LiveTests.description, options: String? = nil) throws {
            self.tables = tables
            pointer = try "d".withCString { name in
                try description.withCString { text in
                    let inputs = tables.map { vitrail_input(name: name, table: $0.pointer) }
                    return try inputs.withUnsafeBufferPointer { inputs in
                        let charts = inputs.indices.map {
                            vitrail_live_chart(
                                description: text, description_size: description.utf8.count,
                                inputs: inputs.baseAddress! + $0, input_count: 1, directory: nil)
                        }
                        return try CallError.check {
                            vitrail_live_open(Pool.shared, charts, charts.count, options, $0)
                        }
                    }
                }
            }
        }

        deinit { vitrail_live_close(pointer) }

        func connect() { #expect(vitrail_live_connect(pointer, nil) == 0) }

        func send(_ json: String) -> Int32 { vitrail_live_receive(pointer, json, json.utf8.count, nil) }

        /// - Returns: `nil`: no message in this time.
        /// - Throws: `CallError` after the end.
        // Long, because other tests block the threads that the session runs on.
        func next(_ timeout: Double = 300) throws -> [UInt8]? {
            var error: OpaquePointer?
            guard let bytes = vitrail_live_next(pointer, timeout, &error) else {
                if let error { throw CallError(error) }
                return nil
            }
            defer { vitrail_bytes_free(bytes) }
            return Array(UnsafeBufferPointer(start: vitrail_bytes_data(bytes), count: vitrail_bytes_size(bytes)))
        }
    }

    private static func table() throws -> Table { try Table([Memory().array("y", VITRAIL_F64, [1.0, 3, 2])]) }

    @Test("draw after a size, and stop after two frames that are not acknowledged")
    func frames() async throws {
        try await onThread {
            let live = try Live(try Self.table())
            live.connect()
            let hello = try #require(try live.next())
            #expect(String(decoding: hello, as: UTF8.self).contains(#""type":"hello""#))
            #expect(try live.next(0.2) == nil)
            #expect(live.send(#"{"event_type": "resize", "width": 200, "height": 100}"#) == 0)
            let frame = try #require(try live.next())
            #expect(Array(frame.prefix(4)) == Array("VLF1".utf8) && frame[8] == 200 && frame[12] == 100)
            #expect(Array(frame[24..<28]) == [0x89, 0x50, 0x4e, 0x47])
        }
    }

    @Test("end, and say so")
    func ends() async throws {
        try await onThread {
            let live = try Live(try Self.table())
            live.connect()
            vitrail_live_end(live.pointer)
            #expect(vitrail_live_connect(live.pointer, nil) == Int32(bitPattern: VITRAIL_ERROR_CLOSED.rawValue))
            #expect(live.send("{}") == Int32(bitPattern: VITRAIL_ERROR_CLOSED.rawValue))
            var last = ""
            let error = #expect(throws: CallError.self) {
                while let message = try live.next() { last = String(decoding: message, as: UTF8.self) }
            }
            #expect(error?.code == VITRAIL_ERROR_CLOSED && last.contains(#""type":"closing""#))
            #expect(throws: CallError.self) { try live.next() }
        }
    }

    @Test("end with a client that closes")
    func closes() async throws {
        try await onThread {
            let live = try Live(try Self.table())
            live.connect()
            #expect(live.send(#"{"event_type": "close"}"#) == 0)
            #expect(throws: CallError.self) { while try live.next() != nil {} }
            #expect(live.send("{}") == Int32(bitPattern: VITRAIL_ERROR_CLOSED.rawValue))
        }
    }

    @Test("are linked if there are several")
    func linked() async throws {
        try await onThread {
            let live = try Live([try Self.table(), try Self.table()])
            live.connect()
            let hello = try JSONSerialization.jsonObject(with: Data(try #require(try live.next()))) as? [String: Any]
            #expect((hello?["series"] as? [String])?.count == 2)
            #expect(live.send(#"{"event_type": "resize", "width": 200, "height": 200}"#) == 0)
            #expect(live.send(#"{"event_type": "preferences", "reduced_motion": true}"#) == 0)
            #expect(live.send(#"{"event_type": "key_down", "key": "+"}"#) == 0)
            while true {
                let message = try #require(try live.next())
                if Array(message.prefix(4)) == Array("VLF1".utf8) {
                    #expect(live.send(#"{"event_type": "frame_feedback", "index": \#(message[4])}"#) == 0)
                    continue
                }
                let state = try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any]
                guard state?["type"] as? String == "state" else { continue }
                let charts = (state?["state"] as? [String: Any])?["charts"] as? [[String: Any]]
                let ranges = try #require(charts?.map { ($0["x"] as? [[Double]])?.first })
                guard ranges.count == 2, let first = ranges[0] else { continue }
                #expect(first == ranges[1])
                break
            }
        }
    }

    @Test("name the chart in an error")
    func chartOfError() async throws {
        try await onThread {
            let other = try Table([Memory().array("z", VITRAIL_F64, [1.0, 3, 2])])
            let error = #expect(throws: CallError.self) { try Live([try Self.table(), other]) }
            #expect(error?.code == VITRAIL_ERROR_DATA && error?.path == "charts[1].series[0].y")
            let link = #expect(throws: CallError.self) { try Live(try Self.table(), #"{"link": "z"}"#) }
            #expect(link?.code == VITRAIL_ERROR_ARGUMENT && link?.path == "options.link")
            let many = #expect(throws: CallError.self) {
                try Live(try (0..<17).map { _ in try Self.table() })
            }
            #expect(many?.path == "chart_count")
        }
    }

    @Test("refuse wrong arguments")
    func arguments() async throws {
        try await onThread {
            let error = #expect(throws: CallError.self) { try Live(try Self.table(), #"{"axes": "z"}"#) }
            #expect(error?.code == VITRAIL_ERROR_ARGUMENT && error?.path == "options.axes")
            let live = try Live(try Self.table())
            #expect(vitrail_live_receive(live.pointer, "", 1 << 20, nil) == 64)
            #expect(vitrail_live_receive(nil, "", 0, nil) == 64 && vitrail_live_connect(nil, nil) == 64)
            #expect(vitrail_live_next(live.pointer, 1e9, nil) == nil)
            vitrail_live_end(nil)
            vitrail_live_close(nil)
        }
    }
}
