import VitrailChart
import VitrailColumns

/// Maps names of keys and kinds in other tools to the names in a description.
enum ForeignNames {
    /// The part of a description that an object represents.
    enum Context: String, CaseIterable {
        case chart, axis, series, seriesStyle, pointStyle, axisStyle, tickStyle, gridStyle, legend, legendStyle,
            labelStyle, data, font
    }

    /// The name used in a description: its path relative to the object, and an example value.
    struct Own {
        let path: String
        let example: String
        /// Key that the object must accept for this suggestion to apply.
        let needs: String

        init(_ path: String, _ example: String = "", needs: String? = nil) {
            (self.path, self.example) = (path, example)
            self.needs = needs ?? String(path.prefix { $0 != "." })
        }
    }

    /// A suggestion such as `did you mean "defaultRange": [min, max]?`. `nil`: no tool is known to use `name` there.
    ///
    /// - Parameter known: Keys that the object accepts.
    static func key(_ name: String, in node: DescriptionNode, known: Set<String>) -> String? {
        guard let context = context(node.path) else { return nil }
        let wanted = normalised(name)
        let kind: String? = if case .string(let kind)? = node.member("type")?.value { kind } else { nil }
        // The accepted keys depend on the kind of series or axis.
        let style = context == .series ? kind.flatMap(SeriesDescription.Kind.init)?.described.styleKeys : nil
        guard let owns = table(context, kind)[wanted] else {
            return known.contains("style") ? ownStyle(name, context, style) : nil
        }
        let own = owns.first { own in
            let parts = own.path.split(separator: ".").map(String.init)
            if parts.count > 1, parts[0] == "style", let style, !style.contains(parts[1]) { return false }
            return known.contains(String(own.needs.prefix { $0 != "[" }))
        }
        guard let own else { return nil }
        return "did you mean \(quoted(own.path))\(own.example.isEmpty ? "" : ": " + own.example)?"
    }

    /// A suggestion for a style key that was written outside of the style.
    private static func ownStyle(_ name: String, _ context: Context, _ series: Set<String>?) -> String? {
        let keys: Set<String>? =
            switch context {
            case .series: series
            case .axis: Set(AxisStyle.properties.map(\.name))
            case .legend: Set(LegendStyle.properties.map(\.name))
            default: nil
            }
        return keys?.contains(name) == true ? "did you mean \(quoted("style." + name))?" : nil
    }

    private static func normalised(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " })
    }

    /// The context for the JSON path of an object.
    static func context(_ path: String) -> Context? {
        var parts = path.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
        // The chart of a job has this prefix.
        if parts.first == "chart" { parts.removeFirst() }
        guard let first = parts.first, let last = parts.last else { return .chart }
        if last == "font" || last.hasSuffix("Font") { return .font }
        switch (first, parts.count) {
        case ("data", 2): return .data
        case ("xAxis", 1), ("yAxis", 1), ("xAxes", 1), ("yAxes", 1): return .axis
        case ("xAxis", _), ("yAxis", _), ("xAxes", _), ("yAxes", _):
            if last == "majorTickStyle" || last == "minorTickStyle" { return .tickStyle }
            if last == "majorGridLineStyle" { return .gridStyle }
            return last == "style" ? .axisStyle : nil
        case ("series", 1): return .series
        case ("series", _):
            if last == "pointStyle" || last == "selectedPointStyle" { return .pointStyle }
            if last == "dataPointLabelStyle" { return .labelStyle }
            return last == "style" || last == "selectedStyle" ? .seriesStyle : nil
        case ("legend", 1): return .legend
        case ("legend", 2): return last == "style" ? .legendStyle : nil
        default: return nil
        }
    }

    // MARK: Keys

    /// - Parameter kind: Kind of a series, as written in the description.
    static func table(_ context: Context, _ kind: String?) -> [String: [Own]] {
        switch context {
        case .chart: chart
        case .axis: axis
        case .series: series(kind)
        case .seriesStyle: style
        case .pointStyle: pointStyle
        case .axisStyle: axisStyle
        case .tickStyle: tickStyle
        case .gridStyle: gridStyle
        case .legend: legend
        case .legendStyle: legendStyle
        case .labelStyle: labelStyle
        case .data: data
        case .font: font
        }
    }

    private static let example = "[min, max]"

