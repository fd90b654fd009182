// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CVitrail
import Foundation
import Vitrail
import VitrailCLI
import VitrailColumns
import VitrailDescription

/// A `vitrail_picture`.
final class PictureBox: @unchecked Sendable {
    // Unchecked: the bytes never change.
    let bytes: UnsafeMutableRawBufferPointer
    let width, height: Int32
    let altText, warnings, statistics: CText

    init(_ picture: CalledPicture) throws {
        // At least one byte, so that there is an address.
        bytes = .allocate(byteCount: max(picture.bytes.count, 1), alignment: 16)
        bytes.copyBytes(from: picture.bytes)
        size = picture.bytes.count
        (width, height) = (Int32(clamping: picture.width), Int32(clamping: picture.height))
        altText = CText(picture.altText)
        warnings = CText(String(decoding: try JSONEncoder().encode(picture.warnings), as: UTF8.self))
        statistics = CText(picture.statistics)
    }

    let size: Int

    deinit { bytes.deallocate() }
}

@c @implementation
public func vitrail_render(
    _ pool: OpaquePointer!, _ description: UnsafePointer<CChar>!, _ description_size: Int,
    _ inputs: UnsafePointer<vitrail_input>!, _ input_count: Int,
    _ options: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        let pool = try required(pool, PoolBox.self, "pool").pool
        let json = try VitrailC.json(description, description_size)
        let tables = try VitrailC.tables(inputs, input_count)
        let options = try PictureCallOptions(json: VitrailC.options(options))
        return handle(
            try PictureBox(try waiting { try await CalledPicture.make(json, tables: tables, options, on: pool) }))
    }
}

/// The bytes of a call's description.
func json(_ description: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> [UInt8] {
    guard let description else { throw .argument("description", "the pointer is NULL") }
    guard (0...ChartDescription.maxBytes).contains(size) else {
        throw .argument("description_size", "\(size) is not 0 to \(ChartDescription.maxBytes) bytes")
    }
    return [UInt8](UnsafeRawBufferPointer(start: description, count: size))
}

/// The tables of a call by name.
func tables(_ inputs: UnsafePointer<vitrail_input>?, _ count: Int) throws(Failure) -> [String: ColumnTable] {
    guard (0...1_000).contains(count) else { throw .argument("input_count", "\(count) is not 0 to 1000") }
    guard count > 0 else { return [:] }
    guard let inputs else { throw .argument("inputs", "the pointer is NULL") }
    var tables: [String: ColumnTable] = [:]
    for k in 0..<count {
        guard let start = inputs[k].name else { throw .argument("inputs[\(k)].name", "the pointer is NULL") }
        let name = try text(start, "inputs[\(k)].name")
        let table = try required(inputs[k].table, TableBox.self, "inputs[\(k)].table")
        guard tables.updateValue(table.table, forKey: name) == nil else {
            throw .argument("inputs[\(k)].name", "\"\(name)\" occurs twice")
        }
    }
    return tables
}

@c @implementation
public func vitrail_picture_bytes(_ picture: OpaquePointer!) -> UnsafePointer<UInt8>! {
    object(picture, PictureBox.self)?.bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
}

@c @implementation
public func vitrail_picture_size(_ picture: OpaquePointer!) -> Int { object(picture, PictureBox.self)?.size ?? 0 }

@c @implementation
public func vitrail_picture_width(_ picture: OpaquePointer!) -> Int32 { object(picture, PictureBox.self)?.width ?? 0 }

@c @implementation
public func vitrail_picture_height(_ picture: OpaquePointer!) -> Int32 { object(picture, PictureBox.self)?.height ?? 0 }

@c @implementation
public func vitrail_picture_alt_text(_ picture: OpaquePointer!) -> UnsafePointer<CChar>! {
    object(picture, PictureBox.self)?.altText.start
}

@c @implementation
public func vitrail_picture_warnings(_ picture: OpaquePointer!) -> UnsafePointer<CChar>! {
    object(picture, PictureBox.self)?.warnings.start
}

@c @implementation
public func vitrail_picture_statistics(_ picture: OpaquePointer!) -> UnsafePointer<CChar>! {
    object(picture, PictureBox.self)?.statistics.start
}

@c @implementation
public func vitrail_picture_free(_ picture: OpaquePointer!) { release(picture, PictureBox.self) }
