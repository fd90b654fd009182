public import VitrailScene

/// Legend information of a series. Every series conforms; a subclass overrides the members it wants to change.
public protocol LegendItem: AnyObject {
    /// Text of the entry.
    var legendTitle: String { get }
    /// Text of a slice's entry.
    func legendTitle(ofSlice slice: Int) -> String
    /// `nil`: the legend's text colour.
    var legendTextColor: Color? { get }
    /// Symbol next to the text.
    func legendSymbol(theme: Theme) -> LegendSymbol
    /// Symbol of a slice.
    func legendSymbol(ofSlice slice: Int, theme: Theme) -> LegendSymbol
}

/// A series in the legend, or a slice of one.
public struct LegendEntry: Sendable, Equatable {
    public var title: String
    public var symbol: LegendSymbol
    /// `nil`: the text colour of the legend's style.
    public var textColor: Color?
    /// Index of the series in the chart.
    public var seriesIndex: Int
    /// `nil`: the series as a whole.
    public var sliceIndex: Int?
    /// Colour bar with values, drawn instead of a symbol. `nil`: none.
    public internal(set) var colorBar: ColorBar?

    public init(
        title: String, symbol: LegendSymbol, textColor: Color? = nil, seriesIndex: Int = 0, sliceIndex: Int? = nil
    ) {
        self.title = title
        self.symbol = symbol
        self.textColor = textColor
        self.seriesIndex = seriesIndex
        self.sliceIndex = sliceIndex
    }
}

extension LegendEntry {
    /// The entry without the properties that do not affect its size.
    var withoutScale: LegendEntry {
        var entry = self
        entry.colorBar?.scale = nil
        // Spreading of samples may change the colours, but not the size.
        entry.colorBar?.map = .viridis
        return entry
    }
}
