import VitrailScript

/// A Chart.js configuration as the text of a Vitrail chart description.
///
///     let chart = try ChartJSConfig(text: "{type: 'bar', data: {labels: ['a', 'b'], datasets: [{data: [1, 2]}]}}")
///     chart.description   // {"size": {"width": 500, "height": 300}, …
///     chart.warnings      // ["options.animation: …"]
///
/// The text is JSON or JavaScript notation, as for QuickChart. It is parsed, never run as a program: functions with one
/// expression are evaluated with a limit on their steps. The same text and context give the same description
/// everywhere.
public struct ChartJSConfig: Sendable {
    /// JSON in the format of `docs/description.md`.
    public let description: [UInt8]
    /// Warnings about options that are ignored or only approximated, each with its path.
    public let warnings: [String]

    /// - Throws: if the text cannot be parsed, or no chart can be drawn from it.
    public init(text: String, context: ChartJSContext = ChartJSContext()) throws(ChartJSError) {
        guard text.utf8.count <= ChartJSLimits.text else {
            throw ChartJSError(
                message: "the configuration has \(text.utf8.count) bytes; \(ChartJSLimits.text) are read")
        }
        let importer = try Importer(text, context)
        description = try importer.describe().bytes
        warnings = importer.warnings
    }
}

/// The context of a configuration: canvas and version.
public struct ChartJSContext: Sendable {
    /// The release of Chart.js that defines the defaults. Both spellings are accepted for every release.
    public enum Version: Int, Sendable, Comparable {
        case v2 = 2
        case v3, v4

        /// Parses "2", "2.9.4", "v3" or "4.4.1". `nil`: none of the three versions.
        public init?(_ text: String) {
            let digits = text.drop { $0 == "v" }.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), let version = Version(rawValue: number) else { return nil }
            self = version
        }

        public static func < (a: Version, b: Version) -> Bool { a.rawValue < b.rawValue }
    }

    /// The canvas size in CSS pixels.
    public var width: Double
    public var height: Double
    public var devicePixelRatio: Double
    /// A CSS colour. `nil`: transparent.
    public var backgroundColor: String?
    public var version: Version
    /// Whether QuickChart's defaults apply: the types sparkline, progressBar and donut, Tableau colours, straight
    /// lines, labels in pies, and value axes that start at zero.
    public var hasQuickChartDefaults: Bool

    public init(
        width: Double = 500, height: Double = 300, devicePixelRatio: Double = 1, backgroundColor: String? = nil,
        version: Version = .v4,
        hasQuickChartDefaults: Bool = false
    ) {
        self.width = width
        self.height = height
        self.devicePixelRatio = devicePixelRatio
        self.backgroundColor = backgroundColor
        self.version = version
        self.hasQuickChartDefaults = hasQuickChartDefaults
    }
}

/// The reason why a configuration is not drawn.
public struct ChartJSError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The faulty member, for example `data.datasets[1].data`. Empty: the whole configuration.
    public var path: String
    public var message: String
    /// A replacement. `nil`: the message is sufficient.
    public var suggestion: String?

    public init(path: String = "", message: String, suggestion: String? = nil) {
        self.path = path
        self.message = message
        self.suggestion = suggestion
    }

    init(_ error: ScriptError, path: String? = nil) {
        let position = error.line.flatMap { line in error.column.map { " (line \(line), column \($0))" } } ?? ""
        self.init(path: path ?? error.path, message: error.message + position)
    }

    public var description: String {
        (path.isEmpty ? "" : "\(path): ") + message + (suggestion.map { "; \($0)" } ?? "")
    }
}

/// Limits for one configuration.
public enum ChartJSLimits {
    /// Bytes of text.
    public static let text = 4_000_000
    public static let datasets = 500
    /// Total of all datasets.
    public static let samples = 200_000
    /// Total steps of all functions.
    public static let steps = 20_000_000
    /// Characters of one text in the picture.
    static let characters = 1_000
    static let warnings = 50
    /// Labels of one dataset.
    static let labels = 500
    /// Labels of all datasets, including the plug-in's.
    static let notes = 5_000
    /// Series of a description.
    static let series = 1_000
    /// Different widths among the bars of one dataset.
    static let widths = 40
    /// Elements in a list of per-sample values of a dataset.
    static let rows = 100_000
    static let ticks = 1_000
}
