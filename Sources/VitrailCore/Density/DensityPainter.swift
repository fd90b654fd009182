import VitrailScene

/// What pixels hold → their colours.
struct DensityPainter {
    let map: ColorMap
    let scaling: ColorScaling
    /// What the first and the last colour stand for; nil = the least and the greatest value in the picture.
    let range: NumberRange?
    /// Of categories.
    let categoryColors: [Color]
    /// Where samples of categories are fewest, 0…1.
    let leastOpacity: Double

    /// - Returns: nil when there is no sample in the picture. Pixels without one are clear.
    func paint(_ grid: DensityGrid) -> (image: PixelImage, scale: DensityScale)? {
        switch grid.content {
        case .counts(let counts): return paint(counts: counts, grid.size)
        case .values(let values): return paint(values: values, grid.size)
        case .shares(let counts, let categories): return paint(shares: counts, categories, grid.size)
        }
    }

    // MARK: One number a pixel

    private func paint(counts: [UInt32], _ size: PixelSize) -> (image: PixelImage, scale: DensityScale)? {
        guard let scale = scale(counts) else { return nil }
        let mixer = ColorMixer(map)
        let most = counts.max() ?? 0
        guard Int(most) <= max(counts.count, 1 << 16) else {
            return (image(size) { counts[$0] == 0 ? 0 : ColorMixer.packed(mixer.premultiplied(at: scale.place(Double(counts[$0])))) }, scale)
        }
        // Each count is mapped once.
        var colors: [UInt32] = Array(repeating: 0, count: Int(most) + 1)
        var isKnown = Array(repeating: false, count: Int(most) + 1)
        for count in counts where count > 0 && !isKnown[Int(count)] {
            isKnown[Int(count)] = true
            colors[Int(count)] = ColorMixer.packed(mixer.premultiplied(at: scale.place(Double(count))))
        }
        let table = colors
        return (image(size) { table[Int(counts[$0])] }, scale)
    }

    private func paint(values: [Double], _ size: PixelSize) -> (image: PixelImage, scale: DensityScale)? {
        let found = values.filter { !$0.isNaN }
        guard !found.isEmpty else { return nil }
        let scale = DensityScale(scaling, ascending: scaling == .equalized ? Self.runs(found.sorted()) : Self.ends(found, scaling), range: range)
        let mixer = ColorMixer(map)
        return (image(size) { values[$0].isNaN ? 0 : ColorMixer.packed(mixer.premultiplied(at: scale.place(values[$0]))) }, scale)
    }

    private func scale(_ counts: [UInt32]) -> DensityScale? {
        guard let most = counts.max(), most > 0 else { return nil }
        if Int(most) <= max(counts.count, 1 << 16) {
            var histogram = Array(repeating: 0, count: Int(most) + 1)
            for count in counts { histogram[Int(count)] += 1 }
            let found = histogram.enumerated().dropFirst().filter { $0.element > 0 }
            return DensityScale(scaling, ascending: found.map { (Double($0.offset), $0.element) }, range: range)
        }
        return DensityScale(scaling, ascending: Self.runs(counts.filter { $0 > 0 }.sorted().map(Double.init)), range: range)
    }

    /// Equal ones in a row become one.
    private static func runs(_ ascending: [Double]) -> [(value: Double, count: Int)] {
        var runs: [(value: Double, count: Int)] = []
        for value in ascending {
            if let last = runs.last, last.value == value { runs[runs.count - 1].count += 1 } else { runs.append((value, 1)) }
        }
        return runs
    }

    /// The ends, and the least one > 0 between them: what a scale that is not equalised asks for.
    private static func ends(_ values: [Double], _ scaling: ColorScaling) -> [(value: Double, count: Int)] {
        var (low, high, positive) = (Double.infinity, -Double.infinity, Double.infinity)
        for value in values {
            low = min(low, value)
            high = max(high, value)
            if value > 0 { positive = min(positive, value) }
        }
        return (positive < high && positive > low ? [low, positive, high] : [low, high]).map { ($0, 1) }
    }

    // MARK: Categories

    private func paint(shares: [UInt32], _ categories: Int, _ size: PixelSize) -> (image: PixelImage, scale: DensityScale)? {
        let totals = (0..<size.width * size.height).map { pixel in
            shares[pixel * categories..<(pixel + 1) * categories].reduce(0 as UInt32) { $0 &+ $1 }
        }
        guard let scale = scale(totals) else { return nil }
        let colors = (0..<categories).map { k -> SIMD4<Double> in
            let color = categoryColors.isEmpty ? Color.black : categoryColors[k % categoryColors.count]
            return color.premultipliedDouble
        }
        let image = image(size) { pixel in
            guard totals[pixel] > 0 else { return 0 }
            var mixed = SIMD4<Double>.zero
            for k in 0..<categories { mixed += colors[k] * Double(shares[pixel * categories + k]) }
            let opacity = leastOpacity + (1 - leastOpacity) * scale.place(Double(totals[pixel]))
            return ColorMixer.packed(mixed * (opacity / Double(totals[pixel])))
        }
        return (image, scale)
    }

    // MARK: Pixels

    /// Parts are made on all cores.
    private func image(_ size: PixelSize, _ color: @Sendable (Int) -> UInt32) -> PixelImage {
        let count = size.width * size.height
        let parts = max(min(Parallel.threads, count / Self.pixelsPerThread), 1)
        let rows = Parallel.map(parts) { part in
            let pixels = count * part / parts..<count * (part + 1) / parts
            var row = [UInt8](repeating: 0, count: pixels.count * 4)
            unsafe row.withUnsafeMutableBytes { bytes in
                for (k, pixel) in pixels.enumerated() {
                    unsafe bytes.storeBytes(of: color(pixel).littleEndian, toByteOffset: k * 4, as: UInt32.self)
                }
            }
            return row
        }
        guard rows.count > 1 else { return PixelImage(size: size, pixels: rows[0]) }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(count * 4)
        for row in rows { pixels += row }
        return PixelImage(size: size, pixels: pixels)
    }

    /// Fewer are not worth another thread.
    private static let pixelsPerThread = 1 << 15
}
