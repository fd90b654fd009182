import VitrailChart
import VitrailColumns
import VitrailRaster

/// The categories of a density series in the partitions merged so far.
struct PartialCategories: Sendable {
    /// Texts in the order of their first occurrence, or ascending numbers.
    enum Values: Sendable {
        case texts([String])
        case numbers([Double])
    }

    var values: Values
    /// Whether some samples have no category. They form a category of their own, the last one.
    var hasMissing = false

    /// The number of categories without the missing one.
    var known: Int {
        switch values {
        case .texts(let texts): texts.count
        case .numbers(let numbers): numbers.count
        }
    }

    var count: Int { known + (hasMissing ? 1 : 0) }

    /// The categories of a loaded series.
    init(_ series: DensitySeries) {
        hasMissing = series.hasMissing
        let isText = series.columns[.category]?.kind == .category
        values =
            isText
            ? .texts(Array(series.categories.dropLast(series.hasMissing ? 1 : 0)))
            : .numbers(Array(series.categoryValues.dropLast(series.hasMissing ? 1 : 0)))
    }

    init(_ values: Values, hasMissing: Bool) { (self.values, self.hasMissing) = (values, hasMissing) }

    /// The union of both; texts of `next` that are new follow the others.
    ///
    /// - Parameter path: JSON path of the category column, for errors.
    func followed(by next: PartialCategories, _ path: String) throws(DescriptionError) -> PartialCategories {
        var all = self
        all.hasMissing = hasMissing || next.hasMissing
        switch (values, next.values) {
        case (.texts(let own), .texts(let others)):
            let known = Set(own)
            all.values = .texts(own + others.filter { !known.contains($0) })
        case (.numbers(let own), .numbers(let others)): all.values = .numbers(Set(own + others).sorted())
        case (.texts, .numbers), (.numbers, .texts):
            // A partition without any value has neither texts nor numbers.
            if known == 0 { all.values = next.values }
            guard known == 0 || next.known == 0 else {
                throw DescriptionError(path: path, message: "some partitions have texts and others numbers")
            }
        }
        guard all.known <= CategoryColumn.maximum else {
            throw DescriptionError(
                path: path,
                message: "\(all.known) categories in some of the partitions; the limit is \(CategoryColumn.maximum)")
        }
        return all
    }

    /// The index in this value of each category of `others`; `nil` if `others` has a category that is not here.
    func numbers(of others: PartialCategories) -> [Int]? {
        var numbers: [Int?]
        switch (values, others.values) {
        case (.texts(let own), .texts(let others)): numbers = others.map { own.firstIndex(of: $0) }
        case (.numbers(let own), .numbers(let others)): numbers = others.map { own.firstIndex(of: $0) }
        case (.texts, .numbers), (.numbers, .texts): numbers = others.known == 0 ? [] : [nil]
        }
        if others.hasMissing { numbers.append(hasMissing ? known : nil) }
        return numbers.contains(nil) ? nil : numbers.compactMap { $0 }
    }

    /// A column that contains each category once, in order; the last one is repeated.
    ///
    /// - Parameter rows: The row count, at least the number of categories.
    func column(_ rows: Int) -> Column {
        let missing = hasMissing ? 1 : 0
        switch values {
        case .texts(let texts):
            let all: [String?] = texts + Array(repeating: nil, count: missing)
            return Column(all + Array(repeating: all.last ?? nil, count: max(rows - all.count, 0)))
        case .numbers(let numbers):
            let all = numbers + Array(repeating: Double.nan, count: missing)
            return Column(all + Array(repeating: all.last ?? .nan, count: max(rows - all.count, 0)))
        }
    }
}

/// The number of samples per category and pixel, stored sparsely.
struct PartialShares: CategoryCounts {
    /// Number of pixels.
    let count: Int
    let categories: Int
    /// For each non-zero cell: pixel · categories + category, ascending, and its number of samples.
    private(set) var cells: [UInt64] = []
    private(set) var samples: [UInt64] = []

