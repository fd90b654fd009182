import CData
import VitrailScene

/// What pixels hold → their colours.
struct DensityPainter {
    let map: ColorMap
    let scaling: ColorScaling
    /// What the first and the last colour stand for; nil = the least and the greatest value in the picture.
    let range: NumberRange?
    /// The same as shares of the pixels with samples, percent; nil = `range` says it.
    var percentiles: NumberRange?
    /// Of categories.
    let categoryColors: [Color]
    /// Where samples of categories are fewest, 0…1.
    let leastOpacity: Double

    /// - Returns: the picture, and of its scale what a legend asks for; nil when there is no sample in the picture. Pixels without one are clear.
    func paint(_ grid: DensityGrid) -> (image: PixelImage, scale: DensityScale)? {
        let painted =
            switch grid.content {
            case .counts(let counts): paint(counts: counts, grid.size)
            case .values(let values): paint(values: values, grid.size)
            case .shares(let cells): paint(shares: cells, grid.totals, grid.size)
            }
        return painted.map { ($0.image, $0.scale.thinned) }
    }

    // MARK: One number a pixel

    private func paint(counts: PixelCounts, _ size: PixelSize) -> (image: PixelImage, scale: DensityScale)? {
        let tally = CountTally(counts)
        guard !tally.values.isEmpty else { return nil }
        let scale = DensityScale(
            scaling, SortedValues(ascending: tally.values), pixels: tally.pixels, range: range ?? percentiles.flatMap(tally.range))
        let mixer = ColorMixer(map)
        // Each count is mapped once.
        let colors = unsafe tally.table(scale, none: 0 as UInt32) { unsafe mixer.paint($0, $1) }
        let image = unsafe image(size) { range, pixels in
            unsafe counts.withUnsafeBufferPointer { counts in
                let counts = unsafe UnsafeBufferPointer(rebasing: counts[range])
                unsafe colors.withUnsafeBufferPointer {
                    unsafe vitrail_color_counts(counts.baseAddress, counts.count, CountTally.limit, $0.baseAddress, pixels)
                }
                guard tally.hasLarger else { return }
                for k in counts.indices where unsafe counts[k] >= CountTally.limit {
                    unsafe withUnsafePointer(to: scale.place(Double(counts[k]))) {
                        unsafe mixer.paint(UnsafeBufferPointer(start: $0, count: 1), pixels + k)
                    }
                }
            }
        }
        return (image, scale)
    }

