import Synchronization
import VitrailGL
import VitrailImage
import VitrailScene
import VitrailSystem

/// Encodes a PNG during readback: the device's thread reads rows, and other cores encode the rows that have arrived.
final class EarlyEncoding: RowReceiver {
    private let begun = Mutex<(isTried: Bool, strips: PNGStrips?)>((false, nil))

    /// The encoded part. `nil`: the work was not worth sharing among cores.
    var strips: PNGStrips? { begun.withLock { $0.strips } }

    func rowsAtOnce(width: Int) -> Int { PNGStrips.rowsPerStrip(width: width) }

    func receive(_ pixels: UnsafePointer<UInt8>, _ size: PixelSize, rowCount count: Int) {
        let strips = begun.withLock { begun in
            if !begun.isTried {
                begun = (true, PNGStrips(beginningAt: pixels, size: size, helpers: Processors.count - 1))
            }
            return begun.strips
        }
        strips?.haveArrived(count)
    }

    func end() { strips?.finish() }
}
