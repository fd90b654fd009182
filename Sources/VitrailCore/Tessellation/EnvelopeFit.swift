import VitrailScene

/// How finely a pixel column of an envelope is told.
enum EnvelopeDetail {
    case quarters, eighths

    /// Cells of a column that slopes are found of.
    static let cells = 16

    /// Times four slopes make a column.
    var parts: Int { self == .quarters ? 1 : 2 }

    var program: Program { self == .quarters ? .envelope : .fineEnvelope }
}

/// The slopes of an envelope's columns, and how well they tell of it.
struct EnvelopeFit: Equatable {
    let detail: EnvelopeDetail
    /// `detail.parts` for each column.
    var slopes: [EnvelopeSlopes]
    /// Of each tile, so that their sum does not depend on who has worked on which.
    var misfits: [Misfit] = []

    struct Misfit: Equatable {
        /// Between heights that share a slope, where shares are equal, pixels × pixels.
        var apart: Float = 0
        /// Covered by the stroke.
        var area: Float = 0
    }

    /// Nothing lies there.
    init(columns: Int, _ detail: EnvelopeDetail) {
        self.detail = detail
        slopes = Array(repeating: .empty, count: columns * detail.parts)
    }

    /// Goes on with other columns.
    mutating func append(_ other: EnvelopeFit) {
        slopes += other.slopes
        misfits += other.misfits
    }

    /// Between heights that share a slope, where shares are equal, as a part of what the stroke covers.
    var apart: Float {
        let all = misfits.reduce(into: Misfit()) { $0 = Misfit(apart: $0.apart + $1.apart, area: $0.area + $1.area) }
        return all.apart / all.area
    }
}
