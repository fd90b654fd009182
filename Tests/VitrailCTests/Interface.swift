import CVitrail
import Foundation
import Synchronization
import VitrailC

/// The error that a call stored.
struct CallError: Error, CustomStringConvertible {
    var code: vitrail_error_code
    var path, message: String

    var description: String { "\(code.rawValue) \(path): \(message)" }

    /// Frees the error.
    init(_ error: OpaquePointer) {
        code = vitrail_error_code(rawValue: UInt32(bitPattern: vitrail_error_get_code(error)))
        path = String(cString: vitrail_error_get_path(error))
        message = String(cString: vitrail_error_get_message(error))
        vitrail_error_free(error)
    }

    /// - Throws: `CallError` if the call returned NULL.
    static func check<Result>(_ call: (UnsafeMutablePointer<OpaquePointer?>) -> Result?) throws -> Result {
        var error: OpaquePointer?
        if let result = call(&error) {
            precondition(error == nil, "no error is stored on success")
            return result
        }
        guard let error else { preconditionFailure("NULL comes with an error") }
        throw CallError(error)
    }
}

/// The pool of all tests.
enum Pool {
    nonisolated(unsafe) static let shared: OpaquePointer = {
        guard let pool = vitrail_pool_open(#"{"renderers": 1}"#, nil) else {
            preconditionFailure("a pool opens without a device")
        }
        return pool
    }()
}

/// Owns a `vitrail_table`.
final class Table {
    let pointer: OpaquePointer

    init(_ arrays: [vitrail_array]) throws {
        pointer = try CallError.check { vitrail_table_new(arrays, arrays.count, $0) }
    }

    init(stream: UnsafeMutablePointer<ArrowArrayStream>) throws {
        pointer = try CallError.check { vitrail_table_from_arrow(stream, $0) }
    }

    deinit { vitrail_table_free(pointer) }

    func facts() throws -> [String: Any] {
        let text = try CallError.check { vitrail_table_facts(pointer, $0) }
        defer { vitrail_string_free(text) }
        return try JSONSerialization.jsonObject(with: Data(bytes: text, count: strlen(text))) as? [String: Any] ?? [:]
    }

    func columnFacts(_ index: Int = 0) throws -> [String: Any] {
        (try facts()["columns"] as? [[String: Any]])?[index] ?? [:]
    }

    func extent(
        _ column: String, along: String? = nil, _ low: Double = 0, _ high: Double = 0
    ) throws -> (Double, Double) {
        var extent = (0.0, 0.0)
        _ = try CallError.check { error -> Int32? in
            withUnsafeMutableBytes(of: &extent) {
                let pair = $0.baseAddress!.assumingMemoryBound(to: Double.self)
                return vitrail_table_extent(pointer, column, along, low, high, pair, error) == 0 ? 0 : nil
            }
        }
        return extent
    }
}

struct Picture {
    var bytes: [UInt8]
    var width, height: Int
    var altText, warnings, statistics: String
}

/// Draws a description with a table named `d`.
///
/// The blocking call runs on a separate thread: tests run on Swift's few threads, which drawing needs.
func render(
    _ description: String, _ table: Table? = nil, _ options: String? = nil, pool: OpaquePointer = Pool.shared
) async throws -> Picture {
    nonisolated(unsafe) let (table, pool) = (table, pool)
    return try await onThread { try draw(description, table, options, pool) }
}

/// Runs a blocking body on a separate thread.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// Like `render`, but on the caller's thread.
func draw(_ description: String, _ table: Table?, _ options: String?, _ pool: OpaquePointer) throws -> Picture {
    let bytes = Array(description.utf8CString)
    let picture = try "d".withCString { name in
        let input = vitrail_input(name: name, table: table?.pointer)
        return try CallError.check { error in
            withUnsafePointer(to: input) {
                vitrail_render(
                    pool, bytes, bytes.count - 1, table == nil ? nil : $0, table == nil ? 0 : 1, options, error)
            }
        }
    }
    defer { vitrail_picture_free(picture) }
    return Picture(
        bytes: Array(UnsafeBufferPointer(start: vitrail_picture_bytes(picture), count: vitrail_picture_size(picture))),
        width: Int(vitrail_picture_width(picture)), height: Int(vitrail_picture_height(picture)),
        altText: String(cString: vitrail_picture_alt_text(picture)),
        warnings: String(cString: vitrail_picture_warnings(picture)),
        statistics: String(cString: vitrail_picture_statistics(picture)))
}

