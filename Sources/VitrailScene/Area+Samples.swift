extension Area.Sample {
    package static let gap = Area.Sample(along: .nan, first: .nan, second: .nan)

    @inlinable @inline(__always)
    package var isFinite: Bool { along.isFinite && first.isFinite && second.isFinite }
}
