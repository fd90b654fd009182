package import VitrailImage
package import VitrailScene

/// What a case found.
package enum CaseOutcome: Sendable {
    /// With a note of what was measured; empty = nothing to tell.
    case pass(note: String = "")
    case fail(CaseFailure)
    case notSupported(String)

    package static func fail(_ reason: String) -> CaseOutcome { .fail(CaseFailure(reason: reason)) }
}

/// Why a case failed, with pictures where there are some.
package struct CaseFailure: Sendable {
    package var reason: String
    package var pictures: FailurePictures?

    package init(reason: String, pictures: FailurePictures? = nil) {
        self.reason = reason
        self.pictures = pictures
    }
}

/// What one looks at after a failure.
package struct FailurePictures: Sendable {
    package var reference: PixelImage
    package var result: PixelImage
    /// Red where outside the limit, grey where differing within it.
    package var errorMask: PixelImage

    package init(reference: PixelImage, result: PixelImage, errorMask: PixelImage) {
        (self.reference, self.result, self.errorMask) = (reference, result, errorMask)
    }
}

extension CaseOutcome {
    /// The verdict of a comparison, with its pictures when they do not agree.
    package init(_ comparison: ComparisonResult, reference: PixelImage, result: PixelImage) {
        guard !comparison.passed else {
            self = .pass(note: "\(comparison.statistics)")
            return
        }
        let pictures = FailurePictures(reference: reference, result: result, errorMask: comparison.difference)
        let reason = (["\(comparison)"] + WorstPixels.lines(expected: reference, found: result)).joined(separator: "\n")
        self = .fail(CaseFailure(reason: reason, pictures: pictures))
    }
}
