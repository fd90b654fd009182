import VitrailChart

/// Texts: shaped, rasterised once into an atlas, and copied pixel by pixel to their positions. A font without a script
/// draws boxes, in both pictures.
enum TextGroups {
    static let all = [scripts, turned, sized]

    private static let texts: [(name: String, text: String)] = [
        ("latin", "Quick ffi jumps, Àçñ"), ("greek", "Αλφα βήτα ωμέγα"), ("cyrillic", "Съешь ещё"),
        ("hebrew", "שלום עולם"),
        ("arabic", "مرحبا بالعالم"), ("devanagari", "नमस्ते दुनिया"), ("thai", "สวัสดีชาวโลก"), ("han", "東京都 北京市"),
        ("kana", "ひらがなカナ"),
        ("hangul", "안녕하세요"), ("emoji", "📈 🙂 🇪🇺"), ("mixed", "a שלום 12 東 b"), ("digits", "0123456789 −+.,%"),
        ("lines", "one\ntwo\nthree"),
    ]

    private static let scripts = CaseGroup("text.script") {
        texts.map { name, text in SceneCase.exact(name) { _ in try plan(chart(text)).scene } }
    }

    /// Titles of vertical axes are rotated by 90°, tick labels also by 45°.
    private static let turned = CaseGroup("text.rotated") {
        let titles = texts.prefix(11).map { name, text in
            SceneCase.exact(name) { _ in
                let chart = chart("")
                chart.yAxis?.title = text
                return try plan(chart).scene
            }
        }
        let ticks = TickLabelOrientation.allCases.map { orientation in
            SceneCase.exact("ticks.\(orientation.rawValue)") { _ in
                let chart = chart("")
                chart.xAxis?.style.majorTickStyle = TickStyle(tickLabelOrientation: orientation)
                return try plan(chart).scene
            }
        }
        return titles + ticks
    }

    private static let sized = CaseGroup("text.scale") {
        [0.5, 0.75, 1.25, 1.5, 2, 3].map { scale in
            SceneCase.exact("x\(SceneCase.part(scale))") { _ in
                let chart = chart("Size of 東京")
                chart.scale = scale
                return try plan(chart).scene
            }
        }
    }

    private static func chart(_ title: String) -> Chart {
        let chart = Chart(width: 160, height: 110)
        chart.title = title
        chart.add(LineSeries(title: title, columns: ChartKind.columns([2, 5, 3, 8])))
        return chart
    }
}