    /// - Parameters:
    ///   - shares: The counts of a partition.
    ///   - numbers: The index of each of its categories among all categories.
    init(_ shares: any CategoryCounts, numbers: [Int], of categories: Int) {
        (count, self.categories) = (shares.count, max(categories, 1))
        let block = 1_024
        var counts = [UInt32](repeating: 0, count: block * shares.categories)
        var row: [(number: Int, count: UInt32)] = []
        for start in stride(from: 0, to: count, by: block) {
            let pixels = start..<min(start + block, count)
            unsafe counts.withUnsafeMutableBufferPointer {
                if let first = $0.baseAddress { unsafe shares.read(pixels, into: first) }
            }
            for pixel in pixels {
                row.removeAll(keepingCapacity: true)
                for (k, number) in numbers.enumerated() {
                    let found = counts[(pixel - start) * shares.categories + k]
                    if found > 0 { row.append((number, found)) }
                }
                for (number, found) in row.sorted(by: { $0.number < $1.number }) {
                    cells.append(UInt64(pixel * self.categories + number))
                    samples.append(UInt64(found))
                }
            }
        }
    }

    /// All counts are 0.
    init(pixels: Int, categories: Int) { (count, self.categories) = (pixels, max(categories, 1)) }

    /// - Precondition: `other` has the same pixels and categories.
    mutating func add(_ other: PartialShares) {
        var (cells, samples): ([UInt64], [UInt64]) = ([], [])
        cells.reserveCapacity(max(self.cells.count, other.cells.count))
        samples.reserveCapacity(cells.capacity)
        var (i, j) = (0, 0)
        while i < self.cells.count || j < other.cells.count {
            let (a, b) = (i < self.cells.count ? self.cells[i] : .max, j < other.cells.count ? other.cells[j] : .max)
            cells.append(min(a, b))
            let (sum, isTooLarge) = (a <= b ? self.samples[i] : 0).addingReportingOverflow(
                b <= a ? other.samples[j] : 0)
            samples.append(isTooLarge ? .max : sum)
            if a <= b { i += 1 }
            if b <= a { j += 1 }
        }
        (self.cells, self.samples) = (cells, samples)
    }

    func read(_ pixels: Range<Int>, into counts: UnsafeMutablePointer<UInt32>) {
        unsafe counts.update(repeating: 0, count: pixels.count * categories)
        let first = UInt64(pixels.lowerBound * categories)
        var k = cells.indices.partition { cells[$0] >= first }
        while k < cells.count, cells[k] < UInt64(pixels.upperBound * categories) {
            unsafe counts[Int(cells[k] - first)] = UInt32(clamping: samples[k])
            k += 1
        }
    }

    // MARK: Bytes

    func write(to writer: inout PartialWriter) {
        writer.write(UInt64(categories))
        writer.write(cells)
        if samples.allSatisfy({ $0 <= UInt64(UInt16.max) }) {
            writer.write(false)
            writer.write(samples.map { UInt16(truncatingIfNeeded: $0) })
        } else {
            writer.write(true)
            writer.write(samples)
        }
    }

    init(pixels: Int, from reader: inout PartialReader) throws(DescriptionError) {
        count = pixels
        categories = try reader.number()
        guard (1...CategoryColumn.maximum + 1).contains(categories) else { throw PartialReader.broken }
        cells = try reader.array()
        samples = try reader.bool() ? try reader.array() : try reader.array(UInt16.self).map(UInt64.init)
        guard samples.count == cells.count, cells.last ?? 0 < UInt64(max(pixels * categories, 1)),
            zip(cells, cells.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw PartialReader.broken }
    }
}

// MARK: Bytes

extension PartialWriter {
    mutating func write(_ categories: PartialCategories) {
        write(categories.hasMissing)
        switch categories.values {
        case .texts(let texts):
            write(true)
            write(UInt64(texts.count))
            for text in texts { write(text) }
        case .numbers(let numbers):
            write(false)
            write(numbers)
        }
    }
}

extension PartialReader {
    mutating func categories() throws(DescriptionError) -> PartialCategories {
        let hasMissing = try bool()
        guard try bool() else {
            let numbers: [Double] = try array()
            guard numbers.count <= CategoryColumn.maximum, numbers.allSatisfy(\.isFinite),
                zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 })
            else { throw Self.broken }
            return PartialCategories(.numbers(numbers), hasMissing: hasMissing)
        }
        var texts: [String] = []
        for _ in 0..<(try count(of: 8)) { texts.append(try text()) }
        guard texts.count <= CategoryColumn.maximum, Set(texts).count == texts.count else { throw Self.broken }
        return PartialCategories(.texts(texts), hasMissing: hasMissing)
    }
}
