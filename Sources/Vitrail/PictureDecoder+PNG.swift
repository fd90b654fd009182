public import VitrailDescription
import VitrailImage

extension PictureDecoder {
    /// Decodes PNG files with sides of at most `PNGDecoder.maximumSide` pixels.
    public static let standard = PictureDecoder(
        size: { try PNGDecoder.size(of: $0) }, decode: { try PNGDecoder.decode($0) })
}
