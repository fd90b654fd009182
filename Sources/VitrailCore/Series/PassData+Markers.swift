import VitrailScene

extension PassData {
    /// The same in a style; nil where points need more than one disc of one colour each.
    func markers(_ value: SeriesValue, _ style: PointStyle) -> Markers? {
        let look = PointSymbols(context).look(style)
        guard style.texture == nil, look.isOneDisc else { return nil }
        return markers(value, radius: look.radius, color: look.color)
    }

    /// The samples of `xPointRange` as markers of one colour, none for a sample without a place. They are mapped when they are painted; nothing is
    /// kept of each.
    ///
    /// - Parameter radius: pixels.
    func markers(_ value: SeriesValue, radius: Float, color: Color) -> Markers? {
        guard let source = markerPlaces(value) else { return nil }
        return Markers(count: source.count, color: color) { range, items in
            source.append(range, to: &items) { _ in radius }
        }
    }

    /// - Parameters:
    ///   - sizes: one a sample, of which `radius` makes pixels.
    func markers(_ value: SeriesValue, sizes: Column, color: Color, radius: @escaping @Sendable (Double) -> Float) -> Markers? {
        guard let source = markerPlaces(value) else { return nil }
        return Markers(count: source.count, color: color) { range, items in
            sizes.lend { sizes in
                source.append(range, to: &items) { radius(sizes[$0]) }
            }
        }
    }

    /// nil for what the series does not read, and for samples that a stack put some between.
    private func markerPlaces(_ value: SeriesValue) -> MarkerPlaces? {
        guard value.isOnAxis, let across = values(value), context.samples.rows == nil, context.polar == nil else { return nil }
        return MarkerPlaces(
            along: independentValues, across: across, visible: context.visible, alongScale: context.along, acrossScale: context.across,
            isHorizontal: context.orientation == .horizontal)
    }
}

/// Two columns and where their values lie.
private struct MarkerPlaces: Sendable {
    let along: Column
    let across: Column
    let visible: Range<Int>
    let alongScale: AxisScale
    let acrossScale: AxisScale
    let isHorizontal: Bool

    var count: Int { visible.count }

    /// The markers of a range, counted from the first that is visible.
    ///
    /// - Parameter radius: of the sample with an index.
    @inline(__always)
    func append(_ range: Range<Int>, to items: inout OutputSpan<Markers.Item>, radius: (Int) -> Float) {
        let samples = visible.lowerBound + range.lowerBound..<visible.lowerBound + range.upperBound
        SharedValues.lend(along, across) { along, across in
            switch (alongScale.mapper, acrossScale.mapper) {
            case (.identity, .identity):
                append(along, across, samples, Affine(alongScale), Affine(acrossScale), &items, radius)
            default: append(along, across, samples, AnyPlacing(alongScale), AnyPlacing(acrossScale), &items, radius)
            }
        }
    }

    @inline(__always)
    private func append(
        _ along: SharedValues, _ across: SharedValues, _ samples: Range<Int>, _ placeAlong: some Placing, _ placeAcross: some Placing,
        _ items: inout OutputSpan<Markers.Item>, _ radius: (Int) -> Float
    ) {
        SharedValues.forEachBlock(of: samples, along, across) { first, along, across in
            for i in along.indices {
                let (a, b) = (Float(placeAlong.place(along[i])), Float(placeAcross.place(across[i])))
                items.append(Markers.Item(center: isHorizontal ? PlotPoint(x: a, y: b) : PlotPoint(x: b, y: a), radius: radius(first + i)))
            }
        }
    }
}

/// Any scale; what an axis leaves out has no place.
private struct AnyPlacing: Placing {
    let scale: AxisScale

    init(_ scale: AxisScale) { self.scale = scale }

    @inline(__always) func place(_ value: Double) -> Double { scale.isExcluded(value) ? .nan : scale.place(value) }
    func value(at place: Double) -> Double { scale.value(at: place) }
}
