import VitrailScene

/// One shape of each kind with clips that cut it: nothing is painted outside the clip, everything inside.
enum ClipGroup {
    private static let clips: [(name: String, rect: PixelRect)] = [
        ("inside", PixelRect(x: 31, y: 17, width: 93, height: 71)),
        ("column", PixelRect(x: 80, y: 0, width: 1, height: 120)),
        ("row", PixelRect(x: 0, y: 60, width: 160, height: 1)), ("pixel", PixelRect(x: 80, y: 62, width: 1, height: 1)),
        ("corner", PixelRect(x: -20, y: -20, width: 90, height: 90)),
        ("beyond", PixelRect(x: 70, y: 50, width: 500, height: 500)),
        ("outside", PixelRect(x: 200, y: 10, width: 20, height: 20)),
        ("empty", PixelRect(x: 40, y: 40, width: 0, height: 30)),
    ]

    static let group = CaseGroup("clip") {
        SampleShapes.all.flatMap { shape in
            clips.map { name, rect in
                SceneCase.exact(
                    "\(shape.name).\(name)", isBlank: ["pixel", "outside", "empty"].contains(name) || shape.isSparse
                ) { numbers in
                    scene([shape.make(&numbers)], clip: rect)
                }
            }
        }
    }
}
