import VitrailScene

extension PixelImage {
    /// The image reduced for a display size in pixels. Below half of its size, each block of pixels is replaced by its
    /// mean, because bilinear sampling of four texels would ignore the other ones.
    ///
    /// - Returns: an image at least as large as the display size in each direction, or this one.
    func reduced(width: Double, height: Double) -> PixelImage {
        let across = Self.block(self.width, in: width)
        let down = Self.block(self.height, in: height)
        guard across > 1 || down > 1 else { return self }
        // The last block of a row or column is smaller if the size is not a multiple.
        let size = PixelSize(width: (self.width + across - 1) / across, height: (self.height + down - 1) / down)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.width * size.height * 4)
        for row in 0..<size.height {
            let rows = row * down..<min((row + 1) * down, self.height)
            for column in 0..<size.width {
                let columns = column * across..<min((column + 1) * across, self.width)
                var sum = SIMD4<Int>.zero
                for y in rows {
                    for x in columns {
                        let i = (y * self.width + x) * 4
                        sum &+= SIMD4(Int(pixels[i]), Int(pixels[i + 1]), Int(pixels[i + 2]), Int(pixels[i + 3]))
                    }
                }
                let count = rows.count * columns.count
                for channel in 0..<4 { bytes.append(UInt8((sum[channel] + count / 2) / count)) }
            }
        }
        return PixelImage(size: size, pixels: bytes)
    }

    /// Number of pixels per block, so that `extent` output pixels remain covered.
    private static func block(_ count: Int, in extent: Double) -> Int {
        guard extent >= 1, extent < Double(count) else { return extent < 1 ? max(1, count) : 1 }
        return Int(Double(count) / extent)
    }
}
