import Testing
import VitrailScene

@testable import VitrailReference

@Suite("Reference: discs")
struct DiscTests {
    static func disc(_ x: Float, _ y: Float, _ radius: Float, _ color: Color = .black) -> DiscBatch.Item {
        DiscBatch.Item(center: PlotPoint(x: x, y: y), radius: radius, color: color)
    }

    @Test("coverage sums to πr²", arguments: [0.05, 0.3, 0.5, 1, 2.5, 7.25, 30] as [Float])
    func area(radius: Float) {
        let values = coverage(.discs(DiscBatch(items: [Self.disc(32.3, 31.6, radius)])), 64, 64)
        #expect(abs(sum(values) - .pi * Double(radius * radius)) < 1e-3)
    }

    @Test(
        "every pixel is within half a step of 8 bits of the closed form",
        arguments: [(0.3, 2.5, 2.5), (0.5, 2.03, 2.9), (1.7, 4.1, 4.77), (7.9, 9.5, 9.25), (400, 10, -390)]
            as [(Float, Float, Float)])
    func closedForm(radius: Float, x: Float, y: Float) {
        let values = coverage(.discs(DiscBatch(items: [Self.disc(x, y, radius)])), 20, 20)
        var greatest = 0.0
        for (i, value) in values.enumerated() {
            let (left, top) = (Double(i % 20) - Double(x), Double(i / 20) - Double(y))
            let exact = discArea(radius: Double(radius), x0: left, y0: top, x1: left + 1, y1: top + 1)
            greatest = max(greatest, abs(exact - value))
        }
        #expect(greatest < half8Bit / 4, "off by \(greatest * 255)/255")
        #expect(sum(values) > 0.1)
    }

    @Test("discs are painted in order, each over the ones before it")
    func order() {
        let red = Self.disc(8, 8, 6, Color(0xFF0000))
        let blue = Self.disc(8, 8, 3, Color(0x0000FF, alpha: 0.5))
        let size = PixelSize(width: 16, height: 16)
        func picture(_ items: [DiscBatch.Item]) -> PixelImage {
            ReferenceRasterizer.render(
                Scene(size: size, layers: [Layer(.series, marks: [Mark(.discs(DiscBatch(items: items)))])])
            ).image
        }
        #expect(picture([red, blue])[8, 8] == SIMD4(127, 0, 128, 255))
        #expect(picture([blue, red])[8, 8] == SIMD4(255, 0, 0, 255))
    }

    @Test("no radius, no place, no disc", arguments: [0, -1, .nan, .infinity] as [Float])
    func degenerate(value: Float) {
        #expect(sum(coverage(.discs(DiscBatch(items: [Self.disc(8, 8, value)])), 16, 16)) == 0)
        if !value.isFinite {
            #expect(sum(coverage(.discs(DiscBatch(items: [Self.disc(value, 8, 3)])), 16, 16)) == 0)
        }
    }
}
