import VitrailScene

/// Compositing: alpha, order of layers and marks, faded groups.
enum BlendGroups {
    static let all = [alpha, order, groups]

    private static let grounds: [(name: String, color: Color)] = [
        ("white", .white), ("black", .black), ("blue", Color(0x204060)), ("translucent", Color(0xE0443E, alpha: 0.4)),
        ("clear", .clear),
    ]

    private static func discs(_ alpha: Double) -> [Shape] {
        [Color(0xE0443E), Color(0x2E9E5B), Color(0x2C6FDB)].enumerated().map { k, color in
            .discs(
                DiscBatch(items: [
                    .init(center: point(60 + 20 * Float(k), k == 1 ? 45 : 70), radius: 34, color: color.faded(alpha))
                ]))
        }
    }

    private static let alpha = CaseGroup("blend.premultiplied") {
        [SceneCase.exact("over") { _ in scene(discs(0.5)) }]
            + grounds.flatMap { name, ground in
                [0.02, 0.25, 0.5, 0.75, 1].map { alpha in
                    SceneCase.exact("\(name).alpha\(SceneCase.part(alpha))", isBlank: true) { _ in
                        scene(discs(alpha), background: ground)
                    }
                }
            }
    }

    /// Every kind of shape over every other kind.
    private static let order = CaseGroup("blend.order") {
        SampleShapes.all.flatMap { lower in
            SampleShapes.all.filter { $0.name != lower.name }.map { upper in
                SceneCase.exact("\(upper.name)_over_\(lower.name)") { numbers in
                    Scene(
                        size: PixelSize(width: 160, height: 120), background: Color(0xEEF4FF),
                        layers: [
                            Layer(.underlay, marks: [Mark(lower.make(&numbers))]),
                            Layer(.series, marks: [Mark(upper.make(&numbers))]),
                        ])
                }
            }
        }
    }

    private static let groups = CaseGroup("blend.group") {
        let opacities: [(String, [Float?])] = [
            ("one", [0.4]), ("two", [0.4, 0.7]), ("equal", [0.5, 0.5]), ("among_marks", [nil, 0.6, nil]),
            ("zero", [0, nil]), ("whole", [1]),
        ]
        return opacities.map { name, opacities in SceneCase.exact(name) { numbers in faded(opacities, &numbers) } } + [
            SceneCase.exact("clipped") { numbers in
                faded([0.6], &numbers, clip: PixelRect(x: 40, y: 30, width: 90, height: 71))
            },
            SceneCase.exact("on_translucent") { numbers in
                var scene = faded([0.4], &numbers)
                scene.background = Color(0xFFFFFF, alpha: 0.25)
                return scene
            },
        ]
    }

    private static func faded(_ opacities: [Float?], _ numbers: inout CaseNumbers, clip: PixelRect? = nil) -> Scene {
        var marks = discs(0.8).map { Mark($0) }
        for (id, opacity) in opacities.enumerated() {
            for sample in SampleShapes.all where ["line", "area", "rect", "sector"].contains(sample.name) {
                var mark = Mark(sample.make(&numbers), clip: clip)
                mark.group = opacity.map { FadedGroup(id: id, opacity: $0) }
                marks.append(mark)
            }
        }
        return Scene(size: PixelSize(width: 160, height: 120), layers: [Layer(.overlay, marks: marks)])
    }
}
