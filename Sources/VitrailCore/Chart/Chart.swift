public import VitrailScene

/// A chart: the stateful control of the specification, without a window.
///
/// A class that belongs to whoever made it and crosses no thread; what travels is the `Scene` that it is planned into.
/// `ChartDescription` is the same chart as data. What is set between two renders shows in the second.
///
/// Data that take long to read need not stop it: `loadDataInBackground` has the data source asked on a thread. Without a data source, what is worth a
/// thread is made before: `Column`s are `Sendable`, so a task of the host's may read, parse and convert into them, and loading a chart from
/// columns copies nothing.
open class Chart {
    /// Size in points, and where the chart lies on its surface. Without a surface the picture is the frame, and its origin says nothing.
    public var frame: Rect { didSet { if themeChanges.shrinksTexts, frame != oldValue { renewTheme() } } }
    /// What the picture shows, in points: a surface on which the chart's frame lies, transparent round it. nil = just the frame.
    public var surfaceSize: (width: Double, height: Double)?
    /// False: annotations above the data, and whatever else lies over them, may reach out of the frame over the rest of the surface.
    public var clipsToBounds = true
    /// Device pixels per point.
    public var scale = 1.0
    /// Whether series with more samples than pixels are reduced; statistics say what was done.
    public var decimation = Decimation.automatic
    /// Empty = none.
    public var title = ""
    public var titleStyle = TitleStyle()
    /// Below the title, in the type of axis titles; empty = none.
    public var subtitle = ""
    /// At the bottom left, in the type of tick labels; empty = none.
    public var caption = ""
    /// Where the data come from: at the bottom right, or below the caption where both do not fit into a line; empty = none.
    public var source = ""
    public var style = ChartStyle()
    public private(set) var theme: Theme
    /// `theme` without what a description sets on it.
    private var bareTheme: Theme
    /// The colours and the font that a description sets on every theme.
    private(set) var themeChanges = ThemeChanges()
    public var legend = Legend() { didSet { legend.chart = self } }
    /// Shown when code lets it point at something: `crosshair.show(at:of:)`.
    public var crosshair = Crosshair() {
        didSet {
            oldValue.chart = nil
            crosshair.chart = self
            redrawChart()
        }
    }
    /// Whether what is on the canvas, as data, axes and crosshair, is painted over legend and title.
    public var raiseCanvas = false
    /// Whether the crosshair is painted over everything else.
    public var raiseCrosshair = false
    /// Taken off the canvas, in points.
    public var canvasInset = Insets()
    /// Whether loading new data shows the default range again.
    public var autoCalculateAxisRanges = true
    /// Whether the sum of each stack of columns or bars is written beyond its end.
    public var stackTotals = false
    /// Whether the titles of lines stand beside their ends, where there is room for all of them; the legend then leaves these out.
    public var endLabels = false
    /// In order of adding, which is paint order.
    public var annotations: [Annotation] = []
    /// Drawings at fixed places, over everything but legend and title: they do not move with the data. Called in each picture, in order.
    public var overlays: [(inout FurnitureContext) -> Void] = []

    // What events do; nothing of the next nine shows in a picture by itself.

    /// What dragging means, on axes that allow it: `Axis.enableGesturePanning`, `Axis.enableGestureZooming`.
    public var gesturePanType = GesturePanType.panPinch
    /// Whether a pinch zooms all axes by one factor, so that the ratio of their spans stays that of the first picture; none goes on by momentum then.
    public var gesturePinchAspectLock = false
    public var gestureDoubleTapEnabled = true
    /// Whether a double tap shows the default ranges again; if not, it halves the spans round the value that was tapped.
    public var gestureDoubleTapResetsZoom = false
    /// Whether axes go over to what a box shows in 0.3 s; if not, at once.
    public var animateBoxGesture = true
    /// Whether axes go over to what a double tap shows in 0.3 s; if not, at once.
    public var animateZoomGesture = true
    /// Whether a tap on a slice selects it.
    public var radialTapEnabled = true
    /// Whether pies and donuts may be turned by dragging.
    public var radialRotationEnabled = true
    /// Of the rectangle that a box gesture draws.
    public var boxGestureStyle = BoxGestureStyle()

