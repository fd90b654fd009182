import CVitrail
import Foundation
import Testing
import VitrailC

@Suite("Partial results of the C interface")
struct PartialTests {
    private static let description = """
        {"size": {"width": 300, "height": 200}, "series": [{"type": "line", "data": "d", "x": "t", "y": "v"},
          {"type": "density", "data": "d", "x": "t", "y": "v"}]}
        """

    /// The bytes of a `vitrail_bytes`, which is freed.
    private static func taken(_ call: (UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?) throws -> [UInt8] {
        let bytes = try CallError.check { call($0) }
        defer { vitrail_bytes_free(bytes) }
        return Array(UnsafeBufferPointer(start: vitrail_bytes_data(bytes), count: vitrail_bytes_size(bytes)))
    }

    private static func merge(_ plan: OpaquePointer?, _ parts: [[UInt8]]) throws -> [UInt8] {
        let memory = Memory()
        let pointers = parts.map { UnsafePointer<UInt8>?(memory.raw($0).assumingMemoryBound(to: UInt8.self)) }
        return try withExtendedLifetime(memory) {
            try taken { vitrail_partial_merge(plan, pointers, parts.map(\.count), parts.count, $0) }
        }
    }

    private static func reduce(_ plan: OpaquePointer?, _ table: Table, _ position: Int64) throws -> [UInt8] {
        try "d".withCString { name in
            let input = vitrail_input(name: name, table: table.pointer)
            return try taken { error in
                withUnsafePointer(to: input) { vitrail_partial_reduce(plan, $0, 1, position, error) }
            }
        }
    }

    private static func code(_ body: () throws -> Void) -> vitrail_error_code? {
        do {
            try body()
            return nil
        } catch { return (error as? CallError)?.code }
    }

    @Test("are one picture, through plans and parts as bytes")
    func picture() async throws {
        let memory = Memory()
        let t = (0..<400).map(Double.init), v = t.map { sin($0 / 20) }
        func table(_ rows: Range<Int>) throws -> Table {
            try Table([memory.array("t", VITRAIL_F64, Array(t[rows])), memory.array("v", VITRAIL_F64, Array(v[rows]))])
        }
        let text = Array(Self.description.utf8CString)
        let first = try CallError.check { vitrail_plan_new(text, text.count - 1, nil, nil, 0, $0) }
        defer { vitrail_plan_free(first) }
        #expect(vitrail_plan_needs_extents(first))
        #expect(String(cString: vitrail_plan_columns(first)) == #"{"d":["t","v"]}"#)
        let tables = try [table(0..<150), table(150..<151), table(151..<400)]
        let extents = try Self.merge(
            first, tables.enumerated().map { try Self.reduce(first, $1, Int64($0)) }.reversed())
        let second = try CallError.check { vitrail_plan_with_extents(first, extents, extents.count, $0) }
        defer { vitrail_plan_free(second) }
        let bytes = try Self.taken { vitrail_plan_bytes(second, $0) }
        let other = try CallError.check { vitrail_plan_from_bytes(bytes, bytes.count, $0) }
        defer { vitrail_plan_free(other) }
        #expect(!vitrail_plan_needs_extents(other))
        let again = try CallError.check { vitrail_plan_new(text, text.count - 1, nil, extents, extents.count, $0) }
        defer { vitrail_plan_free(again) }
        #expect(try Self.taken { vitrail_plan_bytes(again, $0) } == bytes)
        let whole = try Self.merge(other, tables.enumerated().map { try Self.reduce(other, $1, Int64($0)) })
        nonisolated(unsafe) let plan = second
        let picture = try await onThread {
            let picture = try CallError.check {
                vitrail_partial_render(Pool.shared, plan, whole, whole.count, #"{"format": "rgba"}"#, $0)
            }
            defer { vitrail_picture_free(picture) }
            return Array(
                UnsafeBufferPointer(start: vitrail_picture_bytes(picture), count: vitrail_picture_size(picture)))
        }
        #expect(try await picture == render(Self.description, table(0..<400), #"{"format": "rgba"}"#).bytes)
        let refused = Self.code {
            _ = try CallError.check {
                vitrail_partial_render(Pool.shared, plan, whole, whole.count, #"{"width": 5}"#, $0)
            }
        }
        #expect(refused == VITRAIL_ERROR_ARGUMENT)
    }

    @Test("NULL, sizes and counts that nothing has are errors")
    func arguments() throws {
        let text = Array(Self.description.utf8CString)
        let plan = try CallError.check { vitrail_plan_new(text, text.count - 1, nil, nil, 0, $0) }
        defer { vitrail_plan_free(plan) }
        let byte: [UInt8] = [1]
        let pointers: [UnsafePointer<UInt8>?] = [nil]
        let calls: [(UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?] = [
            { vitrail_plan_new(nil, 0, nil, nil, 0, $0) }, { vitrail_plan_new(text, -1, nil, nil, 0, $0) },
            { vitrail_plan_from_bytes(nil, 5, $0) }, { vitrail_plan_from_bytes(byte, -1, $0) },
            { vitrail_plan_with_extents(nil, byte, 1, $0) },
            { vitrail_plan_with_extents(plan, nil, 1, $0) }, { vitrail_plan_bytes(nil, $0) },
            { vitrail_partial_reduce(nil, nil, 0, 0, $0) },
            { vitrail_partial_reduce(plan, nil, 1, 0, $0) }, { vitrail_partial_merge(plan, nil, [1], 1, $0) },
            { vitrail_partial_merge(plan, pointers, nil, 1, $0) },
            { vitrail_partial_merge(plan, pointers, [1], 1, $0) },
            { vitrail_partial_merge(plan, pointers, [1], 0, $0) },
            { vitrail_partial_render(nil, plan, byte, 1, nil, $0) },
            { vitrail_partial_render(Pool.shared, nil, byte, 1, nil, $0) },
            { vitrail_partial_render(Pool.shared, plan, nil, 1, nil, $0) },
        ]
        for (k, call) in calls.enumerated() {
            #expect(Self.code { _ = try CallError.check(call) } == VITRAIL_ERROR_ARGUMENT, "call \(k)")
        }
        let data: [(UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?] = [
            { vitrail_plan_from_bytes(byte, 1, $0) }, { vitrail_plan_with_extents(plan, byte, 1, $0) },
            { vitrail_partial_reduce(plan, nil, 0, 0, $0) },
            { vitrail_plan_new(text, text.count - 1, nil, byte, 1, $0) },
        ]
        for (k, call) in data.enumerated() {
            #expect(Self.code { _ = try CallError.check(call) } == VITRAIL_ERROR_DATA, "call \(k)")
        }
        vitrail_plan_free(nil)
        vitrail_bytes_free(nil)
        #expect(vitrail_bytes_data(nil) == nil && vitrail_bytes_size(nil) == 0 && !vitrail_plan_needs_extents(nil))
    }
}
