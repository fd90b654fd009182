import CText

/// All opened faces, and the lookup of faces by family name.
final class FontLibrary {
    /// The limit keeps a face's index within the key of a glyph image (`GlyphStore.append`).
    private static let maximumFaces = 4096
    /// Family names come from outside; a longer list of them is useless.
    private static let maximumMissing = 256

    private(set) var faces: [FontFace] = []
    private var faceIndices: [FontFace.Key: Int] = [:]
    private var broken: Set<FontFace.Key> = []
    private var stacks: [StackKey: FontStack] = [:]
    private var stackCount = 0
    private var freetype: FreeType?
    private var configuration: FontConfiguration?
    private let usesSystem: Bool
    private var directories: [FontSource] = []
    /// Requested families that no font has, with the families used instead: each once, the first `maximumMissing`.
    private(set) var missingFamilies: [(family: String, used: String)] = []

    private struct StackKey: Hashable {
        var family: String
        var isBold: Bool
        var hasTabularDigits: Bool
    }

    /// - Parameter usesSystem: if false, only added directories are used; for tests that must not see the machine's
    ///   fonts.
    init(usesSystem: Bool) {
        self.usesSystem = usesSystem
    }

    /// Adds the fonts of a directory, also for families that were looked up before.
    func addDirectory(_ source: FontSource) {
        directories.append(source)
        configuration?.addDirectory(source)
        stacks.removeAll()
        missingFamilies.removeAll()
    }

    /// Returns the stack for a font; opens it on first use.
    func stack(_ font: Font) throws(TextError) -> FontStack {
        let key = StackKey(family: font.family, isBold: font.isBold, hasTabularDigits: font.hasTabularDigits)
        if let known = stacks[key] { return known }
        let (name, face, isMissing) = try primaryFace(family: font.family, isBold: font.isBold)
        let stack = FontStack(
            id: stackCount, family: name, missingFamily: isMissing ? font.family : nil, isBold: font.isBold,
            hasTabularDigits: font.hasTabularDigits, primary: face)
        stackCount += 1
        // Family names come from outside, so the number of stacks is limited; their faces stay open.
        if stacks.count >= FontLibrary.maximumFaces { stacks.removeAll() }
        stacks[key] = stack
        return stack
    }

    private func primaryFace(family: String, isBold: Bool) throws(TextError) -> (String, Int, isMissing: Bool) {
        if !family.isEmpty {
            if let typeface = DefaultTypeface.all.first(where: { $0.family == family }),
                let face = installed(typeface, isBold: isBold)
            {
                return (family, face, false)
            }
            if let (name, face) = try match(family, isBold: isBold) { return (name, face, false) }
        }
        let (name, face) = try defaultFace(isBold: isBold)
        if !family.isEmpty { noteMissing(family, used: name) }
        return (name, face, !family.isEmpty)
    }

    /// Returns a face from one of the usual folders of Linux distributions.
    private func installed(_ typeface: DefaultTypeface, isBold: Bool) -> Int? {
        guard usesSystem else { return nil }
        for path in typeface.paths(isBold: isBold) {
            if let face = try? open(FontFace.Key(path: path, index: 0, isEmboldened: false)) { return face }
        }
        return nil
    }

    /// Returns the face that fontconfig has for a family name.
    private func match(_ family: String, isBold: Bool) throws(TextError) -> (String, Int)? {
        guard let (candidate, name) = try openConfiguration().match(family: family, isBold: isBold),
            let face = open(candidate, isBold: isBold)
        else { return nil }
        return (name, face)
    }

    private func noteMissing(_ family: String, used: String) {
        guard missingFamilies.count < FontLibrary.maximumMissing,
            !missingFamilies.contains(where: { $0.family == family })
        else { return }
        missingFamilies.append((family, used))
    }

    private func defaultFace(isBold: Bool) throws(TextError) -> (String, Int) {
        for typeface in DefaultTypeface.all {
            if let face = installed(typeface, isBold: isBold) { return (typeface.family, face) }
            // An added directory may contain the preferred typeface.
            if !directories.isEmpty, let found = try match(typeface.family, isBold: isBold) { return found }
        }
        for typeface in DefaultTypeface.all {
            if let found = try match(typeface.family, isBold: isBold) { return found }
        }
        // Any text font is better than none.
        let any = try openConfiguration().candidates(
            families: DefaultTypeface.all.map(\.family) + ["sans-serif"], isBold: isBold)
        for candidate in any.fonts where !candidate.hasColor {
            if let face = open(candidate, isBold: isBold) {
                return (faces[face].freetype.pointee.family_name.map { String(cString: $0) } ?? "sans-serif", face)
            }
        }
        throw .noFont
    }

    /// Returns the fonts to search when a stack's primary face lacks a glyph.
    func candidates(of stack: FontStack) -> FontConfiguration.Candidates? {
        if let known = stack.candidates { return known }
        let families = [stack.family] + DefaultTypeface.all.map(\.family).filter { $0 != stack.family }
        stack.candidates = try? openConfiguration().candidates(families: families, isBold: stack.isBold)
        return stack.candidates
    }

    /// Returns the index of a candidate's face. `nil`: its file does not open.
    func open(_ candidate: FontConfiguration.Candidate, isBold: Bool) -> Int? {
        try? open(
            FontFace.Key(
                path: candidate.path, index: candidate.index,
                isEmboldened: isBold && !candidate.isBold && !candidate.hasColor))
    }

    private func open(_ key: FontFace.Key) throws(TextError) -> Int {
        if let known = faceIndices[key] { return known }
        guard !broken.contains(key), faces.count < FontLibrary.maximumFaces else {
            throw .unreadableFont(path: key.path, code: 0)
        }
        do throws(TextError) {
            faces.append(try FontFace(key, library: startFreeType()))
        } catch {
            broken.insert(key)
            throw error
        }
        faceIndices[key] = faces.count - 1
        return faces.count - 1
    }

    private func startFreeType() throws(TextError) -> FreeType {
        if let freetype { return freetype }
        let started = try FreeType()
        freetype = started
        return started
    }

    private func openConfiguration() throws(TextError) -> FontConfiguration {
        if let configuration { return configuration }
        let delivered = usesSystem ? DefaultTypeface.all.compactMap(\.delivered) : []
        let opened = try FontConfiguration(usesSystem: usesSystem, directories: delivered + directories)
        configuration = opened
        return opened
    }
}