    private static let chart: [String: [Own]] = table([
        "width": [Own("size.width", "960")], "height": [Own("size.height", "540")],
        "figsize dimensions": [Own("size", "{\"width\": 960, \"height\": 540}")],
        "dpi resolution devicepixelratio pixelratio ppi": [Own("scale", "2")],
        "name heading suptitle charttitle header": [Own("title")],
        "subtitletext subheading": [Own("subtitle")], "footer footnote note notes": [Own("caption")],
        "sources credits credit": [Own("source")],
        "background backgroundcolor bgcolor paperbgcolor facecolor": [Own("style.backgroundColor", "\"#ffffff\"")],
        "plotbgcolor plotbackgroundcolor": [Own("style.plotAreaBackgroundColor", "\"#ffffff\"")],
        "margin margins padding grid": [Own("canvasInset", "{\"left\": 20}")],
        "x xaxes xaxisoptions xscale": [Own("xAxis")], "y yaxes yaxisoptions yscale": [Own("yAxis")],
        "xlabel xtitle xaxislabel xaxistitle": [Own("xAxis.title")],
        "ylabel ytitle yaxislabel yaxistitle": [Own("yAxis.title")],
        "xlim xrange xmin xmax xdomain": [Own("xAxis.defaultRange", example)],
        "ylim yrange ymin ymax ydomain": [Own("yAxis.defaultRange", example)],
        "logx xlog": [Own("xAxis.type", "\"logarithmic\"")], "logy ylog": [Own("yAxis.type", "\"logarithmic\"")],
        "axes axis scales": [Own("xAxis")],
        "datasets traces marks lines plots charts layers layer graphs": [Own("series", "[…]")],
        "type mark charttype kind": [Own("series[0].type", "\"line\"")],
        "encoding": [Own("series", "[{\"x\": …, \"y\": …}]")],
        "labels categories": [Own("data", "{\"d\": {\"values\": {\"x\": [\"a\", \"b\"], \"y\": [1, 2]}}}")],
        "dataset values datasource": [Own("data", "{\"d\": {\"values\": {…}}}")],
        "colors colorway color colours": [Own("palette", "[\"#1d4e89\", \"#2a9d8f\"]")],
        "style template": [Own("theme", "\"light\"")],
        "showlegend": [Own("legend", "{}")], "tooltip": [Own("crosshair")],
        "shapes markline markarea references": [Own("annotations", "[…]")],
        "fontsize fontfamily fonts": [Own("font", "{\"size\": 14}")],
        "nodata nodatamessage emptytext": [Own("noDataText")],
        "lang language culture": [Own("locale", "\"de-DE\"")],
    ])

    private static let axis: [String: [Own]] = table([
        "min minimum max maximum domain range lim limits bounds start end": [Own("defaultRange", example)],
        "beginatzero zero startatzero": [Own("includeZero", "true")],
        "softmin suggestedminimum": [Own("suggestedMin")], "softmax suggestedmaximum": [Own("suggestedMax")],
        "reverse inverse invert inverted flipped descending": [Own("reversed", "true")],
        "label name text axislabel axistitle titletext": [Own("title")],
        "scale scaletype kind": [Own("type", "\"logarithmic\"")],
        "log logarithmic islog": [Own("type", "\"logarithmic\"")],
        "logbase": [Own("base")],
        "format tickformat labelformat numberformat dateformat labelformatter": [Own("labelFormatString", "\"%.1f\"")],
        "ticks tickvals tickvalues values": [Own("majorTickValues", "[0, 10, 20]")],
        "tickinterval interval step stepsize dtick majorunit tickstep ticksize": [Own("majorTickFrequency")],
        "nticks tickamount splitnumber maxticks": [Own("tickCount", "5")],
        "minorunit minortickinterval": [Own("minorTickFrequency")],
        "position side orient opposite placement": [Own("axisPosition", "\"reverse\"")],
        "categories labels data": [Own("type", "\"category\"")],
        "lang language culture": [Own("locale", "\"de-DE\"")], "abs": [Own("absolute", "true")],
        "timezone tz utc": [Own("timeZone", "\"Europe/Berlin\"")],
        "color linecolor stroke axiscolor": [Own("style.lineColor", "\"#1d4e89\"")],
        "linewidth strokewidth": [Own("style.lineWidth", "1")],
        "grid gridlines showgrid splitline": [Own("style.majorGridLineStyle", "{\"showMajorGridLines\": true}")],
        "gridcolor gridlinecolor": [Own("style.majorGridLineStyle.lineColor", "\"#cccccc\"")],
        "gridwidth gridlinewidth": [Own("style.majorGridLineStyle.lineWidth", "1")],
        "fontsize labelfontsize tickfontsize font tickfont": [Own("style.majorTickStyle.labelFont", "{\"size\": 11}")],
        "tickcolor": [Own("style.majorTickStyle.lineColor", "\"#333333\"")],
        "labelcolor tickfontcolor": [Own("style.majorTickStyle.labelColor", "\"#333333\"")],
        "rotation labelangle tickangle labelrotation rotate": [Own("style.majorTickStyle.tickLabelOrientation")],
        "titlefont titlecolor titlefontsize": [Own("style.titleStyle")],
        "paddinglow minpadding": [Own("rangePaddingLow")],
        "paddinghigh maxpadding padding": [Own("rangePaddingHigh")],
        "bargap categorygap": [Own("style.interSeriesSetPadding", "0.2")],
        "breaks breakpoints rangebreaks": [Own("exclusions", "[…]")],
    ])

