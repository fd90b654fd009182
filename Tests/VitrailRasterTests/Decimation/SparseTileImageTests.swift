import Testing
import VitrailScene

@testable import VitrailRaster

@Suite struct StripPictureTests {
    /// On a reversed axis, prices are painted from the last tile to the first; each thread paints its part.
    @Test(arguments: [false, true])
    func piecesComeInTheOrderOfTheirPositions(isVertical: Bool) throws {
        let box = PixelRect(x: 0, y: 0, width: 64, height: 64)
        var picture = SparseTileImage(box: box, isVertical: isVertical)
        let row = SparseTileImage.Row(repeating: 0xFF00_00FF)
        for strip in [3, 1, 2, 0] {
            picture.begin(strip: strip)
            picture.add(row, rows: 5..<9)
            picture.add(row, rows: 20..<22)
            picture.endStrip()
        }
        let positions = picture.marks.map { isVertical ? ($0.rect.minY, $0.rect.minX) : ($0.rect.minX, $0.rect.minY) }
        #expect(positions.count == 8 && zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
        // Each mark has its own texels.
        for mark in picture.marks {
            let source = try #require(mark.source)
            #expect(mark.image[source.x, source.y] == SIMD4(0xFF, 0, 0, 0xFF))
            #expect(Float(source.width) == mark.rect.width && Float(source.height) == mark.rect.height)
        }
    }
}
