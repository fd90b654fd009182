import VitrailDrawList
import VitrailRaster

/// Number of slopes per pixel column of an envelope.
enum EnvelopeDetail {
    case quarters, eighths

    /// Cells of a column that are approximated by slopes.
    static let cells = PathReducer.sixteenths

    /// Entries of `EnvelopeSlopes` per column, with four slopes each.
    var parts: Int { self == .quarters ? 1 : 2 }

    var program: ProgramVariant { self == .quarters ? .envelope : .fineEnvelope }
}

/// The slopes of an envelope's columns, and the error of this approximation.
struct EnvelopeFit: Equatable {
    let detail: EnvelopeDetail
    /// `detail.parts` for each column.
    var slopes: [EnvelopeSlopes]
    /// One for each tile, so that the sum does not depend on how tiles are divided among threads.
    var misfits: [Misfit] = []

    struct Misfit: Equatable {
        /// Area between heights that share a slope, if slopes have equal shares, in square pixels.
        var apart: Float = 0
        /// Area of the stroke, in square pixels.
        var area: Float = 0
    }

    /// An empty envelope.
    init(columns: Int, _ detail: EnvelopeDetail) {
        self.detail = detail
        slopes = Array(repeating: .empty, count: columns * detail.parts)
    }

    /// Appends the columns of another part.
    mutating func append(_ other: EnvelopeFit) {
        slopes += other.slopes
        misfits += other.misfits
    }

    /// Area between heights that share a slope, if slopes have equal shares, divided by the area of the stroke.
    var apart: Float {
        let all = misfits.reduce(into: Misfit()) { $0 = Misfit(apart: $0.apart + $1.apart, area: $0.area + $1.area) }
        return all.apart / all.area
    }
}
