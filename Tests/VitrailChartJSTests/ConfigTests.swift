import Foundation
import Testing
import VitrailChartJS

@Suite struct ConfigTests {
    @Test func `bars of two datasets stand beside one another`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a', 'b'], datasets: [{label: 'p', data: [1, 2]}, {label: 'q', data: [3, 4]}]}}"
        )
        #expect(chart.series.map { $0["type"] as? String } == ["column", "column"])
        #expect(chart.series.map { $0["groupIndex"] as? Int } == [0, 0])
        #expect(try chart.axis("xAxes")["type"] as? String == "category")
        #expect(try chart.column(1, "value") as? [Double] == [3, 4])
        let style = try #require(chart.axis("xAxes")["style"] as? [String: Any])
        #expect(abs(try #require(style["interSeriesSetPadding"] as? Double) - 0.2) < 1e-9)
        #expect(style["interSeriesPadding"] as? Double == 0.9)
    }

    @Test(arguments: [
        (
            "{type: 'horizontalBar', data: {labels: ['a'], datasets: [{data: [5]}]}, options: {legend: {display: false}, title: {display: true, text: 't', fontSize: 20}, scales: {xAxes: [{ticks: {min: 0, max: 10}, gridLines: {display: false}, scaleLabel: {display: true, labelString: 'n', fontColor: 'red'}}]}}}",
            "{type: 'bar', data: {labels: ['a'], datasets: [{data: [5]}]}, options: {indexAxis: 'y', plugins: {legend: {display: false}, title: {display: true, text: 't', font: {size: 20}}}, scales: {x: {min: 0, max: 10, grid: {display: false}, title: {display: true, text: 'n', color: 'red'}}}}}"
        ),
        (
            "{type: 'radar', data: {labels: ['a', 'b', 'c'], datasets: [{data: [1, 2, 3]}]}, options: {scale: {ticks: {min: 0, fontColor: 'blue'}, gridLines: {circular: true}, pointLabels: {fontSize: 16}}}}",
            "{type: 'radar', data: {labels: ['a', 'b', 'c'], datasets: [{data: [1, 2, 3]}]}, options: {scales: {r: {min: 0, ticks: {color: 'blue'}, grid: {circular: true}, pointLabels: {font: {size: 16}}}}}}"
        ),
        (
            "{type: 'line', data: {labels: [1, 2], datasets: [{data: [1, 2], lineTension: 0.3, steppedLine: false}]}, options: {elements: {line: {borderWidth: 5}}}}",
            "{type: 'line', data: {labels: [1, 2], datasets: [{data: [1, 2], tension: 0.3}]}, options: {elements: {line: {borderWidth: 5}}}}"
        ),
    ])
    func `old spelling and new`(old: String, new: String) throws {
        let (a, b) = (try Described(old), try Described(new))
        #expect(
            String(decoding: a.config.description, as: UTF8.self)
                == String(decoding: b.config.description, as: UTF8.self))
        #expect(a.series.count == 1)
    }

    @Test func `callbacks write the labels of ticks`() throws {
        let chart = try Described(
            "{type: 'line', data: {labels: ['a', 'b'], datasets: [{data: [1000, 2000]}]}, options: {scales: {y: {min: 0, max: 3000, ticks: {stepSize: 1500, callback: v => '$' + v.toLocaleString()}}}}}"
        )
        #expect(try chart.labels("yAxes") == ["$0", "$1,500", "$3,000"])
        #expect(try chart.values("yAxes") == [0, 1500, 3000])
    }

    @Test func `ticks without a label are left out`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a'], datasets: [{data: [40]}]}, options: {scales: {yAxes: [{ticks: {stepSize: 1, beginAtZero: true, callback: v => [0, 10, 26].includes(v) ? v : undefined}}]}}}",
            .quickChart)
        #expect(try chart.labels("yAxes") == ["0", "10", "26"])
    }

    @Test(arguments: [
        ("[0, 97]", [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]), ("[-3.2, 7]", [-4, -2, 0, 2, 4, 6, 8]),
        ("[0.001, 0.0035]", [0.001, 0.0015, 0.002, 0.0025, 0.003, 0.0035]),
    ])
    func `ticks of a linear scale`(data: String, ticks: [Double]) throws {
        let chart = try Described(
            "{type: 'line', data: {labels: [1, 2], datasets: [{data: \(data)}]}}",
            ChartJSContext(width: 800, height: 800))
        let values = try chart.values("yAxes")
        #expect(values.count == ticks.count && zip(values, ticks).allSatisfy { abs($0 - $1) < 1e-9 }, "\(values)")
    }

    @Test func `stacked bars have a start each`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a', 'b'], datasets: [{data: [1, -2]}, {data: [3, 4]}, {data: [5, -6]}]}, options: {scales: {x: {stacked: true}, y: {stacked: true}}}}"
        )
        // The first dataset is on top and is drawn last.
        #expect(try chart.column(0, "from") as? [Double] == [4, -2])
        #expect(try chart.column(0, "value") as? [Double] == [9, -8])
        #expect(try chart.column(2, "from") as? [Double] == [0, 0])
        #expect(try chart.axis("yAxes")["defaultRange"] as? [Double] == [-8, 10])
        #expect(chart.series.map { $0["groupIndex"] as? Int } == [0, 1, 2])
    }

    @Test func `floating bars and samples with names`() throws {
        let chart = try Described("{type: 'bar', data: {datasets: [{data: {jan: [2, 5], feb: 7}}]}}")
        #expect(try chart.column(0, "place") as? [String] == ["jan", "feb"])
        #expect((try chart.column(0, "from"))[0] as? Double == 2)
        #expect((try chart.column(0, "from"))[1] is NSNull)
    }

    @Test func `labels of points are written by the formatter`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a', 'b'], datasets: [{data: [5, 20]}]}, options: {plugins: {datalabels: {anchor: 'end', align: 'top', formatter: (v, c) => v < 15 ? '' : v + '% ' + c.dataIndex}}}}"
        )
        let labels = try chart.column(0, "label")
        #expect(labels[0] is NSNull)
        #expect(labels[1] as? String == "20% 1")
        let style = try #require(chart.style(0)["dataPointLabelStyle"] as? [String: Any])
        #expect(style["anchor"] as? String == "outsideEnd")
    }

    @Test func `dates are read by their format and written by units`() throws {
        let chart = try Described(
            "{type: 'line', data: {datasets: [{data: [{x: '06/14/2020 09:08', y: 1}, {x: '06/17/2020 09:08', y: 2}]}]}, options: {scales: {x: {type: 'time', time: {parser: 'MM/DD/YYYY HH:mm', unit: 'day', displayFormats: {day: 'MMM DD YYYY'}}}}}}"
        )
        #expect(try chart.column(0, "place") as? [String] == ["2020-06-14T09:08:00.000Z", "2020-06-17T09:08:00.000Z"])
        #expect(try chart.labels("xAxes") == ["Jun 15 2020", "Jun 16 2020", "Jun 17 2020"])
    }

    @Test func `a chart without texts fills its canvas`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a'], datasets: [{data: [1]}]}, options: {plugins: {legend: false}, layout: {padding: {left: 20, top: 3}}, scales: {x: {display: false}, y: {ticks: {display: false}}}}}"
        )
        #expect(chart.chart["canvasInset"] as? [String: Double] == ["left": 28, "top": 3, "right": 0, "bottom": 0])
        // The inset includes the axis' tick marks, which are eight pixels long.
        #expect(try chart.axis("yAxes")["width"] as? Double == 0)
        #expect(try chart.axis("xAxes")["width"] as? Double == 0)
    }

    @Test func `QuickChart's own types`() throws {
        let line = try Described("{type: 'sparkline', data: {datasets: [{data: [100, 60, 200]}]}}", .quickChart)
        #expect(line.series.map { $0["type"] as? String } == ["line"])
        #expect(try line.axis("yAxes")["defaultRange"] as? [Double] == [57, 210])
        let bar = try Described("{type: 'progressBar', data: {datasets: [{data: [15]}]}}", .quickChart)
        #expect(bar.series.map { $0["type"] as? String } == ["bar", "bar"])
        #expect(try bar.column(1, "label") as? [String] == ["15%"])
        let pie = try Described("{type: 'donut', data: {labels: ['a', 'b'], datasets: [{data: [1, 3]}]}}", .quickChart)
        #expect(try pie.style(0)["labels"] as? [String] == ["1", "3"])
        #expect((try pie.style(0)["flavourColors"] as? [String])?.first == "#4e79a7ff")
    }

    @Test func `a fill reaches to another line`() throws {
        let chart = try Described(
            "{type: 'line', data: {labels: [1, 2], datasets: [{data: [1, 2]}, {data: [3, 4], fill: '-1', backgroundColor: 'rgba(1, 2, 3, 0.5)'}]}}"
        )
        let filled = try #require(chart.series.firstIndex { $0["fillTo"] != nil })
        let target = try #require((chart.series[filled]["fillTo"] as? [String: Int])?["series"])
        #expect(try chart.column(target, "value") as? [Double] == [1, 2])
        #expect(try chart.style(filled)["areaColor"] as? String == "#01020380")
    }

    @Test func `what is ignored is named`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a'], datasets: [{data: [1], backgroundColor: 'reddish'}]}, options: {responsive: true, foo: 1, plugins: {zoom: {}}}}"
        )
        #expect(
            chart.config.warnings.map { String($0.prefix { $0 != ":" }) }.sorted() == [
                "data.datasets[0].backgroundColor", "options.foo", "options.plugins.zoom",
            ])
    }

    @Test(arguments: [("2", ChartJSContext.Version.v2), ("2.9.4", .v2), ("v3", .v3), ("4.4.1", .v4)])
    func `releases by their names`(text: String, version: ChartJSContext.Version) {
        #expect(ChartJSContext.Version(text) == version)
    }

    @Test(arguments: ["", "1.0", "5", "latest"])
    func `other releases`(text: String) { #expect(ChartJSContext.Version(text) == nil) }

    @Test func `points of a bar in a group keep their positions where bars are skipped`() throws {
        let chart = try Described(
            "{type: 'bar', data: {labels: ['a', 'b'], datasets: [{data: [null, 1]}, {data: [2, 3]}]}, options: {skipNull: true, plugins: {legend: false}, scales: {x: {display: false}, y: {display: false}}}}",
            ChartJSContext(width: 200, height: 100))
        // Alone in its category, the bar is 72 pixels wide and centred; beside another, it is 36 pixels wide, and a
        // quarter of 80 off the centre.
        let bars = try chart.series.indices.map { k in
            (
                positions: try #require(chart.column(k, "place") as? [Double]),
                width: try #require(chart.style(k)["barWidth"] as? Double)
            )
        }
        #expect(bars.contains { $0.positions == [0] && abs($0.width - 72) < 1e-6 })
        #expect(
            bars.contains { $0.positions.count == 1 && abs($0.positions[0] - 1.2) < 1e-6 && abs($0.width - 36) < 1e-6 })
        #expect(bars.contains { $0.positions.count == 1 && abs($0.positions[0] - 0.8) < 1e-6 })
    }
}
