package import VitrailScales
public import VitrailScene

/// A chart: the stateful control of the specification, without a window.
///
/// A chart is a class; it belongs to the code that created it and does not cross threads. Only the `Scene` that
/// planning makes from it does. `ChartDescription` is the same chart as data. Changes between two renders are visible
/// in the second one.
///
/// Data that take long to read need not block it: with `loadDataInBackground`, the data source is queried on a thread.
/// Without a data source, prepare the data beforehand: `Column`s are `Sendable`, so a task of the host can read, parse
/// and convert data into them. Loading a chart from columns copies nothing.
open class Chart {
    /// Size in points, and the chart's position on its surface. Without a surface the picture is the frame, and its
    /// origin has no effect.
    public var frame: Rect { didSet { if themeChanges.shrinksTexts, frame != oldValue { renewTheme() } } }
    /// Size of the picture, in points: a surface that contains the chart's frame and is transparent around it. nil:
    /// just the frame.
    public var surfaceSize: (width: Double, height: Double)?
    /// If false, annotations above the data, and everything drawn over them, may extend beyond the frame onto the rest
    /// of the surface.
    public var clipsToBounds = true
    /// Device pixels per point.
    public var scale = 1.0
    /// Whether series with more samples than pixels are reduced. Statistics report the method used.
    public var decimation = Decimation.automatic
    /// The summaries of samples that are kept with series of very many samples. Set it to `automatic` for charts that are
    /// drawn many times.
    public var summaries = SampleSummaries.none
    /// How samples become pixels. `nil`: the best way for each series. Series that cannot be drawn in the requested way
    /// are drawn as with `nil`; statistics report the reason.
    public var strategy: RenderStrategy? { didSet { if strategy != oldValue { redrawChart() } } }
    /// The kind of device that the current render is for.
    var device = DrawingDevice.software { didSet { if device != oldValue { redrawChart() } } }
    /// Whether each sample is drawn as separate geometry that is made for this picture.
    var drawsEverySample: Bool { decimation == .none || strategy == .raw }
    /// Empty: none.
    public var title = ""
    public var titleStyle = TitleStyle()
    /// Below the title, in the style of axis titles. Empty: none.
    public var subtitle = ""
    /// At the bottom left, in the style of tick labels. Empty: none.
    public var caption = ""
    /// The source of the data: at the bottom right, or below the caption if both do not fit in one line. Empty: none.
    public var source = ""
    public var style = ChartStyle()
    public private(set) var theme: Theme
    /// `theme` without the changes that a description makes to it.
    private var bareTheme: Theme
    /// The colours and the font that a description sets in every theme.
    private(set) var themeChanges = ThemeChanges()
    public var legend = Legend() { didSet { legend.chart = self } }
    /// Shown while code makes it point at something: `crosshair.show(at:of:)`.
    public var crosshair = Crosshair() {
        didSet {
            oldValue.chart = nil
            crosshair.chart = self
            redrawChart()
        }
    }
    /// Whether the canvas (data, axes and crosshair) is drawn over legend and title.
    public var raiseCanvas = false
    /// Whether the crosshair is drawn over everything else.
    public var raiseCrosshair = false
    /// Insets of the canvas, in points.
    public var canvasInset = Insets()
    /// Whether axes show their default range again when new data are loaded.
    public var autoCalculateAxisRanges = true
    /// Whether the sum of each stack of columns or bars is written beyond its end.
    public var stackTotals = false
    /// Whether the titles of lines are written beside their ends, if there is space for all of them. The legend then
    /// omits these titles.
    public var endLabels = false
    /// In the order of adding, which is the paint order.
    public var annotations: [Annotation] = []
    /// Drawing functions for content at fixed positions, over everything except legend and title. The content does not
    /// move with the data. They are called in each render, in order.
    public var overlays: [(inout OverlayContext) -> Void] = []

    // Settings for events. The next nine properties have no visible effect by themselves.