    private static let data: [String: [Own]] = table([
        "url file path src source filename href": [Own("csv", "\"data.csv\"")],
        "filter query transform": [Own("where", "{\"column\": value}")],
        "rows records items data json": [Own("values", "[{\"x\": 1, \"y\": 2}]")],
    ])

    private static let legend: [String: [Own]] = table([
        "orient loc location align verticalalign": [Own("position", "\"bottomMiddle\"")],
        "show visible display enabled": [Own("hidden", "false")], "label name text header": [Own("title")],
        "orientation direction layout": [Own("style.orientation", "\"horizontal\"")],
        "ncol columns ncols": [Own("maxSeriesPerLine", "3")],
        "inside floating overlay": [Own("placement", "\"insidePlotArea\"")],
        "fontsize font": [Own("style.font", "{\"size\": 11}")],
        "color textcolor fontcolor": [Own("style.fontColor", "\"#333333\"")],
        "background backgroundcolor bgcolor": [Own("style.areaColor", "\"#ffffff\"")],
        "bordercolor": [Own("style.borderColor", "\"#cccccc\"")], "borderwidth": [Own("style.borderWidth", "1")],
    ])

    private static let legendStyle: [String: [Own]] = table([
        "fontsize textsize": [Own("font", "{\"size\": 11}")],
        "color textcolor labelcolor": [Own("fontColor", "\"#333333\"")],
        "background backgroundcolor bgcolor fill": [Own("areaColor", "\"#ffffff\"")],
        "direction layout orient": [Own("orientation", "\"horizontal\"")],
        "padding": [Own("horizontalPadding", "8")], "margin": [Own("marginWidth", "8")],
    ])

    private static let axisStyle: [String: [Own]] = table([
        "color stroke axiscolor": [Own("lineColor", "\"#333333\"")],
        "width strokewidth thickness": [Own("lineWidth", "1")],
        "fontsize font labelfont tickfont": [Own("majorTickStyle.labelFont", "{\"size\": 11}")],
        "labelcolor": [Own("majorTickStyle.labelColor", "\"#333333\"")], "ticks tickstyle": [Own("majorTickStyle")],
        "grid gridlinestyle gridlines gridstyle": [Own("majorGridLineStyle")],
        "gridcolor": [Own("majorGridLineStyle.lineColor", "\"#cccccc\"")],
    ])

    private static let tickStyle: [String: [Own]] = table([
        "color stroke": [Own("lineColor", "\"#333333\"")], "width thickness strokewidth": [Own("lineWidth", "1")],
        "length size": [Own("lineLength", "5")],
        "fontsize font": [Own("labelFont", "{\"size\": 11}")],
        "fontcolor textcolor": [Own("labelColor", "\"#333333\"")],
        "rotation angle rotate": [Own("tickLabelOrientation")], "padding gap": [Own("tickGap", "4")],
        "show visible display": [Own("showTicks", "true")],
        "labels": [Own("showLabels", "true")],
    ])

    private static let gridStyle: [String: [Own]] = table([
        "color stroke": [Own("lineColor", "\"#cccccc\"")], "width thickness strokewidth": [Own("lineWidth", "1")],
        "show visible display": [Own("showMajorGridLines", "true")],
        "dash strokedash linestyle borderdash": [Own("dashStyle", "[4, 4]")],
    ])

    private static let pointStyle: [String: [Own]] = table([
        "size markersize pointradius r symbolsize s": [Own("radius", "3")],
        "fill fillcolor facecolor backgroundcolor": [Own("color", "\"#1d4e89\"")],
        "show visible display enabled": [Own("showPoints", "true")], "image icon": [Own("texture", "\"point.png\"")],
        "shape marker markersymbol pointstyle style": [Own("symbol", "\"square\"")],
        "stroke strokecolor bordercolor linecolor edgecolor": [Own("outlineColor", "\"#1d4e89\"")],
        "strokewidth borderwidth linewidth edgewidth": [Own("outlineWidth", "1")],
        "angle rotate": [Own("rotation", "0.785")],
    ])

