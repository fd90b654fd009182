import VitrailScene

/// Coordinates that are NaN, infinite or far outside the picture: the result must equal the reference, and the next
/// picture must not be affected.
enum RobustGroup {
    static let group = CaseGroup("robust.scene") {
        values.flatMap { name, value in
            [
                SceneCase.exact("line.\(name)", isBlank: true) { _ in
                    scene([
                        .polyline(
                            Polyline(
                                points: [point(10, 20), point(60, 90), value, point(90, 20), point(150, 100)], width: 3,
                                paint: .solid(.black)))
                    ])
                },
                SceneCase.exact("area.\(name)", isBlank: true) { _ in
                    let samples = [10, 40, value.x, 100, 150].enumerated().map { k, x in
                        Area.Sample(along: x, first: 30 + Float(k) * 5, second: 100)
                    }
                    return scene([
                        .area(
                            Area(samples: samples.filter { $0.along.isFinite || $0.along.isNaN }, paint: .solid(.black))
                        )
                    ])
                },
                SceneCase.exact("disc.\(name)", isBlank: true) { _ in
                    scene([
                        .discs(
                            DiscBatch(items: [
                                .init(center: value, radius: 20, color: .black),
                                .init(center: point(80, 60), radius: 10, color: .black),
                                .init(center: point(40, 60), radius: value.x.isFinite ? 4 : value.x, color: .black),
                            ]))
                    ])
                },
                SceneCase.exact("rect.\(name)", isBlank: true) { _ in
                    scene([
                        .rects(
                            RectBatch(items: [
                                .init(
                                    rect: PlotRect(minX: 20, minY: 20, maxX: value.x, maxY: 60), fill: .black,
                                    tip: .top, tipRadius: 4),
                                .init(rect: PlotRect(minX: 20, minY: 70, maxX: 100, maxY: 100), fill: .black),
                            ]))
                    ])
                },
                SceneCase.exact("sector.\(name)", isBlank: true) { _ in
                    scene([
                        .sectors(
                            SectorBatch(items: [
                                .init(
                                    center: value, innerRadius: 0, outerRadius: 30, startAngle: 0, sweep: 1,
                                    fill: .black),
                                .init(
                                    center: point(80, 60), innerRadius: 5, outerRadius: 30, startAngle: 0, sweep: 2,
                                    fill: .black),
                            ]))
                    ])
                },
            ]
        }
            + SampleShapes.all.map { shape in
                ConformanceCase("beyond_reference.\(shape.name)") { context in try beyond(shape, context) }
            }
    }

    /// Coordinates up to the largest Float, beyond the range of the reference: they must not cause an error, and the
    /// next picture must equal the one before.
    private static func beyond(_ shape: SampleShape, _ context: CaseContext) throws -> CaseOutcome {
        var numbers = context.numbers
        let one = shape.make(&numbers)
        let before = try context.draw(scene([one]))
        for distance in [Float(1e12), Float(1e30), Float.greatestFiniteMagnitude, -Float.greatestFiniteMagnitude] {
            _ = try context.draw(scene([one.moved(x: distance, y: distance / 3)]))
        }
        let far = Polyline(
            points: [point(10, 20), point(1e30, 50), point(90, -.greatestFiniteMagnitude), point(20, 100)], width: 3,
            paint: .solid(.black))
        _ = try context.draw(scene([.polyline(far)]))
        return InvariantGroup.same(try context.draw(scene([one])), before)
    }

    private static let values: [(name: String, value: PlotPoint)] = [
        ("nan", point(.nan, .nan)), ("infinite", point(.infinity, 50)),
        ("minus_infinite", point(-.infinity, -.infinity)), ("million", point(1e6, -1e6)),
        // The reference is exact up to this value.
        ("milliard", point(1e9, 50)),
    ]
}
