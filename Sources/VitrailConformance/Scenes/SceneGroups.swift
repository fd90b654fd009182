/// The library's output, from single shapes to whole charts.
enum SceneGroups {
    static let all: [CaseGroup] = series + shapes

    private static let series = SeriesGroups.all + [ChartGroups.themes, ChartGroups.scales] + TextGroups.all
    private static let shapes =
        [LineShapes.group, AreaShapes.group, RectShapes.group] + RoundShapes.all + [
            PictureShapes.group, ResidentShapes.group, ClipGroup.group,
        ] + BlendGroups.all
        + [AbutGroup.group, InvariantGroup.group, RobustGroup.group]
}
