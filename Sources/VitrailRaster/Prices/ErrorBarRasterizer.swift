package import VitrailScene
import VitrailSystem

/// Rasterises rectangles on whole pixels in one colour: many error bars that share pixels. The result is the same as
/// painting each rectangle, up to the rounding of translucent colours.
///
/// Each rectangle changes four counters at its corners. Sums over rows and columns of the counters then give the
/// number of rectangles at each pixel, so the cost per rectangle does not depend on its size.
package struct ErrorBarRasterizer {
    private let box: PixelRect
    /// Differences of the number of rectangles, row by row, with one more row and column than the box.
    private var counts: [Int32]
    private let stride: Int

    /// - Parameter box: the pixels that may be painted.
    package init(box: PixelRect) {
        self.box = box
        stride = max(box.width, 0) + 1
        counts = Array(repeating: 0, count: box.isEmpty ? 0 : stride * (box.height + 1))
    }

    /// - Parameter rect: its edges are whole numbers.
    @inline(__always)
    package mutating func add(_ rect: PlotRect) {
        guard !counts.isEmpty else { return }
        let (left, right) = (column(rect.minX), column(rect.maxX))
        let (top, bottom) = (row(rect.minY), row(rect.maxY))
        guard left < right, top < bottom else { return }
        counts[top * stride + left] += 1
        counts[top * stride + right] -= 1
        counts[bottom * stride + left] -= 1
        counts[bottom * stride + right] += 1
    }

    @inline(__always)
    private func column(_ x: Float) -> Int { Int(min(max(x, Float(box.x)), Float(box.maxX))) - box.x }

    @inline(__always)
    private func row(_ y: Float) -> Int { Int(min(max(y, Float(box.y)), Float(box.maxY))) - box.y }

    /// The rectangles as a picture of the box; `nil` if there are none. Translucent ones darken where they overlap.
    package consuming func picture(_ color: Color) -> ImageMark? {
        let texels = Self.texels(color)
        var pixels = [UInt8](repeating: 0, count: box.isEmpty ? 0 : box.width * box.height * 4)
        var isEmpty = true
        var sums = [Int32](repeating: 0, count: stride)
        var pace = WorkPace(every: 1 << 4)
        for y in 0..<(counts.isEmpty ? 0 : box.height) where !pace.isOver() {
            var run: Int32 = 0
            for x in 0..<box.width {
                run += counts[y * stride + x]
                sums[x] += run
                guard sums[x] > 0 else { continue }
                isEmpty = false
                let texel = texels[min(Int(sums[x]), texels.count - 1)]
                let i = (y * box.width + x) * 4
                (pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3]) = (texel.x, texel.y, texel.z, texel.w)
            }
        }
        guard !isEmpty else { return nil }
        let image = PixelImage(size: PixelSize(width: box.width, height: box.height), pixels: pixels)
        return ImageMark(image: image, rect: box.plotRect)
    }

    /// Premultiplied colours of a pixel under 0, 1, 2, … layers. More layers than there are entries look like the last.
    private static func texels(_ color: Color) -> [SIMD4<UInt8>] {
        let one = color.premultiplied
        var (sum, texels) = (SIMD4<Float>.zero, [SIMD4<UInt8>.zero])
        repeat {
            sum = one + sum * (1 - one.w)
            texels.append(SIMD4(UInt8(share: sum.x), UInt8(share: sum.y), UInt8(share: sum.z), UInt8(share: sum.w)))
        } while sum.w < 0.998 && texels.count < 1 << 10
        return texels
    }
}
