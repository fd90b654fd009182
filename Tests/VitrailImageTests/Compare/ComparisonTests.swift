import Testing
import VitrailImage
import VitrailScene

/// Pairs known to differ, and pairs that do not: every comparator must be able to fail.
@Suite("Comparators")
struct ComparisonTests {
    static let family: [any ImageComparison] = [
        ExactComparison(), PerChannelComparison(), NeighbourhoodComparison(), WorstTileComparison(),
        InkComparison(), ChannelThresholdComparison(SIMD4(1, 1, 1, 1)), FuzzyComparison(), BilinearComparison(),
    ]

    /// White with black rectangles.
    static func picture(_ rects: [PixelRect], width: Int = 64, height: Int = 48, value: UInt8 = 0) -> PixelImage {
        var image = PixelImage(size: PixelSize(width: width, height: height), filledWith: .white)
        for rect in rects {
            for y in rect.y..<rect.maxY {
                for x in rect.x..<rect.maxX { image[x, y] = SIMD4(value, value, value, 255) }
            }
        }
        return image
    }

    static let columns = (0..<8).map { PixelRect(x: 2 + $0 * 8, y: 10 + $0 * 3, width: 5, height: 30 - $0 * 3) }

    @Test("a picture agrees with itself", arguments: family.indices)
    func identical(index: Int) {
        let image = Self.picture(Self.columns)
        let result = Self.family[index].compare(image, expected: image)
        #expect(result.passed, "\(result)")
        #expect(result.failingPixels == 0)
        #expect(result.statistics.maximum == 0 && result.statistics.worst == nil)
        #expect(result.difference == PixelImage(size: image.size, filledWith: .black))
    }

    @Test("pictures of different sizes fail and say so", arguments: family.indices)
    func sizes(index: Int) {
        let result = Self.family[index].compare(
            Self.picture([], width: 10), expected: Self.picture([], width: 12))
        #expect(!result.passed)
        #expect(result.failures == ["sizes differ: actual 10×48, expected 12×48"])
    }

    @Test("a dropped column fails", arguments: family.indices)
    func droppedColumn(index: Int) {
        let result = Self.family[index].compare(
            Self.picture(Array(Self.columns.dropLast())), expected: Self.picture(Self.columns))
        #expect(!result.passed)
        #expect(result.failingPixels > 0)
        #expect(result.statistics.maximum == 255)
        #expect(result.description.contains("DIFFER"))
    }

