import CGL
import Testing

@Suite struct ChannelTests {
    @Test func redAndBlueChangePositions() {
        // Around the vector widths, including remainders.
        for count in 0...100 {
            let pixels = (0..<4 * count + 4).map { UInt8(truncatingIfNeeded: $0 * 37) }
            var swapped = pixels
            cgl_swap_red_and_blue(&swapped, count)
            let positions = pixels.indices.map { i in i < 4 * count && i % 2 == 0 ? i ^ 2 : i }
            #expect(swapped == positions.map { pixels[$0] }, "\(count) pixels")
        }
    }
}