    /// The effect of dragging on axes that allow it: `Axis.enableGesturePanning`, `Axis.enableGestureZooming`.
    public var gesturePanType = GesturePanType.panPinch
    /// Whether a pinch zooms all axes by the same factor, so that the ratio of their spans stays the same as in the
    /// first picture. Then no axis continues by momentum.
    public var gesturePinchAspectLock = false
    public var gestureDoubleTapEnabled = true
    /// Whether a double tap restores the default ranges. If false, it halves the spans around the tapped value.
    public var gestureDoubleTapResetsZoom = false
    /// Whether axes move to a box's ranges within 0.3 s. If false, they change at once.
    public var animateBoxGesture = true
    /// Whether axes move to a double tap's ranges within 0.3 s. If false, they change at once.
    public var animateZoomGesture = true
    /// Whether a tap on a slice selects it.
    public var radialTapEnabled = true
    /// Whether pies and donuts can be turned by dragging.
    public var radialRotationEnabled = true
    /// Style of the rectangle that a box gesture draws.
    public var boxGestureStyle = BoxGestureStyle()

    /// Provides series and data when the chart loads. nil: the chart shows the series that were added. Held weakly.
    public weak var dataSource: (any DataSource)? {
        didSet {
            pending.formUnion(.reload)
            backgroundLoad?.cancel()
        }
    }
    /// If true, the data source is queried on a thread, and renders do not wait for it.
    ///
    /// The first render after loading is due starts the load. Until the load has ended, this and all following renders
    /// show the previous data, with the `loadingIndicator`; the first render after that shows the new data. The order
    /// of calls is the same as for any load, except that calls of renders may come in between. The delegate is called
    /// on the chart's thread only: `willStartLoadingData` before the source is queried, `didFinishLoadingData` in the
    /// render that shows the new data. `isRenderScheduled` reports when that render is due; `waitUntilLoaded()` waits
    /// for it.
    ///
    /// By setting it you promise three things. The source's methods can be called on another thread, one at a time,
    /// whatever the host does meanwhile. Its series are on this chart or not used elsewhere. The source reads only
    /// state of the chart that does not change meanwhile. In return, the chart queries the source for nothing else
    /// until the load has ended: custom ticks and slice labels stay as last provided. A source that serves several such
    /// charts may be queried for all of them at the same time.
    ///
    /// - A reload requested during a load starts with the first render after it.
    /// - A new data source, or nil, discards the load. The next load starts when the thread has finished the call that
    ///   is running, at most 4,096 points later. Without a source, the series that were added are shown at once.
    /// - When the chart is deallocated, the thread ends in the same way. The load keeps the source alive, and the chart
    ///   during single calls; objects that are released with them are released on the thread.
    /// - Setting it to false during a load does not affect that load.
    /// - Axes that are added, removed or replaced during a load make a new load due. The old data are mapped onto the
    ///   new axes; series that do not fit these axes are not shown. Missing axes are created after the load: the source
    ///   does not find them.
    /// - The render that shows announced points queries them. Points announced during a load make a new load due.
    /// - An error is thrown by the render that would have shown the data. The next render starts a new load.
    public var loadDataInBackground = false
    /// Text in the middle of the plot area if no series has a value. Empty: no text. A chart from a description and
    /// `vitrail plot` use "no data".
    public var noDataText = ""
    /// Format of numbers without an axis: in slices, colour bars and the alternative text.
    package var numbers = NumberWriting.plain
    /// Shown while data are loaded on a thread.
    public var loadingIndicator = LoadingIndicator()
    /// Held weakly.
    public weak var delegate: (any ChartDelegate)?
    /// Warnings of the last load, and of calls without effect since then: at most a hundred, each once.
    public internal(set) var warnings: [ChartWarning] = []
    /// Warnings about assumptions made when the chart's input was read. Every load starts with them.
    package var inputWarnings: [ChartWarning] = []
    /// Called with each new warning.
    public var warningHandler: ((ChartWarning) -> Void)?

    /// The series shown, as loaded; before the first load, the series that were added. In paint order: a later one
    /// covers an earlier one.
    public internal(set) var series: [Series] = []
    public internal(set) var allXAxes: [Axis] = []
    public internal(set) var allYAxes: [Axis] = []
    /// The area of the data, in points of the frame, as of the last render.
    public internal(set) var plotAreaFrame: Rect?
    /// The area of axes and data, in points of the frame, as of the last render.
    public internal(set) var canvasFrame: Rect?
    /// The title's text, in points of the frame, as of the last render. nil: there is none.
    public internal(set) var titleFrame: Rect?
    /// The legend's box, in points of the frame, as of the last render. nil: there is none.
    public internal(set) var legendFrame: Rect?

