// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CVitrail
import Foundation
import Vitrail
import VitrailCLI
import VitrailDescription

/// A `vitrail_plan`.
final class PlanBox: Sendable {
    let plan: PartialPlan
    let columns: CText

    init(_ plan: PartialPlan) throws {
        self.plan = plan
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        columns = CText(String(decoding: try encoder.encode(plan.columns), as: UTF8.self))
    }
}

/// A `vitrail_bytes`.
final class BytesBox: @unchecked Sendable {
    // Unchecked: the bytes never change.
    let bytes: UnsafeMutableRawBufferPointer
    let size: Int

    init(_ bytes: [UInt8]) {
        // At least one byte, so that there is an address.
        self.bytes = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
        self.bytes.copyBytes(from: bytes)
        size = bytes.count
    }

    deinit { bytes.deallocate() }
}

/// The caller's bytes. - Throws: `Failure` for NULL and for impossible sizes.
private func bytes(_ start: UnsafePointer<UInt8>?, _ size: Int, _ argument: String) throws(Failure) -> [UInt8] {
    guard let start else { throw .argument(argument, "the pointer is NULL") }
    guard (0...1 << 32).contains(size) else { throw .argument(argument, "\(size) is no number of bytes") }
    return [UInt8](UnsafeBufferPointer(start: start, count: size))
}

// MARK: Bytes

@c @implementation
public func vitrail_bytes_data(_ bytes: OpaquePointer!) -> UnsafePointer<UInt8>! {
    object(bytes, BytesBox.self)?.bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
}

@c @implementation
public func vitrail_bytes_size(_ bytes: OpaquePointer!) -> Int { object(bytes, BytesBox.self)?.size ?? 0 }

@c @implementation
public func vitrail_bytes_free(_ bytes: OpaquePointer!) { release(bytes, BytesBox.self) }

// MARK: Plans

@c @implementation
public func vitrail_plan_new(
    _ description: UnsafePointer<CChar>!, _ description_size: Int, _ options: UnsafePointer<CChar>!,
    _ extents: UnsafePointer<UInt8>!, _ extents_size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let json = try VitrailC.json(description, description_size)
        let known = try extents.map { try bytes($0, extents_size, "extents_size") }
        return handle(try PlanBox(PartialPlan(json: json, options: VitrailC.options(options), extents: known)))
    }
}

@c @implementation
public func vitrail_plan_from_bytes(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        return handle(try PlanBox(PartialPlan(bytes: VitrailC.bytes(bytes, size, "bytes"))))
    }
}

@c @implementation
public func vitrail_plan_with_extents(
    _ plan: OpaquePointer!, _ extents: UnsafePointer<UInt8>!, _ extents_size: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let plan = try required(plan, PlanBox.self, "plan").plan
        return handle(try PlanBox(plan.withExtents(bytes(extents, extents_size, "extents"))))
    }
}

@c @implementation
public func vitrail_plan_bytes(_ plan: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!) -> OpaquePointer!
{
    catching(error) { handle(BytesBox(try required(plan, PlanBox.self, "plan").plan.bytes)) }
}

@c @implementation
public func vitrail_plan_needs_extents(_ plan: OpaquePointer!) -> Bool {
    object(plan, PlanBox.self)?.plan.needsExtents ?? false
}

@c @implementation
public func vitrail_plan_columns(_ plan: OpaquePointer!) -> UnsafePointer<CChar>! {
    object(plan, PlanBox.self)?.columns.start
}

@c @implementation
public func vitrail_plan_free(_ plan: OpaquePointer!) { release(plan, PlanBox.self) }

// MARK: Partial results

@c @implementation
public func vitrail_partial_reduce(
    _ plan: OpaquePointer!, _ inputs: UnsafePointer<vitrail_input>!, _ input_count: Int, _ position: Int64,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let plan = try required(plan, PlanBox.self, "plan").plan
        let tables = try tables(inputs, input_count)
        return handle(BytesBox(try plan.reduce(tables, position: Int(position))))
    }
}

@c @implementation
public func vitrail_partial_merge(
    _ plan: OpaquePointer!, _ parts: UnsafePointer<UnsafePointer<UInt8>?>!, _ sizes: UnsafePointer<Int>!, _ count: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let plan = try required(plan, PlanBox.self, "plan").plan
        guard (1...1_000_000).contains(count) else { throw Failure.argument("count", "\(count) is not 1 to 1000000") }
        guard let parts else { throw Failure.argument("parts", "the pointer is NULL") }
        guard let sizes else { throw Failure.argument("sizes", "the pointer is NULL") }
        let all = try (0..<count).map { try bytes(parts[$0], sizes[$0], "parts[\($0)]") }
        return handle(BytesBox(try plan.merge(all)))
    }
}

@c @implementation
public func vitrail_partial_render(
    _ pool: OpaquePointer!, _ plan: OpaquePointer!, _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ options: UnsafePointer<CChar>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let pool = try required(pool, PoolBox.self, "pool").pool
        let plan = try required(plan, PlanBox.self, "plan").plan
        let whole = try VitrailC.bytes(bytes, size, "bytes")
        let options = try PictureCallOptions(json: VitrailC.options(options))
        return handle(
            try PictureBox(
                try waiting {
                    try await CalledPicture.make(options, on: pool) { try plan.makeChart(whole, pictures: .standard) }
                }))
    }
}
