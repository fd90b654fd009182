import Testing
import VitrailScene
import VitrailTestNumbers

@Suite("Areas are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct AreaOracleTests {
    /// Limit for areas: one 8-bit step per trapezoid.
    private let fine = 1.5

    private func area(
        _ samples: [Area.Sample], _ orientation: Area.Orientation = .horizontal,
        paint: Paint = .solid(.black)
    ) -> Shape {
        .area(Area(samples: samples, orientation: orientation, paint: paint))
    }

    private func sample(_ along: Float, _ first: Float, _ second: Float) -> Area.Sample {
        Area.Sample(along: along, first: first, second: second)
    }

    @Test("between curves that cross", arguments: [Area.Orientation.horizontal, .vertical])
    func crossing(orientation: Area.Orientation) async throws {
        var numbers = SeededNumbers(seed: 21)
        let extent: Float = orientation == .horizontal ? 240 : 160
        let samples = (0..<60).map { i in
            sample(Float(i) * extent / 59, numbers.float(20...140), numbers.float(20...140))
        }
        try await Oracle.expectAgreement(
            "area crossing \(orientation)", scene(area(samples, orientation)))
    }

    enum Paints: CaseIterable { case opaque, translucent, gradients, oneClear }
    enum Course: CaseIterable { case sparse, steep, toAndFro, broken, dense, raw }

    private func paints(_ paints: Paints) -> (Paint, Paint) {
        switch paints {
        case .opaque: (.solid(Color(0xC8553D)), .solid(Color(0x2F6FB0)))
        case .translucent: (.solid(Color(0xC8553D, alpha: 0.5)), .solid(Color(0x2F6FB0, alpha: 0.8)))
        case .gradients:
            (
                .linearGradient(
                    from: point(0, 0), start: .black, to: point(200, 100), end: Color(0xC8553D, alpha: 0.3)),
                .radialGradient(
                    center: point(80, 60), radius: 90, start: Color(0x2F6FB0), end: Color(0xE9A23B, alpha: 0.4))
            )
        case .oneClear: (.solid(.clear), .solid(Color(0x2F6FB0)))
        }
    }

    /// Where two paints share a pixel, they cover all of it together: painted over one another, a quarter of the
    /// background would show.
    @Test("in two paints, by which curve comes first", arguments: Paints.allCases, Course.allCases)
    func twoPaints(_ paints: Paints, _ course: Course) async throws {
        for orientation in [Area.Orientation.horizontal, .vertical] {
            var numbers = SeededNumbers(seed: 29)
            let extent: Float = orientation == .horizontal ? 240 : 160
            let perPixel: Float = course == .dense ? 12 : course == .sparse || course == .broken ? 0.3 : 1.7
            let samples = (0..<Int(extent * perPixel)).flatMap { i in
                let along = course == .toAndFro ? numbers.float(10...150) : Float(i) / perPixel
                let jump = sample(along, numbers.float(-10...150), numbers.float(20...170))
                switch course {
                case .broken where i % 4 == 1:
                    return [jump, sample(along, numbers.float(20...140), numbers.float(20...140))]
                case .broken where i % 9 == 2:
                    return [jump, .init(along: .nan, first: 0, second: 0), sample(along + 0.4, 90, 60)]
                default: return [jump]
                }
            }
            let (paint, inverted) = self.paints(paints)
            var scene = scene(
                .area(Area(samples: samples, orientation: orientation, paint: paint, invertedPaint: inverted)))
            if course == .raw { scene.decimation = .none }
            try await Oracle.expectAgreement(
                "area in two paints \(paints) \(course) \(orientation)", scene, limits: .init(mean: 1, p99: 2, max: 2))
        }
    }

    @Test("down to the baseline", arguments: [1, 4, 16])
    func baseline(perColumn: Int) async throws {
        var numbers = SeededNumbers(seed: 22)
        let samples = (0...240 * perColumn).map { i in
            sample(Float(i) / Float(perColumn), 80 + numbers.float(-60...60), 150)
        }
        try await Oracle.expectAgreement("area \(perColumn) slices a pixel", scene(area(samples)))
    }

    @Test("wide slices, translucent, with gaps and jumps")
    func wide() async throws {
        var numbers = SeededNumbers(seed: 23)
        var samples: [Area.Sample] = []
        for i in 0..<14 {
            let x = Float(i) * 18.3
            samples.append(sample(x, numbers.float(0...160), numbers.float(0...160)))
            if i % 4 == 1 { samples.append(.init(along: .nan, first: 0, second: 0)) }
            if i % 4 == 2 { samples.append(sample(x, numbers.float(0...160), numbers.float(0...160))) }
        }
        try await Oracle.expectAgreement(
            "area wide", scene(area(samples, paint: .solid(Color(0x336699, alpha: 0.5)))))
    }

    /// Eight of every ten neighbouring pairs are trapezoids: four fifths of the whole, which 8-bit sums rounded to
    /// 0.82.
    @Test(
        "dozens of slices a pixel, each drawn by itself, with gaps",
        arguments: [Area.Orientation.horizontal, .vertical])
    func raw(orientation: Area.Orientation) async throws {
        var numbers = SeededNumbers(seed: 28)
        let extent = orientation == .horizontal ? 240 : 160
        let samples = (0..<extent * 56).map { i in
            i % 10 == 0
                ? Area.Sample(along: .nan, first: 0, second: 0)
                : sample(Float(i) / 56, 60 + numbers.float(-50...50), 150)
        }
        var scene = scene(area(samples, orientation))
        scene.decimation = .none
        try await Oracle.expectAgreement(
            "area raw with gaps \(orientation)", scene, limits: .init(mean: 0.6, p99: 1, max: 1))
    }

    @Test("thin: less than a pixel between the curves")
    func thin() async throws {
        var numbers = SeededNumbers(seed: 24)
        let samples = (0..<40).map { i in
            let y = 80 + numbers.float(-60...60)
            return sample(Float(i) * 6.2, y, y + numbers.float(0.05...0.6))
        }
        try await Oracle.expectAgreement("area thin", scene(area(samples)))
    }

    @Test("curves a million pixels outside")
    func far() async throws {
        var numbers = SeededNumbers(seed: 25)
        let samples = (0..<40).map { i in
            let reach: Float = i % 3 == 0 ? 1e6 : 200
            return sample(Float(i) * 8.2 - 40, 80 + numbers.float(-reach...reach), 80 + numbers.float(-reach...reach))
        }
        try await Oracle.expectAgreement(
            "area far", scene(area(samples), clip: PixelRect(x: 20, y: 10, width: 190, height: 140)))
    }

    @Test("gradient")
    func gradient() async throws {
        var numbers = SeededNumbers(seed: 26)
        let samples = (0..<40).map { i in sample(Float(i) * 6.2, 50 + numbers.float(-40...40), 150) }
        let paint = Paint.linearGradient(
            from: point(0, 20), start: Color(0x0066CC, alpha: 0.9), to: point(0, 150), end: Color(0x0066CC, alpha: 0))
        try await Oracle.expectAgreement("area gradient", scene(area(samples, paint: paint)))
    }

    @Test(
        "gradients round a place",
        arguments: [(120, 90, 70), (20, 10, 400), (-50, 300, 260), (120, 80, 0)] as [(Float, Float, Float)])
    func radialGradient(x: Float, y: Float, radius: Float) async throws {
        var numbers = SeededNumbers(seed: 27)
        let samples = (0..<40).map { i in sample(Float(i) * 6.2, 50 + numbers.float(-40...40), 150) }
        let paint = Paint.radialGradient(
            center: point(x, y), radius: radius, start: Color(0x0066CC, alpha: 0.2), end: Color(0xE0443E, alpha: 0.9))
        let line = Shape.polyline(
            Polyline(points: [point(10, 10), point(230, 40), point(60, 150)], width: 9, paint: paint))
        try await Oracle.expectAgreement(
            "area gradient round \(x), \(y) within \(radius)", scene(area(samples, paint: paint), line))
    }
}
