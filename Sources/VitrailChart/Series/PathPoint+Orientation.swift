public import VitrailRaster
public import VitrailScene

extension PathPoint {
    public func plotPoint(_ orientation: CartesianSeries.Orientation) -> PlotPoint {
        orientation == .horizontal ? PlotPoint(x: along, y: across) : PlotPoint(x: across, y: along)
    }
}

extension PlotPoint {
    func pathPoint(_ orientation: CartesianSeries.Orientation) -> PathPoint {
        orientation == .horizontal ? PathPoint(along: x, across: y) : PathPoint(along: y, across: x)
    }
}

extension [PathPoint] {
    /// The points of a path in plot space; fast for paths with tens of thousands of points.
    func plotPoints(_ orientation: CartesianSeries.Orientation) -> [PlotPoint] {
        let path = span
        return unsafe [PlotPoint](unsafeUninitializedCapacity: path.count) { points, made in
            if orientation == .horizontal {
                for i in path.indices { unsafe points[i] = PlotPoint(x: path[i].along, y: path[i].across) }
            } else {
                for i in path.indices { unsafe points[i] = PlotPoint(x: path[i].across, y: path[i].along) }
            }
            made = path.count
        }
    }
}
