import VitrailScene

/// Finds the pixels that differ most.
enum WorstPixels {
    private static let maximum = 3

    /// Returns the pixels with the largest channel difference, the largest first; among equal ones, the first in row
    /// order. At most three, none if the pictures are equal or differ in size.
    ///
    /// - Parameter mask: the comparator's picture of differences. If it has red pixels, which are outside the limit of
    ///   a single pixel, only these count, because a larger difference elsewhere may be permitted. `nil`: all count.
    static func find(expected: PixelImage, found: PixelImage, mask: PixelImage? = nil) -> [PixelDifference] {
        guard expected.size == found.size, expected.pixels.count == found.pixels.count else { return [] }
        let width = expected.size.width
        var worst: (failing: [PixelDifference], all: [PixelDifference]) = ([], [])
        for index in 0..<expected.pixels.count / 4 {
            let (x, y) = (index % width, index / width)
            let (wanted, given) = (expected[x, y], found[x, y])
            guard wanted != given else { continue }
            let pixel = PixelDifference(x: x, y: y, expected: wanted, found: given)
            insert(pixel, into: &worst.all)
            if let mask, mask.size == expected.size, isRed(mask[x, y]) { insert(pixel, into: &worst.failing) }
        }
        return worst.failing.isEmpty ? worst.all : worst.failing
    }

    private static func insert(_ pixel: PixelDifference, into worst: inout [PixelDifference]) {
        guard worst.count < maximum || pixel.magnitude > worst[maximum - 1].magnitude else { return }
        worst.insert(pixel, at: worst.firstIndex { $0.magnitude < pixel.magnitude } ?? worst.count)
        if worst.count > maximum { worst.removeLast() }
    }

    private static func isRed(_ color: SIMD4<UInt8>) -> Bool { color.x > 0 && color.y == 0 && color.z == 0 }
}