    @Test("a line that is one pixel off fails, but for the neighbourhood and the two of dEQP's, which allow just that")
    func shiftedLine() {
        let line = PixelRect(x: 5, y: 20, width: 50, height: 1)
        let shifted = PixelRect(x: 5, y: 21, width: 50, height: 1)
        let (expected, actual) = (Self.picture([line]), Self.picture([shifted]))
        for comparison in Self.family {
            let result = comparison.compare(actual, expected: expected)
            let forgives =
                comparison is NeighbourhoodComparison || comparison is BilinearComparison
                || comparison is FuzzyComparison
            #expect(result.passed == forgives, "\(result)")
        }
        let two = PixelRect(x: 5, y: 22, width: 50, height: 1)
        let result = NeighbourhoodComparison().compare(Self.picture([two]), expected: expected)
        #expect(!result.passed)
        #expect(result.failingPixels == 100)  // Both the missing and the added line.
        #expect(
            NeighbourhoodComparison(maximumFailingPixels: 100)
                .compare(Self.picture([two]), expected: expected).passed)
    }

    @Test("a flat area that is 3/255 off fails in its interior, and 2/255 pass")
    func shiftedFlat() {
        let area = PixelRect(x: 10, y: 10, width: 30, height: 20)
        let expected = Self.picture([area], value: 100)
        let result = InkComparison().compare(Self.picture([area], value: 103), expected: expected)
        #expect(!result.passed)
        // Mean and percentile compare all ink; the interior begins one pixel inside.
        #expect(result.failures.count == 1)
        #expect(result.failingPixels == 28 * 18)
        #expect(InkComparison().compare(Self.picture([area], value: 102), expected: expected).passed)
        #expect(
            !PerChannelComparison(tolerance: 2).compare(Self.picture([area], value: 103), expected: expected).passed)
        #expect(PerChannelComparison(tolerance: 3).compare(Self.picture([area], value: 103), expected: expected).passed)
    }

    @Test("each limit of the ink fails alone")
    func inkLimits() {
        let area = PixelRect(x: 10, y: 10, width: 30, height: 20)
        let expected = Self.picture([area], value: 100)
        func verdict(_ limits: InkComparison.Limits, _ change: (inout PixelImage) -> Void) -> [String] {
            var actual = expected
            change(&actual)
            return InkComparison(limits: limits).compare(actual, expected: expected).failures
        }
        let lax = InkComparison.Limits(mean: 255, p99: 255, max: 255, interior: 255)
        func edgePixels(_ count: Int, _ value: UInt8) -> (inout PixelImage) -> Void {
            { image in for x in 10..<10 + count { image[x, 10] = SIMD4(value, value, value, 255) } }
        }
        #expect(verdict(lax, edgePixels(30, 0)) == [])
        var limits = lax
        limits.max = 99
        #expect(verdict(limits, edgePixels(1, 0)).count == 1)
        #expect(verdict(limits, edgePixels(1, 1)) == [])
        limits = lax
        limits.p99 = 12
        // 600 ink pixels: six may exceed the limit, seven may not.
        #expect(verdict(limits, edgePixels(6, 0)) == [])
        #expect(verdict(limits, edgePixels(7, 0)).count == 1)
        limits = lax
        limits.mean = 1
        #expect(verdict(limits, edgePixels(6, 0)) == [])
        #expect(verdict(limits, edgePixels(7, 0)).count == 1)
        limits = lax
        limits.interior = 2
        // 0.1 % of 600 is less than one pixel.
        #expect(verdict(limits) { $0[20, 20] = SIMD4(103, 100, 100, 255) }.count == 1)
        limits.exceptionShare = 0.002
        #expect(verdict(limits) { $0[20, 20] = SIMD4(103, 100, 100, 255) } == [])
    }

    @Test("gradients are interior, their ends are edges; handed-in edges take their place")
    func gradientInterior() {
        var expected = PixelImage(size: PixelSize(width: 64, height: 8), filledWith: .white)
        for x in 16..<48 {
            for y in 0..<8 { expected[x, y] = SIMD4(UInt8(8 * (x - 16)), 0, 0, 255) }
        }
        let edges = InkComparison.edges(of: expected, step: 8)
        #expect((0..<64).filter { edges[$0] } == [15, 16, 47, 48])
        // Each of the eight directions: one odd pixel makes edges of its neighbours; in a single row there are two.
        let dot = Self.picture([PixelRect(x: 3, y: 2, width: 1, height: 1)], width: 8, height: 6)
        let near = InkComparison.edges(of: dot, step: 8)
        #expect(near.indices.filter { near[$0] } == [10, 11, 12, 18, 19, 20, 26, 27, 28])
        let row = Self.picture([PixelRect(x: 3, y: 0, width: 1, height: 1)], width: 8, height: 1)
        #expect(InkComparison.edges(of: row, step: 8) == [false, false, true, true, true, false, false, false])
        var actual = expected
        actual[30, 4].x += 3
        #expect(!InkComparison().compare(actual, expected: expected).passed)
        let everywhere = [Bool](repeating: true, count: 64 * 8)
        #expect(InkComparison().compare(actual, expected: expected, edges: everywhere).passed)
    }

    @Test("ink is counted in either picture, against the background, and alpha is a channel")
    func ink() {
        let size = PixelSize(width: 20, height: 10)
        let background = Color(0x336699, alpha: 0.5)
        let expected = PixelImage(size: size, filledWith: background)
        var actual = expected
        actual[3, 4].w += 2
        let comparison = InkComparison(background: background)
        #expect(comparison.compare(actual, expected: expected).statistics.count == 0)
        actual[3, 4].w += 1
        #expect(comparison.compare(actual, expected: expected).statistics.count == 1)
        #expect(comparison.compare(expected, expected: actual).statistics.count == 1)
        let result = comparison.compare(actual, expected: expected)
        #expect(result.statistics.worst?.x == 3 && result.statistics.worst?.y == 4)
        #expect(result.statistics.maximum == 3 && result.statistics.mean == 3)
    }

    @Test("the worst tile is found and named; single pixels are forgiven")
    func worstTile() {
        let expected = Self.picture([], width: 50, height: 40)
        var actual = expected
        actual[33, 20] = SIMD4(0, 0, 0, 255)
        #expect(WorstTileComparison().compare(actual, expected: expected).passed)
        for y in 16..<32 { actual[33, y] = SIMD4(0, 0, 0, 255) }
        let result = WorstTileComparison().compare(actual, expected: expected)
        #expect(result.failures.first?.contains("(32, 16)") == true)
        #expect(result.failingPixels == 256)
        // The partial tile at the right edge is two pixels wide: its mean covers only its own pixels.
        #expect(
            !WorstTileComparison(limit: 100).compare(
                Self.picture([PixelRect(x: 48, y: 0, width: 1, height: 16)], width: 50, height: 40),
                expected: expected
            ).passed)
    }

    @Test("the difference picture shows allowed differences grey and failing ones red")
    func differencePicture() {
        let expected = PixelImage(size: PixelSize(width: 3, height: 1), filledWith: .white)
        var actual = expected
        actual[1, 0] = SIMD4(255, 254, 255, 255)
        actual[2, 0] = SIMD4(255, 255, 205, 255)
        let difference = PerChannelComparison(tolerance: 1).compare(actual, expected: expected).difference
        #expect(difference[0, 0] == SIMD4(0, 0, 0, 255))
        #expect(difference[1, 0] == SIMD4(8, 8, 8, 255))
        #expect(difference[2, 0] == SIMD4(255, 0, 0, 255))
    }
}
