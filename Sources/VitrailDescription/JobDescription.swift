import VitrailScene

/// A job to render one picture, read from a line of `vitrail batch`.
package struct JobDescription: Sendable {
    /// Identifier given by the sender.
    package enum ID: Sendable, Hashable {
        case text(String)
        case number(Int)
    }
    package enum Source: Sendable {
        case chart(ChartDescription)
        /// The path of a description.
        case file(String)
    }

    package var id: ID?
    package var source: Source
    package var output: String?
    /// Unchecked text: this module does not know the formats.
    package var format: String?
    /// Width in points. This and the following properties override the description.
    package var width: Double?
    package var height: Double?
    package var scale: Double?
    package var theme: ThemeName?
    package var quality: Int?

    /// Reads one job strictly.
    ///
    /// - Returns: The job or the error, and the id if it could be read.
    package static func read(_ json: [UInt8]) -> (id: ID?, job: Result<JobDescription, DescriptionError>) {
        var id: ID?
        do throws(DescriptionError) {
            var object = try DescriptionObject(DescriptionNode(value: try JSONParser.parse(json), path: ""))
            id = try object.optional("id").map(ID.read)
            return (id, .success(try JobDescription(&object, id: id)))
        } catch {
            return (id, .failure(error))
        }
    }

    private init(_ object: inout DescriptionObject, id: ID?) throws(DescriptionError) {
        self.id = id
        let (chart, file) = (object.optional("chart"), object.optional("file"))
        output = try object.optional("output")?.filePath()
        format = try object.optional("format")
        width = try object.optional("width", in: Self.side)
        height = try object.optional("height", in: Self.side)
        scale = try object.optional("scale", in: ChartDescription.scales)
        theme = try object.optional("theme")
        quality = try object.optional("quality")?.integer(in: 0...100)
        try object.finish()
        switch (chart, file) {
        case (let chart?, nil): source = .chart(try ChartDescription(chart, directory: "."))
        case (nil, let file?): source = .file(try file.filePath())
        default: throw object.node.error("expected one of chart and file")
        }
    }

    private static let side = 1.0...Double(PictureLimits.side)
}

extension JobDescription.ID {
    /// Maximum size of an id, because it is echoed in the answer.
    private static let maxBytes = 1_000

    fileprivate static func read(_ node: DescriptionNode) throws(DescriptionError) -> Self {
        if case .string(let text) = node.value {
            guard text.utf8.count <= maxBytes else { throw node.error("the text is longer than \(maxBytes) bytes") }
            return .text(text)
        }
        guard case .number = node.value else { throw node.mismatch("a string or a whole number") }
        // Integers that Doubles represent uniquely: 2⁵³ + 1, for example, is rounded to 2⁵³.
        return .number(try node.integer(in: -(1 << 53) + 1...(1 << 53) - 1))
    }
}
