import Testing
import VitrailImage
import VitrailScene

/// dEQP's comparators and the one scaled by bits, on pairs known to differ and on pairs that they tolerate.
@Suite("Comparators after dEQP")
struct PublishedComparisonTests {
    /// A soft wave, so that a shift by a fraction of a pixel is detectable.
    private func wave(shift: Double = 0, gain: Double = 1) -> PixelImage {
        var image = PixelImage(size: PixelSize(width: 40, height: 30))
        for y in 0..<30 {
            for x in 0..<40 {
                let u = (Double(x) + shift).truncatingRemainder(dividingBy: 16) / 16
                let v = Double(y % 10) / 10
                let ramp: Double = u < 0.5 ? u * 2 : 2 - u * 2
                let bright: Double = gain * (40 + 160 * ramp + 30 * v)
                let value = UInt8(min(255, bright))
                image[x, y] = SIMD4<UInt8>(value, 255 - value, value / 2, 255)
            }
        }
        return image
    }

    @Test("bilinear forgives a part of a pixel, and not a pixel and a half, nor another brightness")
    func bilinear() {
        let comparison = BilinearComparison(tolerance: 3)
        for shift in [0.3, 0.5, 1] {
            #expect(comparison.compare(wave(shift: shift), expected: wave()).passed, "\(shift)")
        }
        #expect(!comparison.compare(wave(shift: 2.5), expected: wave()).passed)
        #expect(!comparison.compare(wave(gain: 0.7), expected: wave()).passed)
        let few = comparison.compare(wave(gain: 0.7), expected: wave()).failingPixels
        #expect(
            BilinearComparison(tolerance: 3, maximumFailingPixels: few).compare(wave(gain: 0.7), expected: wave())
                .passed)
        #expect(
            !BilinearComparison(tolerance: 3, maximumFailingPixels: few - 1).compare(wave(gain: 0.7), expected: wave())
                .passed)
    }

    @Test("fuzzy forgives a pixel's shift and noise, not a lost block; its figure grows with the area lost")
    func fuzzy() {
        let comparison = FuzzyComparison(threshold: 0.005)
        #expect(comparison.compare(wave(shift: 1), expected: wave()).passed)
        var noisy = wave()
        for k in stride(from: 0, to: noisy.pixels.count, by: 7) where k % 4 != 3 {
            let value = noisy.pixels[k]
            noisy.pixels[k] = value < 128 ? value + 4 : value - 4
        }
        #expect(comparison.compare(noisy, expected: wave()).passed)
        let white = PixelImage(size: PixelSize(width: 40, height: 30), filledWith: .white)
        func block(_ side: Int) -> PixelImage {
            var image = white
            for y in 10..<10 + side { for x in 10..<10 + side { image[x, y] = SIMD4(0, 0, 0, 255) } }
            return image
        }
        // Three channels of full contrast: nine times the fraction of the area.
        for (side, threshold, passes) in [(3, 0.02, true), (6, 0.02, false), (6, 0.3, true), (12, 0.3, false)] {
            #expect(
                FuzzyComparison(threshold: threshold).compare(block(side), expected: white).passed == passes,
                "\(side) within \(threshold)")
        }
    }

    @Test("a channel's own limit: what five bits forgive, eight do not")
    func channels() {
        #expect([0, 1, 2, 4, 5, 6, 8, 10].map(ChannelTolerance.step) == [0, 255, 86, 18, 10, 6, 1, 1])
        var off = wave()
        for k in stride(from: 0, to: off.pixels.count, by: 4) { off.pixels[k] = off.pixels[k] &- 6 }
        #expect(ChannelThresholdComparison(SIMD4(10, 6, 10, 0)).compare(off, expected: wave()).passed)
        #expect(!ChannelThresholdComparison(SIMD4(5, 255, 255, 255)).compare(off, expected: wave()).passed)
        #expect(!ChannelThresholdComparison(SIMD4(10, 1, 10, 0)).compare(wave(gain: 0.98), expected: wave()).passed)
    }
}
