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
    /// The worst pixels, the worst first. Empty: the failure is not about pixels.
    package var worstPixels: [PixelDifference]

    package init(reason: String, pictures: FailurePictures? = nil, worstPixels: [PixelDifference] = []) {
        (self.reason, self.pictures, self.worstPixels) = (reason, pictures, worstPixels)
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
        let worst = WorstPixels.find(expected: reference, found: result, mask: comparison.difference)
        self = .fail(CaseFailure(reason: "\(comparison)", pictures: pictures, worstPixels: worst))
    }

    /// A failure that was found without a comparator.
    ///
    /// - Parameters:
    ///   - expected: the picture `found` with the required colours at the wrong pixels.
    ///   - found: the picture that was drawn.
    static func fail(_ reason: String, expected: PixelImage, found: PixelImage) -> CaseOutcome {
        .fail(CaseFailure(reason: reason, worstPixels: WorstPixels.find(expected: expected, found: found)))
    }
}
