extension FontLibrary {
    /// Returns the index of a face that has glyphs for a whole cluster. `nil`: no font has.
    ///
    /// The order is: the stack's primary face, other text fonts, colour fonts. For emoji, colour fonts come first.
    func face(for cluster: ArraySlice<Unicode.Scalar>, stack: FontStack) -> Int? {
        let primary = faces[stack.primary]
        let isEmoji = TextCluster.isEmoji(cluster)
        if !isEmoji, cluster.allSatisfy(primary.covers) { return stack.primary }
        guard cluster.count == 1, let scalar = cluster.first else { return search(cluster, stack, isEmoji) }
        if let known = stack.knownFaces[scalar] { return known }
        let found = search(cluster, stack, isEmoji)
        stack.knownFaces[scalar] = .some(found)
        return found
    }

    private func search(_ cluster: ArraySlice<Unicode.Scalar>, _ stack: FontStack, _ isEmoji: Bool) -> Int? {
        let primary = faces[stack.primary]
        let visible = TextCluster.visible(cluster)
        if visible.isEmpty { return stack.primary }
        let spellings = TextCluster.spellings(visible)
        if isEmoji, let face = candidate(for: spellings, stack: stack, hasColor: true) { return face }
        if spellings.contains(where: { $0.allSatisfy(primary.covers) }) { return stack.primary }
        if let face = candidate(for: spellings, stack: stack, hasColor: false) { return face }
        return isEmoji ? nil : candidate(for: spellings, stack: stack, hasColor: true)
    }

    private func candidate(for spellings: [[Unicode.Scalar]], stack: FontStack, hasColor: Bool) -> Int? {
        for candidate in candidates(of: stack)?.fonts ?? [] where candidate.hasColor == hasColor {
            // The claim is verified on the opened face, because fontconfig's list may be older than the file.
            guard spellings.contains(where: { $0.allSatisfy(candidate.claims) }),
                let face = open(candidate, isBold: stack.isBold),
                spellings.contains(where: { $0.allSatisfy(faces[face].covers) })
            else { continue }
            return face
        }
        return nil
    }
}
