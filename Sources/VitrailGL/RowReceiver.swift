package import VitrailScene

/// Takes the rows of a picture while it is read back, on the device's thread.
package protocol RowReceiver: Sendable {
    /// How many rows it works on together: those that are read at a time best divide them.
    func rowsAtOnce(width: Int) -> Int

    /// The picture's first `count` rows are in memory.
    ///
    /// - Parameter pixels: premultiplied RGBA, row 0 at the top; the same in each call, and unchanged until `end` returns.
    func receive(_ pixels: UnsafePointer<UInt8>, _ size: PixelSize, rowCount count: Int)

    /// All rows were received. Nobody reads them where they are any more when it returns.
    func end()
}
