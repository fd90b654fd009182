import VitrailScene

/// One picture to be made: what a line of `vitrail batch` says.
package struct JobDescription: Sendable {
    /// What its sender calls it.
    package enum ID: Sendable, Hashable {
        case text(String)
        case number(Int)
    }
    package enum Source: Sendable {
        case chart(ChartDescription)
        /// A description's path.
        case file(String)
    }

    package var id: ID?
    package var source: Source
    package var output: String?
    /// As written: which formats there are is not known here.
    package var format: String?
    /// Points; like all that follows, in place of what the description says.
    package var width: Double?
    package var height: Double?
    package var scale: Double?
    package var theme: ThemeName?
    package var quality: Int?

    /// Reads one job, strictly.
    ///
    /// - Returns: the job, or what is wrong with it; and its id, where so much could be read.
    package static func read(_ json: [UInt8]) -> (id: ID?, job: Result<JobDescription, DescriptionError>) {
        var id: ID?
        do throws(DescriptionError) {
            var object = try DescriptionObject(DescriptionNode(value: try JSONParser.parse(json), place: ""))
            id = try object.optional("id").map(ID.read)
            return (id, .success(try JobDescription(&object, id: id)))
        } catch {
            return (id, .failure(error))
        }
    }

    private init(_ object: inout DescriptionObject, id: ID?) throws(DescriptionError) {
        self.id = id
        let (chart, file) = (object.optional("chart"), object.optional("file"))
        output = try object.optional("output")?.path()
        format = try object.optional("format")
        width = try object.optional("width", in: Self.side)
        height = try object.optional("height", in: Self.side)
        scale = try object.optional("scale", in: ChartDescription.scales)
        theme = try object.optional("theme")
        quality = try object.optional("quality")?.integer(in: 0...100)
        try object.finish()
        switch (chart, file) {
        case (let chart?, nil): source = .chart(try ChartDescription(chart, directory: "."))
        case (nil, let file?): source = .file(try file.path())
        default: throw object.node.error("expected one of chart and file")
        }
    }

    private static let side = 1.0...Double(PictureLimits.side)
}

extension JobDescription.ID {
    /// Told again with the picture, so it is no place for data.
    private static let maxBytes = 1_000

    fileprivate static func read(_ node: DescriptionNode) throws(DescriptionError) -> Self {
        if case .string(let text) = node.value {
            guard text.utf8.count <= maxBytes else { throw node.error("the text is longer than \(maxBytes) bytes") }
            return .text(text)
        }
        guard case .number = node.value else { throw node.mismatch("a string or a whole number") }
        // As many as a Double tells apart: the next one beyond is read as 2⁵³, too.
        return .number(try node.integer(in: -(1 << 53) + 1...(1 << 53) - 1))
    }
}