    /// Asked for series and data when the chart loads; nil = the series that were added. Not kept alive.
    public weak var dataSource: (any DataSource)? {
        didSet {
            pending.formUnion(.reload)
            backgroundLoad?.cancel()
        }
    }
    /// True: the data source is asked on a thread, and pictures do not wait for it.
    ///
    /// The picture with which loading is due begins it and shows, like all pictures until it has ended, what the chart had before, with the
    /// `loadingIndicator`; the first picture after that shows the new data. The order of calls is that of any load, but with the pictures' calls
    /// between them: the delegate gets all of its own where the chart lives, `willStartLoadingData` before the source is asked,
    /// `didFinishLoadingData` in the picture that shows the new data. `isRenderScheduled` tells when that picture is due, `waitUntilLoaded()` waits for it.
    ///
    /// Setting it is a promise: that the source's methods can be called on another thread, by one at a time, whatever the host does meanwhile; that
    /// its series are on this chart or used by nobody else; and that the source reads of the chart it is handed no more than what nobody changes
    /// meanwhile. In return the chart asks the source for nothing else until it has ended: custom ticks and slice labels stay those it
    /// gave last. A source that serves several such charts may be asked for each of them at once.
    ///
    /// - A reload that is asked for during a load begins in the first picture after it.
    /// - Another data source, or nil: what was begun is dropped; the next load begins when the thread is through the call that it is in, at
    ///   most 4,096 points later. Without a source the series that were added show at once.
    /// - The chart goes away: so does the thread, as soon as that. The load keeps the source alive, and the chart during single calls; what goes
    ///   away with them then goes away on the thread.
    /// - Set to false during a load: that one ends as it began.
    /// - Axes that are added, taken away or replaced during a load make it due again. What there was is mapped onto the new ones; series that
    ///   these cannot take are not shown. Axes that the chart lacks are made afterwards: the source does not find them.
    /// - Points that are announced are asked for by the picture that shows them; those that are announced during a load make it due again.
    /// - Of an error the picture tells that would have shown the data, and the next one begins anew.
    public var loadDataInBackground = false
    /// Written in the middle of the plot area where no series has a value; empty = nothing is. A chart from a description and `vitrail plot` say
    /// "no data".
    public var noDataText = ""
    /// How numbers without an axis are written: of slices, colour bars and the alternative text.
    var numbers = NumberWriting.plain
    /// Shown while data are loaded on a thread.
    public var loadingIndicator = LoadingIndicator()
    /// Not kept alive.
    public weak var delegate: (any ChartDelegate)?
    /// What the last load left out, and calls without effect since then; a hundred at most, each once.
    public internal(set) var warnings: [ChartWarning] = []
    /// Assumptions that were made when the chart's data were read: every load begins with them.
    package var inputWarnings: [ChartWarning] = []
    /// Called with each warning when it comes up.
    public var warningHandler: ((ChartWarning) -> Void)?

    /// Those that are shown, as loaded; before the first load, those that were added. In paint order: a later one covers an earlier one.
    public internal(set) var series: [Series] = []
    public internal(set) var allXAxes: [Axis] = []
    public internal(set) var allYAxes: [Axis] = []
    /// Where data are drawn, in points of the frame, as of the last render.
    public internal(set) var plotAreaFrame: Rect?
    /// Axes and plot area, in points of the frame, as of the last render.
    public internal(set) var canvasFrame: Rect?
    /// The title's text, in points of the frame, as of the last render; nil = there is none.
    public internal(set) var titleFrame: Rect?
    /// The legend's box, in points of the frame, as of the last render; nil = there is none.
    public internal(set) var legendFrame: Rect?

