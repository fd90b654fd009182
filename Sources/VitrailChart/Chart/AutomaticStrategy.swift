import VitrailScene

/// The strategy of a series for which no strategy was asked for.
enum AutomaticStrategy {
    /// Minimum number of samples. Estimated: no graphics card was measured. With fewer, the path of the line has about
    /// as many points as there are samples, so a redraw uploads little in any case.
    static let minResident = 4_096

    /// `nil`: the strategies of the CPU.
    ///
    /// On a graphics card, samples stay on the device (estimated). The CPU passes over all samples for each picture and
    /// uploads what it makes of them. A card draws some 10⁹ vertices per second, which is faster than that pass from
    /// the second picture on; the first one uploads 8 bytes for each sample, which takes about as long as the pass. The
    /// choice must not depend on earlier pictures, because they must not change a picture. A software rasteriser draws
    /// 10⁷ segments per second at best, so there the CPU's strategies are faster.
    static func strategy(samples: Int, on device: DrawingDevice) -> RenderStrategy? {
        device == .hardware && samples >= minResident ? .resident : nil
    }
}

extension Chart {
    /// The strategy of a series of this chart for which no strategy was asked for.
    func automaticStrategy(samples: Int) -> RenderStrategy? {
        decimation == .automatic ? AutomaticStrategy.strategy(samples: samples, on: device) : nil
    }
}
