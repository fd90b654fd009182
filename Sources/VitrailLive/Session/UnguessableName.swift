/// Names of addresses and sessions. A name is the only permission to use them, so it cannot be guessed.
package enum UnguessableName {
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// 26 letters with 5 bits each: 130 bits of the system's secure generator.
    package static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return String(decoding: (0..<26).map { _ in letters[Int(random.next(upperBound: UInt64(32)))] }, as: UTF8.self)
    }
}