    private static let labelStyle: [String: [Own]] = table([
        "show visible display enabled showvalues showsvalues displaysdata values value": [Own("showLabels", "true")],
        "align placement side": [Own("anchor", "\"outsideEnd\"")],
        "color fontcolor labelcolor": [Own("textColor", "\"#333333\"")],
        "format formatter numberformat template": [Own("labelFormatString", "\"%.1f\"")],
        "fontsize labelfont size": [Own("font", "{\"size\": 11}")],
        "text texts label names": [Own("labels", "\"name\"")],
        "offset padding distance": [Own("offsetFromDataPoint", "[0, 8]")],
        "rotation angle rotate": [Own("textOrientation")], "total totals sum": [Own("stackTotals", "true")],
    ])

    private static let font: [String: [Own]] = table([
        "name fontfamily face": [Own("family", "\"DejaVu Sans\"")], "fontsize pointsize": [Own("size", "11")],
        "bold weight fontweight": [Own("isBold", "true")],
    ])

    /// Suggestions for the styles of all kinds of series. The first name that the kind accepts is used.
    private static let style: [String: [Own]] = table([
        "color colour stroke strokecolor bordercolor fill fillcolor backgroundcolor facecolor": fills(""),
        "linethickness strokewidth width borderwidth thickness lw": [
            Own("lineWidth", "1.5"), Own("outlineWidth", "1"), Own("trunkWidth", "1.5"),
        ],
        "dash dashes strokedash linestyle borderdash dasharray": [Own("dashStyle", "[4, 4]")],
        "capsize capwidth cap caplength": [Own("capLength", "7")], "ecolor": [Own("lineColor", "\"#1d4e89\"")],
        "elinewidth capthick": [Own("lineWidth", "1.5")],
        "colors palette": [
            Own("flavourColors", "[\"#1d4e89\", \"#2a9d8f\"]"), Own("categoryColors", "[\"#1d4e89\", \"#2a9d8f\"]"),
        ],
        "colorscale cmap colormapname gradient": [Own("colorMap", "\"viridis\"")],
        "area fillarea": [Own("showFill", "true"), Own("showArea", "true")],
        "marker markers point points symbol": [Own("pointStyle", "{\"showPoints\": true}")],
        "markersize pointradius radius size symbolsize": [Own("pointStyle.radius", "3"), Own("outerRadius", "120")],
        "labels datalabels label": [Own("dataPointLabelStyle", "{\"showLabels\": true}"), Own("showLabels", "true")],
        "borderradius cornerradius": [Own("cornerRatio", "0.2")],
        "upcolor increasing positive": [Own("risingColor", "\"#2a9d8f\"")],
        "downcolor decreasing negative": [Own("fallingColor", "\"#c8553d\"")],
        "hole cutout innersize": [Own("innerRadius", "60")],
        "padding padangle gap": [Own("sliceGap", "2")], "explode pull offset": [Own("protrusion", "16")],
        "opacity alpha fillopacity strokeopacity": fills("80"),
        "negativecolor": [Own("areaColorBelowBaseline", "\"#c8553d\"")],
    ])

    /// The main colour of each kind, the most typical first. `alpha` is appended as two hexadecimal digits.
    private static func fills(_ alpha: String) -> [Own] {
        let color = "\"#1d4e89\(alpha)\""
        return [
            // Columns and bars are filled with `areaColor`, lines are drawn in `lineColor`. Only lines have a low
            // gradient colour.
            Own("lineColor", color, needs: "areaColorLowGradient"), Own("areaColor", color),
            Own("areaColorNormal", color), Own("risingColor", color),
            Own("colorMap", "[\"#ffffff\", \"#1d4e89\"]"), Own("flavourColors", "[\(color)]"),
            Own("pointStyle.color", color),
        ]
    }

    // MARK: Series