    /// The tasks of the next render.
    var pending = PendingWork.reload
    /// Points announced since the last render, by index of their series.
    var announced: [Int: PointChanges] = [:]
    /// True while the chart is planned, including callbacks.
    var isPlanning = false
    /// Series added by code. They are shown while there is no data source.
    var added: [Series] = []
    /// The inputs of the current stacking.
    var stackKey = StackKey([])
    /// State stored by the last render.
    var lastRender = LastRender()
    /// Shows and hides series over time.
    public private(set) lazy var animationTracker = AnimationTracker(self)
    /// Whether no event does anything.
    var ignoresEvents = false
    /// Called after gestures have moved ranges, and before each layout. Set by code that follows the ranges.
    var rangeFollower: (() -> Void)?
    /// Called in each render that draws the crosshair.
    package var crosshairFollower: ((CrosshairTarget) -> Void)?
    /// Max memory in bytes for samples that are drawn one by one because they are unordered. nil: no limit.
    package var unorderedMemoryBudget: Int?
    /// State of the gestures in progress.
    lazy var interaction = Interaction(self)
    /// The running load, or one whose outcome the next render takes.
    var backgroundLoad: BackgroundLoad?
    /// True while `willStartLoadingData` is called.
    var isBeginningLoad = false
    /// Whether the chart was made from a description, so that no data will be added later.
    package var isDescribed = false
    /// Whether data have been mapped, so that there is something to show during a load.
    var hasLoaded = false

    public init(frame: Rect, theme: Theme = .global) {
        self.frame = frame
        (self.theme, bareTheme) = (theme, theme)
        crosshair.chart = self
    }

    /// Makes a chart with its two primary axes.
    public convenience init(
        frame: Rect, theme: Theme = .global, xAxisType: AxisType, yAxisType: AxisType
    ) {
        self.init(frame: frame, theme: theme)
        addXAxis(xAxisType.makeAxis())
        addYAxis(yAxisType.makeAxis())
    }

    /// Makes a chart of a width and height in points, with the primary axes.
    public convenience init(
        width: Double, height: Double, theme: Theme = .global, xAxisType: AxisType = .number,
        yAxisType: AxisType = .number
    ) {
        self.init(
            frame: Rect(x: 0, y: 0, width: width, height: height), theme: theme, xAxisType: xAxisType,
            yAxisType: yAxisType)
    }

    /// Sets colours and font that replace the theme's.
    package func change(theme changes: ThemeChanges) {
        themeChanges = changes
        renewTheme()
    }

    private func renewTheme() {
        theme = themeChanges.applied(to: bareTheme, in: frame)
        if isDescribed { theme.dataPointLabel = theme.dataPointLabel.described }
    }

    /// Applies a theme. Styles that were set on the chart, its axes, title, legend and crosshair, and on series that it
    /// has shown, are reset. Styles set afterwards take precedence, and so do styles of series that the chart has not
    /// loaded yet.
    ///
    /// - Parameter keepingStyles: whether styles that were set are kept, so that the theme only provides the others.
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
    /// Adds a series with its own columns, for a chart without a data source. The next render reads all data again.
    public func add(_ series: Series) {
        added.append(series)
        // During a render the list does not change, because the new series has no data yet.
        if dataSource == nil, !isPlanning { self.series = added }
        reloadData()
    }

    /// Whether the chart shows slices. The first series decides; series of another kind are left out.
    var isPie: Bool { series.first?.chartKind == .slices }

    /// Whether the x-axis is a circle around a pole.
    var isRadial: Bool { series.first?.chartKind == .radial }

    /// Whether the chart has two axes that cross, rather than slices or a circle.
    package var hasCrossingAxes: Bool { !isPie && !isRadial }

    var pies: [PieSeries] { isPie ? series.compactMap { $0 as? PieSeries } : [] }
    /// The series that are mapped on two axes, straight or radial.
    package var cartesian: [CartesianSeries] { isPie ? [] : series.compactMap { $0 as? CartesianSeries } }
}
