import Testing
import VitrailGL
import VitrailScene

@Suite("Tiles: plan")
struct TilePlanTests {
    @Test("all small pictures under all small limits: every pixel is in a tile, and no limit is passed")
    func everyLayout() {
        for width in 1...7 {
            for height in 1...6 {
                for limits in Self.limits { check(PixelSize(width: width, height: height), limits) }
            }
        }
    }

    private static let limits: [TileLimits] = (1...4).flatMap { width in
        (1...3).flatMap { height in
            [1, 3, 6, 100].flatMap { pixels in
                [1, 5, 100].map { TileLimits(width: width, height: height, pixels: pixels, bandPixels: $0) }
            }
        }
    }

    private func check(_ size: PixelSize, _ limits: TileLimits) {
        let plan = TilePlan(size, limits: limits)
        var covered = Array(repeating: false, count: size.width * size.height)
        var nextRow = 0
        for index in 0..<plan.bandCount {
            let band = plan.band(index)
            #expect(band.x == 0 && band.y == nextRow && band.width == size.width && band.height > 0)
            // A row is never cut, regardless of its length.
            #expect(plan.isWhole || band.height == 1 || band.width * band.height <= limits.bandPixels)
            nextRow = band.maxY
            for tile in plan.tiles(of: index) {
                #expect(tile.width == plan.tile.width && tile.height == band.height && tile.y == band.y)
                #expect(tile.x >= 0 && tile.maxX <= size.width)
                #expect(
                    tile.width <= limits.width && tile.height <= limits.height
                        && tile.width * tile.height <= limits.pixels)
                for y in tile.y..<tile.maxY { for x in tile.x..<tile.maxX { covered[y * size.width + x] = true } }
            }
        }
        #expect(nextRow == size.height)
        #expect(covered.allSatisfy { $0 }, "\(size) under \(limits)")
        let fits =
            size.width <= limits.width && size.height <= limits.height && size.width * size.height <= limits.pixels
        #expect(plan.isWhole == fits)
    }

    @Test("the largest picture takes bounded memory on any device")
    func largest() {
        for side in [2048, 8192, 16_384] {
            let plan = TilePlan(PixelSize(width: 65_536, height: 32_768), limits: TileLimits(width: side, height: side))
            #expect(plan.tile.width * plan.tile.height <= 1 << 23)
            #expect(plan.band(0).width * plan.band(0).height <= 1 << 24)
            #expect(plan.tile.height >= 128, "bands are not cut into slivers")
        }
    }
}
