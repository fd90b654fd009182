/// Random numbers of a case, equal on every machine. The seed combines the run's seed and the case's name, so a single
/// case draws the same picture as in a whole run.
///
/// - Source: SplitMix64; Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. The name is
///   hashed with FNV-1a.
package struct CaseNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64, name: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        state = hash ^ (seed &* 0x9E37_79B9_7F4A_7C15)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    package mutating func float(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &self) }
    package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
