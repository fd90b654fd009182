/// Small charts, each with one feature of a series' style, for every drawing path.
public enum FeatureDescriptions {
    public static let all: [(name: String, json: String)] = [
        (
            "colors of columns",
            chart(
                ##"{"type": "column", "data": "d", "x": "x", "y": "y", "style": {"areaColors": ["#1d4e89", "#2a9d8f80"], "lineColors": ["black", "#c8553d", "#00000000"], "lineWidth": 2}}"##
            )
        ),
        (
            "colors of bars",
            chart(
                ##"{"type": "bar", "data": "d", "x": "y", "y": "x", "style": {"areaColors": ["#1d4e89", "#2a9d8f", "#e07a3f"], "cornerRatio": 0.6}}"##
            )
        ),
        (
            "colors of points",
            chart(
                ##"{"type": "scatter", "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"colors": ["#1d4e89", "#c8553d80"], "radius": 6, "innerRadius": 2, "innerColor": "white"}}}"##
            )
        ),
        (
            "colors of bubbles",
            chart(
                ##"{"type": "bubble", "data": "d", "x": "x", "y": "y", "area": "x", "style": {"pointStyle": {"colors": ["#1d4e8980", "#c8553d80"]}}}"##
            )
        ),
        (
            "symbols",
            chart(
                ##"{"type": "scatter", "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"symbols": ["square", "roundedSquare", "diamond", "triangle", "circle", "plus"], "color": "#1d4e8980", "outlineColor": "#c8553d", "outlineWidth": 2, "radius": 9, "innerRadius": 0}}}"##
            )
        ),
        (
            "symbols of lines",
            chart(
                ##"{"type": "scatter", "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"symbols": ["plus", "cross", "star", "line", "halfLine", "star"], "color": "#1d4e89", "outlineWidths": [1, 3], "radii": [9, 12, 6]}}}"##
            )
        ),
        (
            "turned symbols",
            chart(
                ##"{"type": "line", "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"showPoints": true, "symbols": ["square", "roundedSquare", "diamond", "triangle", "cross", "halfLine"], "rotations": [0.3, 0.5, 0.7, 1, 1.3], "outlineColors": ["#c8553d80", "black"], "outlineWidth": 1.5, "radius": 10, "innerRadius": 4, "innerColor": "white"}}}"##
            )
        ),
        (
            "symbols on one another",
            chart(
                ##"{"type": "scatter", "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"symbols": ["triangle", "circle"], "color": "#1d4e8960", "outlineColor": "#c8553d80", "outlineWidth": 4, "radius": 60, "innerRadius": 0}}}"##
            )
        ),
        (
            "bubbles of shapes",
            chart(
                ##"{"type": "bubble", "data": "d", "x": "x", "y": "y", "area": "x", "style": {"pointStyle": {"symbols": ["diamond", "square"], "color": "#1d4e8960", "outlineColor": "#1d4e89", "outlineWidth": 1}}}"##,
                ##", "legend": {}"##)
        ),
        (
            "floating columns",
            chart(
                ##"{"type": "column", "data": "d", "x": "x", "y": "y", "from": "from", "style": {"areaColor": "#1d4e89", "areaColorBelowBaseline": "#c8553d", "cornerRatio": 0.5}}"##
            )
        ),
        (
            "floating bars",
            chart(
                ##"{"type": "bar", "data": "d", "x": "y", "from": "from", "y": "x", "style": {"areaColor": "#1d4e8980", "lineWidth": 2, "lineColor": "#1d4e89"}}"##
            )
        ),
        (
            "outlines inside",
            chart(
                ##"{"type": "column", "data": "d", "x": "x", "y": "y", "style": {"areaColor": "#1d4e8960", "lineColor": "#1d4e8980", "lineWidths": [3, 1.5, 0, 40], "lineInside": true, "lineAtBase": false}}"##
            )
        ),
        (
            "outlines by sides",
            chart(
                ##"{"type": "bar", "data": "d", "x": "y", "y": "x", "style": {"areaColor": "#1d4e8960", "lineColor": "#c8553d", "sideWidths": {"top": 3, "left": 1, "right": 6}, "lineAtTip": false}}"##
            )
        ),
        (
            "round outlines",
            chart(
                ##"{"type": "column", "data": "d", "x": "x", "y": "y", "style": {"areaColor": "#1d4e8960", "lineColor": "#c8553d80", "lineWidth": 3, "lineAtBase": false, "cornerRadius": 8}}"##
            )
        ),
        (
            "corners",
            chart(
                ##"{"type": "bar", "data": "d", "x": "y", "y": "x", "style": {"showAreaWithGradient": true, "areaColor": "#1d4e89", "areaColorGradient": "#e07a3f", "lineColor": "black", "lineWidth": 2, "lineInside": true, "cornerRadii": {"topLeft": 9, "bottomRight": 5, "topRight": 100}}}"##
            )
        ),
        (
            "widths in points",
            chart(
                ##"{"type": "column", "data": "d", "x": "x", "y": "y", "style": {"barWidth": 9}}, {"type": "column", "data": "d", "x": "x", "y": "x", "style": {"maxBarWidth": 5}}"##
            )
        ),
        (
            "fill to the axis' end",
            chart(
                ##"{"type": "line", "data": "d", "x": "x", "y": "y", "fillTo": "axisEnd", "style": {"showFill": true, "areaColor": "#1d4e89", "areaColorBelowBaseline": "#2a9d8f80"}}"##
            )
        ),
        (
            "fill to the axis' start",
            chart(
                ##"{"type": "stepLine", "data": "d", "x": "x", "y": "y", "fillTo": "axisStart", "style": {"showFill": true, "areaColor": "#1d4e8980", "areaColorLowGradient": "#1d4e8910"}}"##
            )
        ),
        (
            "fill to a line",
            chart(
                ##"{"type": "line", "data": "d", "x": "x", "y": "y", "fillTo": {"series": 1}, "style": {"showFill": true, "areaColor": "#1d4e8980", "areaColorBelowBaseline": "#c8553d80"}}, {"type": "line", "data": "d", "x": "at", "y": "from", "curve": "monotone"}"##
            )
        ),
        (
            "fill to steps",
            chart(
                ##"{"type": "line", "data": "d", "x": "y", "y": "x", "orientation": "vertical", "fillTo": {"series": 1}, "style": {"showFill": true, "areaColor": "#1d4e8980", "areaColorBelowBaseline": "#c8553d80"}}, {"type": "stepLine", "data": "d", "x": "from", "y": "at", "orientation": "vertical", "steps": "middle"}"##
            )
        ),
        (
            "smooth radar",
            chart(
                ##"{"type": "radialLine", "data": "d", "x": "name", "y": "at", "curve": "smooth", "pointsWrapAround": true, "style": {"showFill": true, "areaColor": "#1d4e8960", "areaLineColor": "#1d4e89", "areaLineWidth": 2}}"##,
                ##", "xAxis": {"type": "category"}"##)
        ),
        (
            "smooth polar line",
            chart(
                ##"{"type": "radialLine", "data": "d", "x": "x", "y": "at", "curve": "smooth", "tension": 0.6, "style": {"lineColor": "#1d4e89", "lineWidth": 2}}"##
            )
        ),
        (
            "radial columns",
            chart(
                ##"{"type": "radialColumn", "data": "d", "x": "name", "y": "at"}"##,
                ##", "xAxis": {"type": "category"}, "legend": {}"##)
        ),
        (
            "radial columns after their directions",
            chart(
                ##"{"type": "radialColumn", "data": "d", "x": "x", "y": "y", "style": {"areaColor": "#1d4e8960", "lineColor": "#1d4e89", "lineWidth": 3, "sectorAlignment": "afterDirection"}}"##,
                ##", "xAxis": {"defaultRange": [0, 8]}"##)
        ),
        (
            "error bars",
            chart(
                ##"{"type": "errorBar", "data": "d", "x": "x", "y": "y", "low": "from", "high": "at", "style": {"lineColor": "#1d4e8980", "lineWidth": 2, "capLength": 10, "pointStyle": {"color": "#c8553d", "radius": 4}}}"##
            )
        ),
        (
            "error bars on columns",
            chart(
                ##"{"type": "column", "title": "a", "data": "d", "x": "x", "y": "y"}, {"type": "column", "title": "b", "data": "d", "x": "x", "y": "at"}, {"type": "errorBar", "title": "a", "data": "d", "x": "x", "y": "y", "errorLow": "x"}, {"type": "errorBar", "title": "b", "data": "d", "x": "x", "y": "at", "error": "x"}"##
            )
        ),
        (
            "error bars along y",
            chart(
                ##"{"type": "errorBar", "data": "d", "orientation": "vertical", "y": "x", "low": "from", "high": "at", "style": {"lineWidth": 3, "capLength": 0}}"##,
                ##", "legend": {}"##)
        ),
        (
            "steps before",
            chart(
                ##"{"type": "stepLine", "data": "d", "x": "x", "y": "y", "steps": "before", "style": {"lineWidth": 2, "lineColorBelowBaseline": "#c8553d"}}"##
            )
        ),
        (
            "steps middle",
            chart(
                ##"{"type": "stepLine", "data": "d", "x": "x", "y": "y", "steps": "middle", "style": {"showFill": true, "areaColor": "#1d4e8960"}}"##
            )
        ),
        (
            "line on square-root axes",
            chart(
                ##"{"type": "line", "data": "d", "x": "x", "y": "y", "style": {"lineWidth": 2, "showFill": true, "areaColor": "#1d4e8960", "areaColorBelowBaseline": "#c8553d60", "pointStyle": {"showPoints": true, "radius": 4}}}"##,
                ##", "xAxis": {"type": "squareRoot"}, "yAxis": {"type": "squareRoot"}"##)
        ),
        (
            "columns on a square-root axis",
            chart(
                ##"{"type": "column", "data": "d", "x": "x", "y": "y", "stackIndex": 0}, {"type": "column", "data": "d", "x": "x", "y": "at", "stackIndex": 0}"##,
                ##", "yAxis": {"type": "squareRoot"}"##)
        ),
        (
            "bars on square-root axes",
            chart(
                ##"{"type": "bar", "data": "d", "x": "y", "y": "x", "style": {"cornerRatio": 0.5}}"##,
                ##", "xAxis": {"type": "squareRoot"}, "yAxis": {"type": "squareRoot"}"##)
        ),
    ]

    private static func chart(_ series: String, _ more: String = "") -> String {
        """
        {"size": {"width": 280, "height": 190}, "data": {"d": {"values": {"x": [1, 2, 3, 4, 5, 6], "y": [3, -2, 5, 4, 1, 6], "from": [1, 2, null, 6, -3, 5.9], "at": [1.5, 2.5, 3, 3.5, 4.5, 7], "name": ["a", "b", "c", "d", "e", "f"]}}}, "series": [\(series)]\(more)}
        """
    }
}
