import VitrailScene

/// Areas between two curves.
enum AreaShapes {
    static let group = CaseGroup("shape.area") {
        [Area.Orientation.horizontal, .vertical].flatMap { forms($0) + dense($0) + painted($0) }
    }

    private static func extent(_ orientation: Area.Orientation) -> Float { orientation == .horizontal ? 160 : 120 }

    private static func area(
        _ samples: [Area.Sample], _ orientation: Area.Orientation, _ paint: Paint = .solid(.black)
    ) -> Scene {
        scene([.area(Area(samples: samples, orientation: orientation, paint: paint))])
    }

    private static func forms(_ orientation: Area.Orientation) -> [ConformanceCase] {
        let extent = extent(orientation)
        return [
            SceneCase.exact("\(orientation).crossing") { numbers in
                let samples = (0..<40).map { k in
                    Area.Sample(
                        along: Float(k) * extent / 39, first: numbers.float(20...100), second: numbers.float(20...100))
                }
                return area(samples, orientation)
            },
            SceneCase.exact("\(orientation).gaps_and_jumps") { numbers in
                area(broken(extent, &numbers), orientation, .solid(Color(0x336699, alpha: 0.5)))
            },
            SceneCase.exact("\(orientation).thin") { numbers in
                let samples = (0..<30).map { k in
                    let first = 60 + numbers.float(-40...40)
                    return Area.Sample(
                        along: Float(k) * extent / 29, first: first, second: first + numbers.float(0.05...0.6))
                }
                return area(samples, orientation)
            },
            SceneCase.exact("\(orientation).far") { numbers in
                let samples = (0..<30).map { k in
                    let reach: Float = k % 3 == 0 ? 1e6 : 150
                    return Area.Sample(
                        along: Float(k) * extent / 25 - 10, first: 60 + numbers.float(-reach...reach),
                        second: 60 + numbers.float(-reach...reach))
                }
                return area(samples, orientation)
            },
        ]
    }

    private static func broken(_ extent: Float, _ numbers: inout CaseNumbers) -> [Area.Sample] {
        var samples: [Area.Sample] = []
        for k in 0..<10 {
            let along = Float(k) * extent / 9
            samples.append(.init(along: along, first: numbers.float(0...120), second: numbers.float(0...120)))
            if k % 4 == 1 { samples.append(.init(along: .nan, first: 0, second: 0)) }
            if k % 4 == 2 {
                samples.append(.init(along: along, first: numbers.float(0...120), second: numbers.float(0...120)))
            }
        }
        return samples
    }

    private static func dense(_ orientation: Area.Orientation) -> [ConformanceCase] {
        [1, 4, 16].map { perPixel in
            SceneCase.exact("\(orientation).baseline.perpixel\(perPixel)") { numbers in
                let samples = (0...Int(extent(orientation)) * perPixel).map { k in
                    Area.Sample(along: Float(k) / Float(perPixel), first: 60 + numbers.float(-50...50), second: 112)
                }
                return area(samples, orientation)
            }
        }
    }

    private static func painted(_ orientation: Area.Orientation) -> [ConformanceCase] {
        SamplePaints.all.map { name, paint in
            SceneCase.exact("\(orientation).paint.\(name)") { numbers in
                let samples = (0..<30).map { k in
                    Area.Sample(
                        along: Float(k) * extent(orientation) / 29, first: 40 + numbers.float(-30...30), second: 115)
                }
                return area(samples, orientation, paint)
            }
        }
    }
}

/// Gradients of each kind.
enum SamplePaints {
    static let all: [(name: String, paint: Paint)] = [
        (
            "linear",
            .linearGradient(
                from: point(0, 15), start: Color(0x0066CC, alpha: 0.9), to: point(0, 110),
                end: Color(0x0066CC, alpha: 0))
        ),
        (
            "slanted",
            .linearGradient(
                from: point(30, 15), start: Color(0xFF0000), to: point(120, 90), end: Color(0x0000FF, alpha: 0.3))
        ),
        (
            "radial",
            .radialGradient(
                center: point(80, 60), radius: 60, start: Color(0x0066CC, alpha: 0.2), end: Color(0xE0443E, alpha: 0.9))
        ),
        (
            "radial_off_centre",
            .radialGradient(
                center: point(-40, 200), radius: 220, start: Color(0x0066CC), end: Color(0xE0443E, alpha: 0.4))
        ),
        (
            "radial_no_radius",
            .radialGradient(center: point(80, 60), radius: 0, start: Color(0x2E9E5B, alpha: 0.8), end: .black)
        ),
    ]
}
