public import VitrailCore
import VitrailImage

extension PictureDecoder {
    /// Takes PNG files, each side at most `PNGDecoder.maximumSide` pixels.
    public static let standard = PictureDecoder(
        size: { try PNGDecoder.size(of: $0) }, decode: { try PNGDecoder.decode($0) })
}
