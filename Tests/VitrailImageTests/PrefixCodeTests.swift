import CImage
import Testing
import VitrailTestNumbers

/// Prefix codes compared with a plain Huffman construction.
@Suite struct PrefixCodeTests {
    static func lengths(_ frequencies: [UInt32], longest: Int = 15) -> [Int] {
        var lengths = [UInt8](repeating: 0xA5, count: frequencies.count)
        vi_code_lengths(frequencies, frequencies.count, Int32(longest), &lengths)
        return lengths.map(Int.init)
    }

    static func cost(_ frequencies: [UInt32], _ lengths: [Int]) -> Int {
        zip(frequencies, lengths).reduce(0) { $0 + Int($1.0) * $1.1 }
    }

    /// Cost of an optimal code: each join of the two rarest trees adds a bit to all their symbols.
    static func minCost(_ frequencies: [UInt32]) -> Int {
        var trees = frequencies.filter { $0 > 0 }.map(Int.init), cost = 0
        while trees.count > 1 {
            trees.sort(by: >)
            let joined = trees.removeLast() + trees.removeLast()
            cost += joined
            trees.append(joined)
        }
        return cost
    }

    /// Cost of an optimal length-limited code: the cheapest `2 · (used − 1)` coins, packed in pairs from the smallest
    /// denomination to the largest (package-merge).
    static func minCost(_ frequencies: [UInt32], longest: Int) -> Int {
        let coins = frequencies.filter { $0 > 0 }.map(Int.init).sorted()
        var row = coins
        for _ in 1..<longest {
            let pairs = stride(from: 0, to: row.count - 1, by: 2).map { row[$0] + row[$0 + 1] }
            row = (coins + pairs).sorted()
        }
        return row.prefix(2 * (coins.count - 1)).reduce(0, +)
    }

    static func isComplete(_ lengths: [Int]) -> Bool {
        lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (20 - $1) } == 1 << 20
    }

    @Test func codesAreOptimal() {
        var numbers = SeededNumbers(seed: 3)
        for round in 0..<300 {
            let count = 2 + Int(numbers.next() % 285)
            var frequencies = (0..<count).map { _ in UInt32(numbers.next() % (1 << (1 + UInt64(round) % 17))) }
            (frequencies[0], frequencies[1]) = (max(1, frequencies[0]), max(1, frequencies[1]))
            let lengths = Self.lengths(frequencies, longest: 15)
            #expect(zip(frequencies, lengths).allSatisfy { ($0 == 0) == ($1 == 0) })
            #expect(Self.isComplete(lengths))
            if lengths.max()! < 15 { #expect(Self.cost(frequencies, lengths) == Self.minCost(frequencies)) }
        }
    }

    /// Frequencies that grow like Fibonacci numbers require one more bit for each symbol.
    @Test(arguments: [5, 7, 9, 15])
    func longCodesAreCut(longest: Int) {
        var frequencies: [UInt32] = [1, 1]
        while frequencies.count < min(1 << longest, 40) {
            frequencies.append(frequencies[frequencies.count - 1] + frequencies[frequencies.count - 2])
        }
        let lengths = Self.lengths(frequencies, longest: longest)
        #expect(lengths.max() == longest)
        #expect(Self.isComplete(lengths))
        #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 >= $1 }, "what is rarer has no shorter word")
        let cost = Double(Self.cost(frequencies, lengths)),
            minimum = Double(Self.minCost(frequencies, longest: longest))
        // Limiting the length is not optimal, and rarely needed.
        #expect(cost >= minimum && cost < 1.25 * minimum, "\(cost) for \(minimum)")
    }

    /// The example of RFC 1951, 3.2.2: bits come highest first there, lowest first here.
    @Test func wordsAreThoseOfTheStandard() {
        let lengths: [UInt8] = [3, 3, 3, 3, 3, 2, 4, 4]
        var words = [UInt16](repeating: 0, count: 8)
        vi_code_words(lengths, 8, &words)
        let written = zip(words, lengths).map { word, bits in
            (0..<bits).map { word >> UInt16($0) & 1 == 1 ? "1" : "0" }.joined()
        }
        #expect(written == ["010", "011", "100", "101", "110", "00", "1110", "1111"])
    }
}