    /// What the next render has to do.
    var pending = PendingWork.reload
    /// Points that were announced since the last render, by index of their series.
    var announced: [Int: PointChanges] = [:]
    /// Set while the chart is planned: callbacks run inside.
    var isPlanning = false
    /// Shown while there is no data source.
    var added: [Series] = []
    /// What series were stacked by.
    var stackKey = StackKey([])
    /// What the last render left behind.
    var lastRender = LastRender()
    /// Shows and hides series over time.
    public private(set) lazy var animationTracker = AnimationTracker(self)
    /// Whether no event does anything.
    var ignoresEvents = false
    /// Called after gestures have moved ranges, and before each layout: who follows them.
    var rangeFollower: (() -> Void)?
    /// What samples may take that are drawn one by one because they turn out to be in no order, bytes; nil = any amount.
    package var roomForUnordered: Int?
    /// What events have begun.
    lazy var interaction = Interaction(self)
    /// The load that runs, or whose outcome the next render takes.
    var backgroundLoad: BackgroundLoad?
    /// Whether the delegate is being told that data are about to be read.
    var isBeginningLoad = false
    /// Whether it was made from a description: what there is is all there will be.
    var isDescribed = false
    /// Whether data were mapped: there is something to show while others are loaded.
    var hasLoaded = false

    public init(frame: Rect, theme: Theme = .global) {
        self.frame = frame
        (self.theme, bareTheme) = (theme, theme)
        crosshair.chart = self
    }

    /// A chart with its two primary axes.
    public convenience init(
        frame: Rect, theme: Theme = .global, xAxisType: AxisType, yAxisType: AxisType
    ) {
        self.init(frame: frame, theme: theme)
        addXAxis(xAxisType.makeAxis())
        addYAxis(yAxisType.makeAxis())
    }

    /// Width and height in points, with the primary axes.
    public convenience init(
        width: Double, height: Double, theme: Theme = .global, xAxisType: AxisType = .number, yAxisType: AxisType = .number
    ) {
        self.init(
            frame: Rect(x: 0, y: 0, width: width, height: height), theme: theme, xAxisType: xAxisType, yAxisType: yAxisType)
    }

    /// Sets colours and font that the theme does not have.
    func change(theme changes: ThemeChanges) {
        themeChanges = changes
        renewTheme()
    }

    private func renewTheme() {
        theme = themeChanges.applied(to: bareTheme, in: frame)
        if isDescribed { theme.dataPointLabel = theme.dataPointLabel.described }
    }

    /// Gives everything the theme's looks: styles that were set on the chart, its axes, title, legend and crosshair, and on series that it has shown, are
    /// forgotten. What is set afterwards wins, and so does what was set on a series that the chart has not loaded yet.
    ///
    /// - Parameter keepingStyles: whether what was set stays, and only the rest comes from the theme.
    public func applyTheme(_ theme: Theme, keepingStyles: Bool = false) {
        if !keepingStyles { themeChanges = ThemeChanges(shrinksTexts: themeChanges.shrinksTexts) }
        bareTheme = theme
        renewTheme()
        for note in annotations {
            if let share = note.themeShare { note.backgroundColor = theme.annotationColor.faded(share) }
        }
        redrawChart()
        guard !keepingStyles else { return }
        style = ChartStyle()
        titleStyle = TitleStyle()
        legend.style = LegendStyle()
        crosshair.style = CrosshairStyle()
        for axis in allAxes { axis.style = AxisStyle() }
        for series in series where series.isTaken { series.resetStyle() }
    }
}

// MARK: - Series

extension Chart {
    /// Shows a series that has its columns, without a data source; the next render reads all data again.
    public func add(_ series: Series) {
        added.append(series)
        // In the middle of a render the list stays what it was: the new one has no data yet.
        if dataSource == nil, !isPlanning { self.series = added }
        reloadData()
    }

    /// Whether the chart is one of slices: its first series decides, series of another kind are left out.
    var isPie: Bool { series.first?.chartKind == .slices }

    /// Whether the x-axis runs round a pole.
    var isRadial: Bool { series.first?.chartKind == .radial }

    var pies: [PieSeries] { isPie ? series.compactMap { $0 as? PieSeries } : [] }
    /// Those that are mapped on two axes, straight or round.
    var cartesian: [CartesianSeries] { isPie ? [] : series.compactMap { $0 as? CartesianSeries } }
}
