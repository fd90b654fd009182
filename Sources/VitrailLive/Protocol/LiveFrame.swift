import Vitrail

/// A picture on its way to a client.
///
/// | bytes | content |
/// |---|---|
/// | 0…3 | `VLF1` |
/// | 4…7 | index of the frame in the session, from 1 |
/// | 8…15 | width and height in device pixels |
/// | 16…19 | 0: PNG, 1: opaque RGBA, rows from the top |
/// | 20…23 | 1: the chart moves, and another frame follows; 0: it rests |
/// | 24… | the picture |
///
/// Numbers have 32 bits, little-endian.
package struct LiveFrame: Sendable {
    package enum Format: UInt32, Sendable { case png, rgba }

    package var index: Int
    package var width: Int
    package var height: Int
    package var format: Format
    package var isMoving: Bool
    package var picture: [UInt8]

    package static let headerBytes = 24

    package var header: [UInt8] {
        var bytes = Array("VLF1".utf8)
        for value in [UInt32(index), UInt32(width), UInt32(height), format.rawValue, isMoving ? 1 : 0] {
            withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
        }
        return bytes
    }
}
