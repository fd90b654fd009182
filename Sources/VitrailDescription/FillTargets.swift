public import VitrailChart

extension SeriesDescription {
    /// Target of the fill of a line.
    public enum FillReach: Sendable, Equatable {
        case to(FillTarget)
        /// The line of another series, by its index.
        case series(Int)
    }

    static func readFill(_ object: inout DescriptionObject) throws(DescriptionError) -> FillReach? {
        guard let node = object.optional("fillTo") else { return nil }
        guard case .object = node.value else { return .to(try node.choice()) }
        var target = try DescriptionObject(node)
        let index = try target.required("series").integer(in: 0...1_000_000)
        try target.finish()
        return .series(index)
    }
}

extension ChartDescription {
    /// Checks that fills extend to existing lines with the same independent axis.
    func checkFillTargets() throws(DescriptionError) {
        for (k, own) in series.enumerated() {
            guard case .series(let index) = own.fillTo else { continue }
            func refuse(_ reason: String) -> DescriptionError {
                DescriptionError(path: "series[\(k)].fillTo.series", message: reason)
            }
            guard index < series.count else {
                throw refuse("there is no series[\(index)]; the last one is series[\(series.count - 1)]")
            }
            guard index != k else { throw refuse("this is the series itself; name another one") }
            let other = series[index]
            guard other.kind.described.isFillTarget else {
                throw refuse("series[\(index)] is of type \(other.kind.rawValue); fills reach to lines and step lines")
            }
            guard own.by == nil, other.by == nil else {
                throw refuse("a series that is split by a column has several lines; make a series of each")
            }
            let (axes, ids) =
                own.orientation == .horizontal ? (xAxes, (own.xAxis, other.xAxis)) : (yAxes, (own.yAxis, other.yAxis))
            func position(of id: String?) -> Int { id.flatMap { id in axes.firstIndex { $0.id == id } } ?? 0 }
            guard own.orientation == other.orientation, position(of: ids.0) == position(of: ids.1) else {
                throw refuse("series[\(index)] has its independent values on another axis")
            }
        }
    }

    /// Connects lines with the targets of their fills.
    ///
    /// - Parameter made: The created lines, by index of their description.
    func setFillTargets(of made: [Int: LineSeries]) {
        for (k, line) in made {
            switch series[k].fillTo {
            case .to(let target): line.fillTarget = target
            case .series(let index): line.fillSeries = made[index]
            case nil: break
            }
        }
    }
}
