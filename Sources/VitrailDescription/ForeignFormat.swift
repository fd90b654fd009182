/// A format of another tool that may be passed instead of a description by mistake.
enum ForeignFormat: String, Sendable, CaseIterable {
    case chartJS = "Chart.js"
    case quickChart = "QuickChart"
    case vegaLite = "Vega-Lite"
    case vega = "Vega"
    case plotly = "Plotly"
    case highcharts = "Highcharts"
    case eCharts = "ECharts"
    case apexCharts = "ApexCharts"
    case grafana = "Grafana"
    case c3 = "C3 or Billboard.js"
    case googleCharts = "Google Charts"
    case geoJSON = "GeoJSON"
    case jupyter = "Jupyter"
    /// Data without a chart.
    case rows = "JSON rows"

    /// The format that a document looks like. `nil`: unknown. Call it only for documents that are not valid
    /// descriptions.
    static func recognise(_ document: JSONValue) -> ForeignFormat? {
        if case .array(let rows) = document {
            return rows.first.map { if case .object = $0 { true } else { false } } == true ? .rows : nil
        }
        let keys = Set(document.keys)
        func has(_ names: String...) -> Bool { names.allSatisfy(keys.contains) }
        let (data, chart, series) = (document["data"], document["chart"], document["series"])
        if case .string(let schema)? = document["$schema"] {
            if schema.contains("/vega-lite/") { return .vegaLite }
            if schema.contains("/vega/") { return .vega }
        }
        if has("nbformat", "cells") { return .jupyter }
        if case .string(let type)? = document["type"], ["FeatureCollection", "Feature", "Topology"].contains(type) {
            return .geoJSON
        }
        if has("mark", "encoding") || has("mark", "data") { return .vegaLite }
        if case .object? = document["encoding"],
            !["layer", "hconcat", "vconcat", "spec", "facet"].allSatisfy({ !keys.contains($0) })
        {
            return .vegaLite
        }
        if has("marks", "scales") || has("marks", "signals") { return .vega }
        if data?["datasets"]?.isList == true || has("type") && data?["labels"]?.isList == true { return .chartJS }
        if chart?["data"]?["datasets"]?.isList == true
            || chart?["type"] != nil && chart?["data"] != nil && chart?["series"] == nil
        {
            return .quickChart
        }
        if data?.isList == true,
            has("layout") || data?.first?["type"] != nil || data?.first?["y"] != nil || has("frames")
        {
            return .plotly
        }
        if has("panels") || has("fieldConfig") || has("targets", "datasource") || has("dashboard") { return .grafana }
        if has("xaxis")
            || series != nil && has("chart") && chart?["type"] != nil
                && (has("dataLabels") || has("stroke") || has("yaxis"))
        {
            return .apexCharts
        }
        if has("option"), document["option"]?["series"] != nil { return .eCharts }
        let ownData = series?.first?["data"]?.isList == true || series?["data"]?.isList == true
        if ownData {
            if has("chart") || has("plotOptions") || has("credits") || document["xAxis"]?["categories"] != nil
                || document["title"]?["text"] != nil && !has("tooltip")
            {
                return .highcharts
            }
            return has("tooltip") || has("grid") || document["xAxis"]?["data"] != nil
                || document["xAxis"]?["type"] != nil || has("dataset")
                ? .eCharts : .highcharts
        }
        if has("dataset", "series") { return .eCharts }
        if has("plotOptions") { return .highcharts }
        if has("bindto") || data?["columns"]?.isList == true || data?["rows"]?.isList == true { return .c3 }
        if has("chartType") || has("cols", "rows") { return .googleCharts }
        return nil
    }

    var message: String {
        self == .rows
            ? "this is a list of rows, and a description is an object: {\"data\": {\"d\": {\"values\": [rows]}}, \"series\": […]}; see docs/description.md"
            : "this looks like a document of \(rawValue), which is not read; docs/description.md says how a chart is described"
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var keys: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }

    fileprivate var isList: Bool { if case .array = self { true } else { false } }

    fileprivate var first: JSONValue? {
        guard case .array(let values) = self else { return nil }
        return values.first
    }
}
