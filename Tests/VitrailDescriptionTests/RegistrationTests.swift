import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailDescription

/// Series kinds and axis types as they are registered, against the published schema and the series and axes that they
/// make.
@Suite struct RegistrationTests {
    private let definitions: [String: JSONValue]

    init() throws {
        let bytes = try DescriptionFiles.bytes("\(DescriptionFiles.root)/docs/schema/chart.schema.json")
        definitions = try JSONParser.parse(bytes)["$defs"].members
    }

    // MARK: Series kinds

    @Test func everyKindIsRegisteredOnce() {
        #expect(SeriesDescription.Kind.registered.map { $0.kind } == SeriesDescription.Kind.allCases)
        for kind in SeriesDescription.Kind.allCases { #expect(kind.described.emptyStyle.kind == kind) }
    }

    /// The decoder reads a key of some kinds exactly where the schema has it.
    @Test(arguments: SeriesDescription.Kind.allCases)
    func keysAreThoseOfTheSchema(kind: SeriesDescription.Kind) throws {
        let keys = Set(try #require(definitions["\(kind)Series"])["properties"].members.keys)
        let described = kind.described
        #expect(keys.contains("orientation") == described.mayBeVertical)
        #expect(keys.contains("baseline") == described.hasBaseline)
        #expect(keys.contains("groupIndex") == described.hasGroups)
        #expect(keys.contains("stackIndex") == described.isStackable)
        #expect(keys.contains("selectedPoints") == described.isSelectable)
        #expect(keys.contains("connectGaps") == described.drawsLines)
        #expect(keys.contains("fillTo") == described.isFillTarget)
        #expect(keys.contains("xAxis") == described.isCartesian)
        let roles = SeriesDescription.roles(kind, described.orientation)
        #expect(keys.isSuperset(of: ([roles.independent] + roles.required).map(\.rawValue)))
    }

    @Test(arguments: SeriesDescription.Kind.allCases)
    func stylesAreThoseOfTheSchema(kind: SeriesDescription.Kind) throws {
        let series = try #require(definitions["\(kind)Series"])["properties"]
        guard case .string(let path) = series["style"]["$ref"] else {
            Issue.record("\(kind) has no style")
            return
        }
        let style = String(path.split(separator: "/").last ?? "")
        let keys = try #require(definitions[style])["properties"].members.keys
        #expect(kind.described.styleKeys == Set(keys))
        let empty = kind.described.emptyStyle
        #expect(keys.contains("dataPointLabelStyle") == (empty.labelStyle != nil))
        #expect(keys.contains("pointStyle") == (kind.described.pointStyle(of: empty) != nil))
        let main = kind.described.mainColor.split(separator: ".").first.map(String.init) ?? ""
        #expect(keys.contains(main), "\(main)")
        if let width = kind.described.mainWidth { #expect(keys.contains(width), "\(width)") }
    }

    /// Parts of a style keep what is set, and nothing else changes.
    @Test(arguments: SeriesDescription.Kind.allCases)
    func partsOfStylesAreSet(kind: SeriesDescription.Kind) {
        var style = kind.described.emptyStyle
        let label = DataPointLabelStyle(showLabels: true)
        style.labelStyle = label
        #expect(style.kind == kind)
        #expect(style.labelStyle == (kind.described.emptyStyle.labelStyle == nil ? nil : label))
        kind.described.changePoints(of: &style, areSelected: false) { $0.radius = 7 }
        let hasPoints = kind.described.pointStyle(of: kind.described.emptyStyle) != nil
        #expect(kind.described.pointStyle(of: style)?.radius == (hasPoints ? 7 : nil))
        #expect(style.kind == kind && style.labelStyle == (kind.described.emptyStyle.labelStyle == nil ? nil : label))
        let before = style
        kind.described.changePoints(of: &style, areSelected: true) { $0.radius = 9 }
        #expect(kind.described.pointStyle(of: style)?.radius == (hasPoints ? 7 : nil))
        #expect((style == before) == !changesSelectedPoints(kind.described))
    }

    private func changesSelectedPoints<Kind: DescribedSeriesKind>(_ kind: Kind.Type) -> Bool {
        kind.selectedPoints != nil
    }

    /// The series has the description's styles, its kind's class, and words for readers.
    @Test(arguments: SeriesDescription.Kind.allCases)
    func seriesHaveTheirStyles(kind: SeriesDescription.Kind) throws {
        func check<Kind: DescribedSeriesKind>(_ kind: Kind.Type) throws {
            var selected = Kind.StyleValue()
            if let labels = kind.labels { selected[keyPath: labels].showLabels = true }
            var description = SeriesDescription(kind.emptyStyle, data: "d", columns: [:])
            description.selectedStyle = kind.style(selected)
            let series = try #require(kind.makeSeries(description, SeriesColumns()) as? Kind.Made)
            #expect(type(of: series) == Kind.Made.self)
            if let path = kind.selectedStyle { #expect(series[keyPath: path] == selected) }
            // A style of another kind is ignored.
            description.selectedStyle = kind.kind == .density ? .scatter(.init()) : .density(.init())
            let other = try #require(kind.makeSeries(description, SeriesColumns()) as? Kind.Made)
            if let path = kind.selectedStyle { #expect(other[keyPath: path] == Kind.StyleValue()) }
            #expect((series as? CartesianSeries)?.orientation ?? kind.orientation == kind.orientation)
            #expect((series is CartesianSeries) == kind.isCartesian)
        }
        try check(kind.described)
    }

    /// A chart of the kind with no style set is visible: the theme has a style for it. Its estimate is not empty.
    @Test(arguments: SeriesDescription.Kind.allCases)
    func themesDrawEveryKind(kind: SeriesDescription.Kind) throws {
        let roles = SeriesDescription.roles(kind, kind.described.orientation)
        var keys = ([roles.independent] + roles.required).map(\.rawValue)
        if kind == .errorBar { keys += ["low", "high"] }
        let values = ["x": "1, 2, 3", "y": "3, 1, 4", "low": "1, 2, 1", "open": "2, 3, 2", "close": "3, 2, 3"]
        let columns = keys.map { "\"\($0)\": [\(values[$0] ?? "5, 6, 7")]" }.joined(separator: ", ")
        let names = keys.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ")
        func description(_ theme: String) throws -> ChartDescription {
            try ChartDescription(
                json: """
                    {"theme": "\(theme)", "data": {"d": {"values": {\(columns)}}},
                     "series": [{"type": "\(kind)", "data": "d", \(names)}]}
                    """)
        }
        for theme in ["light", "dark"] {
            let chart = try description(theme).makeChart()
            let scene = try VitrailChart.plan(chart).scene
            let marks = scene.layers.filter { $0.kind == .series }.flatMap(\.marks)
            #expect(!marks.isEmpty, "\(kind)")
            // Alt texts describe pies by their slices.
            #expect(chart.series[0].kindName(theme: chart.theme).isEmpty == !kind.described.isCartesian)
        }
        let size = PixelSize(width: 300, height: 200)
        let estimate = try description("light").memoryEstimate(size: size)
        let none = try ChartDescription(json: "{}").memoryEstimate(size: size)
        #expect(estimate.total > none.total)
    }

    /// Names in other tools belong to one kind or axis type and are no names of our own.
    @Test func foreignNamesAreUnique() {
        let own = Set((SeriesDescription.Kind.allCases.map(\.rawValue)).map { $0.lowercased() })
        var known: Set<String> = []
        for kind in SeriesDescription.Kind.allCases {
            for name in kind.described.foreignNames.keys {
                #expect(known.insert(name).inserted, "\(name) names two kinds")
                #expect(!own.contains(name) || name == kind.rawValue.lowercased(), "\(name) is another kind")
                #expect(ForeignNames.choice(name, in: [kind.rawValue])?.hasPrefix("\"\(kind)\"") == true)
            }
        }
        for type in AxisType.allCases {
            for name in type.described.foreignNames {
                #expect(known.insert(name).inserted, "\(name) names two types")
                #expect(ForeignNames.choice(name, in: [type.rawValue]) == "\"\(type)\"")
            }
        }
    }

    // MARK: Axis types

    /// A described axis has the class of its type.
    @Test(arguments: AxisType.allCases)
    func axesHaveTheirTypes(type: AxisType) throws {
        let axis = try AxisDescription(type).makeAxis(origin: 0, locale: nil, path: "xAxis")
        #expect(ObjectIdentifier(Swift.type(of: axis)) == ObjectIdentifier(Swift.type(of: type.makeAxis())))
        #expect(axis.columnKind == type.columnKind && axis.isDiscontinuous == type.isDiscontinuous)
        #expect(axis.mapsPositiveOnly == type.mapsPositiveOnly)
        let keys = Set(try #require(definitions["\(type)Axis"])["properties"].members.keys)
        #expect(keys.contains("nice") == type.described.isRoundable)
        #expect(keys.contains("exclusions") == type.isDiscontinuous)
        #expect(keys.contains("suggestedMin") == !type.isCategory)
        #expect(keys.contains("timeZone") == type.isDate)
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue { members[name] ?? .null }

    fileprivate var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}