    private static func series(_ kind: String?) -> [String: [Own]] {
        let color = "\"#1d4e89\""
        let described = kind.flatMap(SeriesDescription.Kind.init)?.described
        let main = described?.mainColor ?? "lineColor"
        let width = described.map { $0.mainWidth } ?? "lineWidth"
        let colors = main == "flavourColors" || main == "colorMap" ? "[\(color), \"#2a9d8f\"]" : color
        let faint = main == "flavourColors" ? "[\"#1d4e8980\"]" : main == "colorMap" ? colors : "\"#1d4e8980\""
        var names = seriesNames
        for name
            in "color colour linecolor stroke strokecolor bordercolor backgroundcolor fill fillcolor facecolor markercolor colors"
            .split(separator: " ")
        {
            names[String(name)] = [Own("style.\(main)", colors)]
        }
        let list = "[\"#1d4e89\", \"#2a9d8f\"]"
        if let rows = described?.rowColors { names["colors"] = [Own("style.\(rows)", list)] }
        for name in ["opacity", "alpha", "fillopacity"] { names[name] = [Own("style.\(main)", faint)] }
        if let width {
            for name in ["linewidth", "strokewidth", "width", "borderwidth", "lw", "thickness"] {
                names[name] = [Own("style.\(width)", "1.5")]
            }
        }
        for (name, owns) in table(described?.foreignKeys ?? [:]) { names[name] = owns }
        return names
    }

    private static let seriesNames: [String: [Own]] = table([
        "label name text legendname": [Own("title")],
        "labels datalabels showlabels annotate": [Own("style.dataPointLabelStyle", "{\"showLabels\": true}")],
        "points markers marker showpoints symbol": [Own("style.pointStyle", "{\"showPoints\": true}")],
        "markersize pointradius radius symbolsize": [Own("style.pointStyle.radius", "3")],
        "size r": [Own("area", "\"column\""), Own("style.pointStyle.radius", "3")],
        "stacked stack stackgroup stacking": [Own("stackIndex", "1")], "visible show display": [Own("hidden", "false")],
        "mark kind charttype": [Own("type", "\"line\"")], "dataset source table datasource": [Own("data", "\"name\"")],
        "xcolumn xfield xkey xvalues": [Own("x", "\"column\"")],
        "ycolumn yfield ykey yvalues values": [Own("y", "\"column\"")],
        "yaxisid yaxisindex secondaryaxis": [Own("yAxis", "\"id\"")], "xaxisid xaxisindex": [Own("xAxis", "\"id\"")],
        "upper ymax max": [Own("high", "\"column\"")], "lower ymin min": [Own("low", "\"column\"")],
        "start y2 x2": [Own("from", "\"column\"")],
        "showlegend legend": [Own("showInLegend", "true")], "base": [Own("baseline", "0")],
        "horizontal orient direction": [Own("orientation", "\"vertical\"")],
        "dash dashes strokedash linestyle borderdash dasharray dashstyle": [Own("style.dashStyle", "[4, 4]")],
        "colorscale cmap": [Own("style.colorMap", "\"viridis\"")], "group offsetgroup": [Own("groupIndex", "1")],
        "interpolate interpolation smooth spline cubicinterpolationmode curvetype": [Own("curve", "\"monotone\"")],
        "linetension smoothing": [Own("tension", "0.4")],
        "step stepped where stepmode linestep": [Own("steps", "\"before\"")],
    ])

    /// A table with one entry for each of the space-separated names in a key.
    private static func table(_ entries: KeyValuePairs<String, [Own]>) -> [String: [Own]] {
        var table: [String: [Own]] = [:]
        for (names, owns) in entries { for name in names.split(separator: " ") { table[String(name)] = owns } }
        return table
    }

    // MARK: Choices

    private static let choices: [String: (own: String, note: String)] = {
        var choices = otherChoices
        for kind in SeriesDescription.Kind.allCases {
            for (name, note) in kind.described.foreignNames { choices[name] = (kind.rawValue, note) }
        }
        for type in AxisType.allCases {
            for name in type.described.foreignNames { choices[name] = (type.rawValue, "") }
        }
        return choices
    }()

    private static let otherChoices: [String: (own: String, note: String)] = [
        "default": ("light", ""), "white": ("light", ""),
        "black": ("dark", ""),
        "bottom": ("bottomMiddle", ""), "top": ("topMiddle", ""), "left": ("middleLeft", ""),
        "right": ("middleRight", ""),
        "best": ("topRight", ""), "upperright": ("topRight", ""), "upperleft": ("topLeft", ""),
        "lowerright": ("bottomRight", ""), "lowerleft": ("bottomLeft", ""),
        "median": ("mean", ""), "avg": ("mean", ""), "average": ("mean", ""),
    ]

    /// The element of `names` that another tool calls `name`, in quotes and with a note. `nil`: unknown.
    static func choice(_ name: String, in names: [String]) -> String? {
        guard let (own, note) = choices[normalised(name)], names.contains(own) else { return nil }
        return quoted(own) + note
    }
}
