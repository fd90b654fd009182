import CRaster
package import VitrailColumns
package import VitrailScene
import VitrailSystem

/// Maps the contents of pixels to colours.
package struct DensityPainter {
    let map: ColorMap
    let scaling: ColorScaling
    /// The values of the first and the last colour; `nil`: the minimum and the maximum in the picture.
    let range: NumberRange?
    /// The same, as percentiles of the pixels with samples; `nil`: `range` applies.
    package var percentiles: NumberRange?
    /// One for each category.
    let categoryColors: [Color]
    /// Opacity of the pixels with the fewest samples, for categories, 0…1.
    let minOpacity: Double

    package init(
        map: ColorMap,
        scaling: ColorScaling,
        range: NumberRange?,
        percentiles: NumberRange? = nil,
        categoryColors: [Color],
        minOpacity: Double
    ) {
        self.map = map
        self.scaling = scaling
        self.range = range
        self.percentiles = percentiles
        self.categoryColors = categoryColors
        self.minOpacity = minOpacity
    }

    /// Adjacent rows of the picture.
    package struct Band {
        package let rows: Range<Int>
        package let image: PixelImage
    }

    /// - Returns: the picture in bands from the top, and the scale, reduced to the values that a legend needs; `nil`:
    ///   there is no sample in the picture. Pixels without a sample are clear, and so are rows between bands.
    package func paint(_ grid: DensityGrid) -> (bands: [Band], scale: DensityScale)? {
        let grid = grid.withTotals()
        let painted =
            switch grid.content {
            case .counts(let counts): paint(counts: counts, grid)
            case .values(let values): paint(values: values, grid)
            case .shares(let cells): grid.totals.flatMap { paint(shares: cells, $0, grid) }
            }
        return painted.map { ($0.bands, $0.scale.thinned) }
    }

    // MARK: One number a pixel

    private func paint(counts: PixelCounts, _ grid: DensityGrid) -> (bands: [Band], scale: DensityScale)? {
        let tally = BinMerge(counts)
        guard !tally.values.isEmpty else { return nil }
        let scale = DensityScale(
            scaling, SortedValues(ascending: tally.values), pixels: tally.pixels,
            range: range ?? percentiles.flatMap(tally.range))
        let mixer = ColorMixer(map)
        // Each count is mapped once.
        let colors = unsafe tally.table(scale, none: 0 as UInt32) { unsafe mixer.paint($0, $1) }
        let bands = unsafe bands(grid) { range, pixels in
            unsafe counts.withUnsafeBufferPointer { counts in
                let counts = unsafe UnsafeBufferPointer(rebasing: counts[range])
                unsafe colors.withUnsafeBufferPointer {
                    unsafe vitrail_color_counts(
                        counts.baseAddress, counts.count, BinMerge.limit, $0.baseAddress, pixels)
                }
                guard tally.hasLarger else { return }
                for k in counts.indices where unsafe counts[k] >= BinMerge.limit {
                    unsafe withUnsafePointer(to: scale.position(of: Double(counts[k]))) {
                        unsafe mixer.paint(UnsafeBufferPointer(start: $0, count: 1), pixels + k)
                    }
                }
            }
        }
        return (bands, scale)
    }

    private func paint(values: [Double], _ grid: DensityGrid) -> (bands: [Band], scale: DensityScale)? {
        guard let scale = scale(values) else { return nil }
        let mixer = ColorMixer(map)
        let bands = unsafe bands(grid) { range, pixels in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe Self.inBlocks(range) { block, positions in
                    unsafe scale.position(of: UnsafeBufferPointer(rebasing: values[block]), positions)
                    unsafe mixer.paint(
                        UnsafeBufferPointer(start: positions, count: block.count),
                        pixels + (block.lowerBound - range.lowerBound))
                }
            }
        }
        return (bands, scale)
    }

    private func scale(_ values: [Double]) -> DensityScale? {
        if let percentiles, range == nil {
            let sorted = SortedValues(of: values)
            guard sorted.count > 0 else { return nil }
            return DensityScale(scaling, sorted, range: sorted.range(percentiles))
        }
        guard scaling == .equalized else {
            let ends = Self.ends(values)
            guard ends.low <= ends.high else { return nil }
            // Unless it is equalised, a scale needs only the ends, and the minimum > 0 between them.
            let known =
                ends.positive > ends.low && ends.positive < ends.high
                ? [ends.low, ends.positive, ends.high] : [ends.low, ends.high]
            return DensityScale(scaling, SortedValues(ascending: known), range: range)
        }
        let sorted = SortedValues(of: values)
        return sorted.count > 0 ? DensityScale(scaling, sorted, range: range) : nil
    }

    private static func ends(_ values: [Double]) -> vitrail_value_ends {
        let none = vitrail_value_ends(low: .infinity, high: -.infinity, positive: .infinity)
        let found = Parallel.mapParts(of: values.count, minimum: pixelsPerThread) { range in
            var ends = none
            unsafe values.withUnsafeBufferPointer {
                let part = unsafe UnsafeBufferPointer(rebasing: $0[range])
                unsafe vitrail_find_value_ends(part.baseAddress, part.count, &ends)
            }
            return ends
        }
        return found.reduce(none) {
            vitrail_value_ends(
                low: min($0.low, $1.low), high: max($0.high, $1.high), positive: min($0.positive, $1.positive))
        }
    }

    // MARK: Categories

    private func paint(
        shares: any CategoryCounts, _ totals: PixelCounts, _ grid: DensityGrid
    ) -> (bands: [Band], scale: DensityScale)? {
        let tally = BinMerge(totals)
        guard !tally.values.isEmpty else { return nil }
        let scale = DensityScale(
            scaling, SortedValues(ascending: tally.values), pixels: tally.pixels,
            range: range ?? percentiles.flatMap(tally.range))
        let opacities = unsafe tally.table(scale, none: 0.0) { positions, opacities in
            for i in positions.indices { unsafe opacities[i] = opacity(positions[i]) }
        }
        let colors = (0..<shares.categories).map {
            (categoryColors.isEmpty ? Color.black : categoryColors[$0 % categoryColors.count]).premultipliedDouble
        }
        let bands = unsafe bands(grid) { range, pixels in
            unsafe totals.withUnsafeBufferPointer { totals in
                unsafe Self.inBlocks(range, of: shares) { block, counts, positions in
                    for (k, pixel) in block.enumerated() {
                        let total = unsafe totals[pixel]
                        unsafe positions[k] =
                            total < BinMerge.limit ? opacities[Int(total)] : opacity(scale.position(of: Double(total)))
                    }
                    unsafe colors.withUnsafeBytes {
                        unsafe vitrail_color_shares(
                            counts, positions, block.count, $0.baseAddress?.assumingMemoryBound(to: Double.self),
                            shares.categories,
                            pixels + (block.lowerBound - range.lowerBound))
                    }
                }
            }
        }
        return (bands, scale)
    }

    private func opacity(_ position: Double) -> Double { minOpacity + (1 - minOpacity) * position }

    /// The number of all samples in each pixel.
    static func totals(_ shares: any CategoryCounts) -> PixelCounts {
        unsafe PixelCounts(count: shares.count) { totals in
            nonisolated(unsafe) let totals = unsafe totals
            Parallel.forParts(of: shares.count, minimum: pixelsPerThread) { pixels in
                unsafe inBlocks(pixels, of: shares) { block, counts, _ in
                    unsafe vitrail_add_shares(counts, block.count, shares.categories, totals + block.lowerBound)
                }
            }
        }
    }

    /// Calls `body` for blocks of a range, with the counts of their pixels and memory for one number per pixel. A block
    /// stays in a near cache.
    private static func inBlocks(
        _ range: Range<Int>, of shares: any CategoryCounts,
        _ body: (_ block: Range<Int>, _ counts: UnsafePointer<UInt32>, _ numbers: UnsafeMutablePointer<Double>) -> Void
    ) {
        let pixels = max(min(block, maxCounts / shares.categories), 1)
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: pixels * shares.categories) { counts in
            guard let start = counts.baseAddress else { return }
            unsafe inBlocks(range, of: pixels) { block, numbers in
                unsafe shares.read(block, into: start)
                unsafe body(block, start, numbers)
            }
        }
    }

    // MARK: Pixels

    /// - Parameter fill: sets the pixels of a range, in memory order; `pixels` points to the first of them. Runs on all
    ///   cores.
    private func bands(
        _ grid: DensityGrid, _ fill: @Sendable (_ range: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>) -> Void
    ) -> [Band] {
        let width = grid.size.width
        return grid.occupiedRows().map { rows in
            let image = unsafe image(PixelSize(width: width, height: rows.count), from: rows.lowerBound * width, fill)
            return Band(rows: rows, image: image)
        }
    }

    /// - Parameter first: the index of the first pixel in the grid.
    private func image(
        _ size: PixelSize, from first: Int,
        _ fill: @Sendable (_ range: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>) -> Void
    ) -> PixelImage {
        let count = size.width * size.height
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, initialized in
            guard let start = UnsafeMutableRawPointer(bytes.baseAddress) else { return }
            nonisolated(unsafe) let pixels = unsafe start.bindMemory(to: UInt32.self, capacity: count)
            Parallel.forParts(of: count, minimum: Self.pixelsPerThread) { part in
                for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.pixelsPerThread)
                where !WorkLimit.isReached {
                    let end = min(start + Self.pixelsPerThread, part.upperBound)
                    unsafe fill(first + start..<first + end, pixels + start)
                }
            }
            initialized = count * 4
        }
        return PixelImage(size: size, pixels: pixels)
    }

    /// Calls `body` for blocks of a range, with memory for one number per pixel, which stays in the L1 cache.
    private static func inBlocks(
        _ range: Range<Int>, of block: Int = block,
        _ body: (_ block: Range<Int>, _ numbers: UnsafeMutablePointer<Double>) -> Void
    ) {
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: block) { numbers in
            guard let start = numbers.baseAddress else { return }
            for first in stride(from: range.lowerBound, to: range.upperBound, by: block) where !WorkLimit.isReached {
                unsafe body(first..<min(first + block, range.upperBound), start)
            }
        }
    }

    /// Fewer pixels are not worth another thread.
    private static let pixelsPerThread = 1 << 15
    private static let block = 1_024
    /// Maximum number of category counts in a block.
    private static let maxCounts = 8_192
}
