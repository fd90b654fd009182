/// Max sizes of pictures, in device pixels. Pictures that are too large for a device are drawn in tiles.
public enum PictureLimits {
    /// Max width and height. Up to here, Float resolves 1/128 of a pixel.
    public static let side = 65_536
    /// Max number of pixels.
    public static let pixels = 1 << 31
    /// Max number of pixels if a series is rasterised pixel by pixel on the CPU (a density). Its cells and the
    /// resulting picture are in memory as a whole.
    public static let countedPixels = 1 << 28
    /// Max length within a picture, in points.
    package static let length = 16_384.0
}
