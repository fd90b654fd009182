import VitrailScript

/// Options without effect on a picture, and options that are not supported.
extension Importer {
    /// Options for web pages. They cause no warning.
    private static let ofPages: Set<String> = [
        "responsive", "maintainAspectRatio", "aspectRatio", "animation", "animations", "transitions", "hover",
        "interaction", "events", "onClick", "onHover",
        "onResize", "resizeDelay", "tooltips", "devicePixelRatio", "locale", "normalized",
        "responsiveAnimationDuration", "legendCallback", "backgroundColor",
    ]
    private static let knownNames: Set<String> = [
        "scales", "plugins", "elements", "datasets", "layout", "indexAxis", "parsing", "font", "color", "borderColor",
        "spanGaps", "showLine", "showLines",
        "cutout", "rotation", "circumference", "radius", "spacing", "fill", "borderWidth", "barPercentage",
        "categoryPercentage", "skipNull", "grouped",
        "barThickness", "maxBarThickness", "minBarLength", "stacked", "offset", "startAngle", "tension",
        "cubicInterpolationMode", "pointBackgroundColor",
        "clip", "base", "borderRadius", "borderSkipped", "inflateAmount", "spacingMode", "borderAlign", "pointStyle",
        "pointRadius", "drawActiveElementsOnTop",
    ]
    private static let plugInNames: Set<String> = [
        "legend", "title", "subtitle", "tooltip", "tooltips", "datalabels", "annotation", "colors", "filler",
        "decimation", "doughnutlabel", "doughnutLabel",
        "tickFormat", "outlabels", "roundedBars",
    ]

    func warnOfIgnored() {
        for (name, node) in options.members
        where node.isPresent && !Self.ofPages.contains(name) && !Self.knownNames.contains(name) {
            warn(node.path, "is ignored")
        }
        for (name, node) in plugins.members where node.isPresent && !Self.plugInNames.contains(name) {
            warn(
                node.path,
                name == "colorschemes"
                    ? "the colours are the usual ones; write them into the datasets"
                    : "there is no such plug-in; it is ignored")
        }
        if config["plugins"].isArray, !config["plugins"].elements.isEmpty {
            warn("plugins", "plug-ins that are programs are ignored")
        }
    }
}