/// Memory of a test, freed by `release`, which counts its calls.
final class Memory {
    let released = Atomic<Int>(0)
    private var blocks: [UnsafeMutableRawPointer] = []

    var releaseCount: Int { released.load(ordering: .acquiring) }

    func raw<Value: BitwiseCopyable>(
        _ values: [Value], stride: Int = MemoryLayout<Value>.size
    ) -> UnsafeMutableRawPointer {
        let reach = max(values.count - 1, 0) * abs(stride)
        let block = UnsafeMutableRawPointer.allocate(byteCount: reach + MemoryLayout<Value>.size + 8, alignment: 16)
        blocks.append(block)
        let first = block + (stride < 0 ? reach : 0)
        for (k, value) in values.enumerated() { (first + k * stride).storeBytes(of: value, as: Value.self) }
        return first
    }

    func text(_ text: String) -> UnsafePointer<CChar> {
        UnsafePointer(raw(Array(text.utf8CString)).assumingMemoryBound(to: CChar.self))
    }

    /// Packs bits, starting with the least significant bit of each byte.
    func bits(_ values: [Bool], offset: Int = 0) -> UnsafeMutablePointer<UInt8> {
        var bytes = [UInt8](repeating: 0, count: (offset + values.count + 7) / 8 + 1)
        for (k, value) in values.enumerated() where value { bytes[(offset + k) >> 3] |= 1 << UInt8((offset + k) & 7) }
        return raw(bytes).assumingMemoryBound(to: UInt8.self)
    }

    /// An array with a counted release. `self` lives as long as the owner.
    func array<Value: BitwiseCopyable>(
        _ name: String, _ type: vitrail_type, _ values: [Value], stride: Int = MemoryLayout<Value>.size,
        _ change: (inout vitrail_array) -> Void = { _ in }
    ) -> vitrail_array {
        var array = vitrail_array()
        array.name = text(name)
        array.type = Int32(bitPattern: type.rawValue)
        array.count = Int64(values.count)
        array.values = UnsafeRawPointer(raw(values, stride: stride))
        array.stride = stride == 0 ? .min : Int64(stride)
        change(&array)
        return owned(array)
    }

    func owned(_ array: vitrail_array) -> vitrail_array {
        var array = array
        array.owner = Unmanaged.passRetained(self).toOpaque()
        array.release = { owner in
            guard let owner else { return }
            let memory = Unmanaged<Memory>.fromOpaque(owner).takeRetainedValue()
            memory.released.add(1, ordering: .releasing)
        }
        return array
    }

    func texts(_ texts: [String?], wide: Bool = false) -> UnsafePointer<vitrail_texts> {
        var (bytes, offsets): ([UInt8], [Int64]) = ([], [0])
        for text in texts {
            bytes += Array((text ?? "").utf8)
            offsets.append(Int64(bytes.count))
        }
        var value = vitrail_texts()
        (value.count, value.byte_count) = (Int64(texts.count), Int64(bytes.count))
        value.bytes = UnsafePointer(raw(bytes.map { CChar(bitPattern: $0) }).assumingMemoryBound(to: CChar.self))
        if wide {
            value.offsets64 = UnsafePointer(raw(offsets).assumingMemoryBound(to: Int64.self))
        } else {
            value.offsets32 = UnsafePointer(raw(offsets.map { Int32($0) }).assumingMemoryBound(to: Int32.self))
        }
        if texts.contains(nil) { value.validity = UnsafePointer(bits(texts.map { $0 != nil })) }
        let position = raw([UInt8](repeating: 0, count: MemoryLayout<vitrail_texts>.size)).assumingMemoryBound(
            to: vitrail_texts.self)
        position.initialize(to: value)
        return UnsafePointer(position)
    }

    deinit { for block in blocks { block.deallocate() } }
}
