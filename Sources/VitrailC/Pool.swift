// Functions with names of C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CVitrail
import Foundation
import Vitrail
import VitrailDescription

/// A `vitrail_pool`.
final class PoolBox: Sendable {
    let pool: RendererPool

    init(_ pool: RendererPool) { self.pool = pool }
}

/// The JSON options of a call. NULL: none.
func options(_ start: UnsafePointer<CChar>?) -> [UInt8] {
    start.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
        ?? Array("{}".utf8)
}

@c @implementation
public func vitrail_pool_open(
    _ options: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> OpaquePointer! {
    catching(error) {
        try Home.check()
        return handle(PoolBox(try PoolCallOptions(json: VitrailC.options(options)).makePool()))
    }
}

@c @implementation
public func vitrail_pool_device(
    _ pool: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> UnsafeMutablePointer<CChar>! {
    catching(error) {
        try Home.check()
        let pool = try required(pool, PoolBox.self, "pool").pool
        let device = try waiting { try await pool.open() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return makeCString(String(decoding: try encoder.encode(DeviceFacts(device, pool)), as: UTF8.self))
    }
}

@c @implementation
public func vitrail_pool_close(_ pool: OpaquePointer!) {
    guard let box = object(pool, PoolBox.self) else { return }
    // A forked process does not have the renderers' threads. The rest of the pool ends with the process.
    guard Home.isHere else { return }
    _ = try? waiting { await box.pool.close() }
    release(pool, PoolBox.self)
}

private struct DeviceFacts: Encodable {
    var renderer, vendor, version, platform, eglVersion, library: String
    var isHardware, isDelivered: Bool
    var advice: String?
    var renderers, slots: Int

    init(_ device: DeviceInfo, _ pool: RendererPool) {
        (renderer, vendor, version, eglVersion) = (device.renderer, device.vendor, device.version, device.eglVersion)
        (platform, isHardware) = (device.platform.description, device.isHardware)
        (library, isDelivered, advice) = (device.library, device.isDelivered, device.advice)
        (renderers, slots) = (pool.rendererCount, pool.slotCount)
    }
}
