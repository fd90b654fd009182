package import VitrailImage
package import VitrailScene

/// The result of a case.
package enum CaseOutcome: Sendable {
    /// Passed, with a note on the measurement; empty: no note.
    case pass(note: String = "")
    case fail(CaseFailure)
    case notSupported(String)

    package static func fail(_ reason: String) -> CaseOutcome { .fail(CaseFailure(reason: reason)) }
}

/// Why a case failed, with pictures if there are any.
package struct CaseFailure: Sendable {
    package var reason: String
    package var pictures: FailurePictures?

    package init(reason: String, pictures: FailurePictures? = nil) {
        self.reason = reason
        self.pictures = pictures
    }
}

/// The pictures for examining a failure.
package struct FailurePictures: Sendable {
    package var reference: PixelImage
    package var result: PixelImage
    /// Red for pixels outside the limit, grey for differences within it.
    package var errorMask: PixelImage

    package init(reference: PixelImage, result: PixelImage, errorMask: PixelImage) {
        (self.reference, self.result, self.errorMask) = (reference, result, errorMask)
    }
}

extension CaseOutcome {
    /// The outcome of a comparison; if it fails, with the pictures.
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
