package import VitrailScene

/// Receives the rows of a picture while it is read back, on the device's thread.
package protocol RowReceiver: Sendable {
    /// Returns the number of rows that the receiver processes together. Reads use divisors of it if possible.
    func rowsAtOnce(width: Int) -> Int

    /// Reports that the picture's first `count` rows are in memory.
    ///
    /// - Parameter pixels: premultiplied RGBA, row 0 at the top; the same pointer in each call, valid and unchanged
    ///   until `end` returns.
    func receive(_ pixels: UnsafePointer<UInt8>, _ size: PixelSize, rowCount count: Int)

    /// Reports that all rows are read. The receiver must not use the memory after it returns.
    func end()
}
