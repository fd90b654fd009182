import VitrailChart

enum DescribedSquareRootAxis: DescribedNumberLabels {
    static var foreignNames: [String] { ["sqrt"] }
    static var isRoundable: Bool { true }

    static func makeNumbers(_ description: AxisDescription) -> NumberAxis {
        SquareRootAxis(defaultRange: description.defaultRange)
    }
}
