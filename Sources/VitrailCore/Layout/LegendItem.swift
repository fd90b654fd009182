public import VitrailScene

/// What a series says of itself in the legend. Every series is one; a subclass overrides what it wants to say otherwise.
public protocol LegendItem: AnyObject {
    /// The entry's text.
    var legendTitle: String { get }
    /// … of a slice.
    func legendTitle(ofSlice slice: Int) -> String
    /// nil = the legend's colour of texts.
    var legendTextColor: Color? { get }
    /// What stands beside the text.
    func legendSymbol(theme: Theme) -> LegendSymbol
    /// … of a slice.
    func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol
}

/// A series in the legend, or a slice of one.
public struct LegendEntry: Sendable, Equatable {
    public var title: String
    public var symbol: LegendSymbol
    /// nil = that of the legend's style.
    public var textColor: Color?
    /// Which of the chart's series.
    public var seriesIndex: Int
    /// nil = the series as a whole.
    public var sliceIndex: Int?
    /// Drawn in place of a symbol, with its values; nil = there is none.
    public internal(set) var colorBar: ColorBar?

    public init(title: String, symbol: LegendSymbol, textColor: Color? = nil, seriesIndex: Int = 0, sliceIndex: Int? = nil) {
        self.title = title
        self.symbol = symbol
        self.textColor = textColor
        self.seriesIndex = seriesIndex
        self.sliceIndex = sliceIndex
    }
}

extension LegendEntry {
    /// What decides how large it is.
    var withoutScale: LegendEntry {
        var entry = self
        entry.colorBar?.scale = nil
        // Samples that are spread may change the colours; the room stays the same.
        entry.colorBar?.map = .viridis
        return entry
    }
}
