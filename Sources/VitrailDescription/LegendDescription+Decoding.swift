extension LegendDescription: DescriptionValue {
    static func read(_ node: DescriptionNode) throws(DescriptionError) -> LegendDescription {
        var object = try DescriptionObject(node)
        var legend = LegendDescription()
        legend.hidden = try object.optional("hidden") ?? false
        legend.position = try object.optional("position")
        legend.placement = try object.optional("placement")
        legend.title = try object.optional("title")
        legend.symbolWidth = try object.optional("symbolWidth", in: 0...1_000)
        legend.maxSeriesPerLine = try object.optional("maxSeriesPerLine")?.integer(in: 1...1_000)
        legend.autosizeLabels = try object.optional("autosizeLabels")
        legend.fixedWidthRatio = try object.optional("fixedWidthRatio", in: 0.01...1)
        legend.style = try object.style("style")
        try object.finish()
        return legend
    }
}