    private func paint(values: [Double], _ size: PixelSize) -> (image: PixelImage, scale: DensityScale)? {
        guard let scale = scale(values) else { return nil }
        let mixer = ColorMixer(map)
        let image = unsafe image(size) { range, pixels in
            unsafe values.withUnsafeBufferPointer { values in
                unsafe Self.inBlocks(range) { block, places in
                    unsafe scale.place(UnsafeBufferPointer(rebasing: values[block]), places)
                    unsafe mixer.paint(UnsafeBufferPointer(start: places, count: block.count), pixels + (block.lowerBound - range.lowerBound))
                }
            }
        }
        return (image, scale)
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
            // The ends, and the least one > 0 between them: what a scale that is not equalised asks for.
            let known = ends.positive > ends.low && ends.positive < ends.high ? [ends.low, ends.positive, ends.high] : [ends.low, ends.high]
            return DensityScale(scaling, SortedValues(ascending: known), range: range)
        }
        let sorted = SortedValues(of: values)
        return sorted.count > 0 ? DensityScale(scaling, sorted, range: range) : nil
    }

    private static func ends(_ values: [Double]) -> vitrail_value_ends {
        let none = vitrail_value_ends(low: .infinity, high: -.infinity, positive: .infinity)
        let found = Parallel.mapParts(of: values.count, least: pixelsPerThread) { range in
            var ends = none
            unsafe values.withUnsafeBufferPointer {
                let part = unsafe UnsafeBufferPointer(rebasing: $0[range])
                unsafe vitrail_find_value_ends(part.baseAddress, part.count, &ends)
            }
            return ends
        }
        return found.reduce(none) { vitrail_value_ends(low: min($0.low, $1.low), high: max($0.high, $1.high), positive: min($0.positive, $1.positive)) }
    }

    // MARK: Categories

    private func paint(shares: any CategoryCounts, _ known: PixelCounts?, _ size: PixelSize) -> (image: PixelImage, scale: DensityScale)? {
        let totals = known ?? Self.totals(shares)
        let tally = CountTally(totals)
        guard !tally.values.isEmpty else { return nil }
        let scale = DensityScale(
            scaling, SortedValues(ascending: tally.values), pixels: tally.pixels, range: range ?? percentiles.flatMap(tally.range))
        let opacities = unsafe tally.table(scale, none: 0.0) { places, opacities in
            for i in places.indices { unsafe opacities[i] = opacity(places[i]) }
        }
        let colors = (0..<shares.categories).map { (categoryColors.isEmpty ? Color.black : categoryColors[$0 % categoryColors.count]).premultipliedDouble }
        let image = unsafe image(size) { range, pixels in
            unsafe totals.withUnsafeBufferPointer { totals in
                unsafe Self.inBlocks(range, of: shares) { block, counts, places in
                    for (k, pixel) in block.enumerated() {
                        let total = unsafe totals[pixel]
                        unsafe places[k] = total < CountTally.limit ? opacities[Int(total)] : opacity(scale.place(Double(total)))
                    }
                    unsafe colors.withUnsafeBytes {
                        unsafe vitrail_color_shares(
                            counts, places, block.count, $0.baseAddress?.assumingMemoryBound(to: Double.self), shares.categories,
                            pixels + (block.lowerBound - range.lowerBound))
                    }
                }
            }
        }
        return (image, scale)
    }

    private func opacity(_ place: Double) -> Double { leastOpacity + (1 - leastOpacity) * place }

    /// All samples of each pixel.
    static func totals(_ shares: any CategoryCounts) -> PixelCounts {
        unsafe PixelCounts(count: shares.count) { totals in
            nonisolated(unsafe) let totals = unsafe totals
            Parallel.forParts(of: shares.count, least: pixelsPerThread) { pixels in
                unsafe inBlocks(pixels, of: shares) { block, counts, _ in
                    unsafe vitrail_add_shares(counts, block.count, shares.categories, totals + block.lowerBound)
                }
            }
        }
    }

    /// Parts of a range, with their pixels' counts, and room for a number each, that stay in a near cache.
    private static func inBlocks(
        _ range: Range<Int>, of shares: any CategoryCounts,
        _ body: (_ block: Range<Int>, _ counts: UnsafePointer<UInt32>, _ numbers: UnsafeMutablePointer<Double>) -> Void
    ) {
        let pixels = max(min(block, mostCounts / shares.categories), 1)
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: pixels * shares.categories) { counts in
            guard let start = counts.baseAddress else { return }
            unsafe inBlocks(range, of: pixels) { block, numbers in
                unsafe shares.read(block, into: start)
                unsafe body(block, start, numbers)
            }
        }
    }

    // MARK: Pixels

    /// - Parameter fill: sets the pixels of a range, in memory order; the first of them is the one it is given. Ranges are made on all cores.
    private func image(_ size: PixelSize, _ fill: @Sendable (_ range: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>) -> Void) -> PixelImage {
        let count = size.width * size.height
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { bytes, initialized in
            guard let start = UnsafeMutableRawPointer(bytes.baseAddress) else { return }
            nonisolated(unsafe) let pixels = unsafe start.bindMemory(to: UInt32.self, capacity: count)
            Parallel.forParts(of: count, least: Self.pixelsPerThread) { unsafe fill($0, pixels + $0.lowerBound) }
            initialized = count * 4
        }
        return PixelImage(size: size, pixels: pixels)
    }

    /// Parts of a range, with room for a number each that stays in the first cache.
    private static func inBlocks(
        _ range: Range<Int>, of block: Int = block, _ body: (_ block: Range<Int>, _ numbers: UnsafeMutablePointer<Double>) -> Void
    ) {
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: block) { numbers in
            guard let start = numbers.baseAddress else { return }
            for first in stride(from: range.lowerBound, to: range.upperBound, by: block) {
                unsafe body(first..<min(first + block, range.upperBound), start)
            }
        }
    }

    /// Fewer are not worth another thread.
    private static let pixelsPerThread = 1 << 15
    private static let block = 1_024
    /// Of categories, of a block.
    private static let mostCounts = 8_192
}
