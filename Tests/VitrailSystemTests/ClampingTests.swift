import Testing

@Suite struct ClampingTests {
    @Test(arguments: [
        (2.9, 2), (-2.9, -2), (7.0, 7), (7.1, 7), (-3.1, -3), (1e300, 7), (-1e300, -3), (.infinity, 7),
        (-.infinity, -3), (.nan, -3),
        (-0.0, 0), (.leastNonzeroMagnitude, 0),
    ])
    func numbersAreHeldWithinBounds(number: Double, expected: Int) {
        #expect(Int(number, within: -3...7) == expected)
        #expect(Int32(Float(number), within: -3...7) == Int32(expected))
    }

    @Test(arguments: [
        (0.0, 0), (1.0, 255), (0.5, 128), (0.001, 0), (0.002, 1), (-1e300, 0), (1e300, 255), (.infinity, 255),
        (.nan, 0),
    ])
    func sharesAreBytes(share: Double, expected: Int) { #expect(UInt8(share: share) == UInt8(expected)) }

    @Test(arguments: [(2.5, 3), (-2.5, -3), (1e18, 1 << 30), (-.infinity, -(1 << 30)), (.nan, 0)] as [(Double, Int)])
    func positionsAreNearestPixels(position: Double, expected: Int) { #expect(Int(nearest: position) == expected) }
}
