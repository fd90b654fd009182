import Synchronization
import Vitrail

/// Soft light around each sample; the area is the sample's third value. Its own shader draws it, in order with the
/// other series.
///
/// `draw` runs while the chart is planned, and the hook's action later on the device's thread. They share the lights:
///
///     draw ── lights ──► action ── GL ──► canvas
///
/// The renderer gets the action with the chart: `renderer.render(chart, hooks: [series.hook: series.action])`.
final class HaloSeries: RenderableSeries<XyzPassData> {
    /// The renderer finds the action by this key.
    let hook = Hook(token: 0x6861_6C6F)
    /// Square points per unit of the third value.
    let areaPerUnit: Double
    let color: Color
    private let lights = Lights()

    /// Passes the lights from `draw` to the action.
    private final class Lights: Sendable {
        let all = Mutex<[HaloShader.Light]>([])
    }

    init(title: String = "", columns: SeriesColumns = SeriesColumns(), color: Color, areaPerUnit: Double) {
        (self.color, self.areaPerUnit) = (color, areaPerUnit)
        super.init(title: title, columns: columns, hitProvider: .none)
    }

    override func kindName(theme: Theme) -> String { "halo" }

    override func draw(_ pass: XyzPassData, in context: DrawContext) {
        guard let range = pass.xPointRange else { return }
        let (x, y) = (pass.xCoordinates, pass.yCoordinates)
        let values = pass.zValues.withValues { span in range.map { span[$0] } }
        let found = values.indices.compactMap { k -> HaloShader.Light? in
            guard x[k].isFinite, y[k].isFinite, values[k] > 0 else { return nil }
            return HaloShader.Light(
                x: x[k], y: y[k], radius: context.series.pixels((values[k] * areaPerUnit / .pi).squareRoot()))
        }
        lights.all.withLock { $0 = found }
        context.hook(hook)
    }

    /// Draws the lights of the last plan.
    var action: HookAction {
        { [lights, color] context in HaloShader(context).draw(lights.all.withLock { $0 }, color) }
    }

    override func legendSymbol(theme: Theme) -> LegendSymbol { LegendSymbol(kind: .disc, color: color.faded(0.5)) }
}
