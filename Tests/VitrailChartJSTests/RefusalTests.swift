import Testing
import VitrailChartJS

@Suite struct RefusalTests {
    private func refusal(_ text: String, _ context: ChartJSContext = ChartJSContext()) -> ChartJSError? {
        do throws(ChartJSError) {
            _ = try ChartJSConfig(text: text, context: context)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("{type: 'violin', data: {}}", "type"), ("{data: {datasets: []}}", "type"),
        ("{type: 'bar', data: [1]}", "data"),
        ("{type: 'bar', data: {datasets: [4]}}", "data.datasets[0]"),
        ("{type: 'bar', data: {datasets: {}}}", "data.datasets"),
        ("{type: 'bar', data: {datasets: [{type: 'pie', data: [1]}]}}", "data.datasets[0].type"),
        (
            "{type: 'line', data: {labels: ['soon'], datasets: [{data: [1]}]}, options: {scales: {xAxes: [{type: 'time'}]}}}",
            "data.labels[0]"
        ),
        (
            "{type: 'line', data: {labels: [1], datasets: [{data: [1]}]}, options: {scales: {yAxes: [{type: 'wild'}]}}}",
            "options.scales.yAxes[0].type"
        ),
        (
            "{type: 'line', data: {labels: [1], datasets: [{data: [1]}]}, options: {scales: {yAxes: [{ticks: {callback: v => v.foo.bar}}]}}}",
            "options.scales.yAxes[0].ticks.callback"
        ),
        (
            "{type: 'line', data: {labels: [1], datasets: [{data: [1], pointRadius: c => nothing(c)}]}}",
            "data.datasets[0].pointRadius"
        ),
    ])
    func `the position of a fault is named as it was written`(text: String, path: String) throws {
        let error = try #require(refusal(text))
        #expect(error.path == path, "\(error)")
        #expect(!error.message.isEmpty)
    }

    @Test func `texts that are no configuration`() throws {
        #expect(try #require(refusal("[1, 2]")).message.contains("a list"))
        #expect(try #require(refusal("{type: 'bar',")).message.contains("line 1"))
        #expect(refusal("") != nil)
    }

    @Test func `what a configuration may ask for is bounded`() throws {
        let many = Array(repeating: "{data: [1]}", count: ChartJSLimits.datasets + 1).joined(separator: ",")
        #expect(try #require(refusal("{type: 'bar', data: {datasets: [\(many)]}}")).path == "data.datasets")
        let long = String(repeating: "1,", count: ChartJSLimits.samples + 1)
        #expect(try #require(refusal("{type: 'line', data: {datasets: [{data: [\(long)]}]}}")).path == "data")
        #expect(refusal(String(repeating: " ", count: ChartJSLimits.text + 1)) != nil)
        #expect(refusal("{type: 'bar', data: {datasets: []}}", ChartJSContext(width: 1e9)) != nil)
        #expect(refusal("{type: 'bar', data: {datasets: []}}", ChartJSContext(height: .nan)) != nil)
    }

    @Test(arguments: [
        "{type: 'line', data: {labels: [1, 2], datasets: [{data: [1e308, -1e308]}]}}",
        "{type: 'line', data: {labels: [1, 2], datasets: [{data: [1, 2]}]}, options: {scales: {y: {min: 5, max: -5, ticks: {stepSize: 1e-300}}}}}",
        "{type: 'line', data: {labels: [1, 2], datasets: [{data: [1, 1 + 1e-16]}]}, options: {scales: {y: {ticks: {count: 1e99, precision: 1e9}}}}}",
        "{type: 'bar', data: {labels: [1, 2], datasets: [{data: [[1], [], [2, 3, 4]], barThickness: -5, minBarLength: 1e99}]}}",
        "{type: 'line', data: {datasets: [{data: [{x: 1e-310, y: 1e299}, {x: 1e299, y: 1e-310}]}]}, options: {scales: {x: {type: 'logarithmic'}, y: {type: 'logarithmic'}}}}",
        "{type: 'line', data: {datasets: [{data: [{x: -8.64e15, y: 1}, {x: 8.63e15, y: 2}]}]}, options: {scales: {x: {type: 'time'}}}}",
        "{type: 'pie', data: {datasets: [{data: [-1, 0, NaN, Infinity, 1e308, 1e308]}]}, options: {cutout: '-500%', radius: 1e99, rotation: 1e99, circumference: -4}}",
        "{type: 'radar', data: {labels: [], datasets: [{data: []}]}}",
        "{type: 'polarArea', data: {datasets: [{data: [0]}]}, options: {scales: {r: {startAngle: 1e300}}}}",
        "{type: 'bubble', data: {datasets: [{data: [{x: 1, y: 2, r: -5}, {}, null, 7, 'x', [], [1]]}]}}",
        "{type: 'bar', data: {labels: [[], {}, null, [1, 2]], datasets: [{data: [null, undefined, {}, 'a']}]}, options: {layout: {padding: 1e9}, scales: {x: false, y: true}}}",
    ])
    func `extreme values are drawn or refused`(text: String) throws {
        for context in [ChartJSContext(), ChartJSContext(width: 1, height: 1), .quickChart] {
            do throws(ChartJSError) {
                let config = try ChartJSConfig(text: text, context: context)
                #expect(!config.description.isEmpty)
            } catch { #expect(!error.message.isEmpty) }
        }
    }

    @Test func `many bars have few series and few ticks`() throws {
        let values = (0..<5_000).map { "\($0 % 7)" }.joined(separator: ",")
        let labels = (0..<5_000).map { "'\($0 / 2)'" }.joined(separator: ",")
        let text =
            "{type: 'bar', data: {labels: [\(labels)], datasets: [{data: [\(values)], barThickness: 'flex', skipNull: true}]}, options: {plugins: {legend: false}}}"
        let shown = try Described(text)
        #expect(try shown.values("xAxes").count <= 1_000)
        let bare = try Described(
            text.replacing("legend: false}", with: "legend: false}, scales: {x: {display: false}, y: {display: false}}")
        )
        #expect(bare.series.count <= 41)
        let sets = (0..<60).map { "{data: [1], stack: 's\($0 % 30)'}" }.joined(separator: ",")
        #expect(try Described("{type: 'bar', data: {labels: ['a'], datasets: [\(sets)]}}").series.count == 60)
        let uneven = (0..<200).map { "{data: [1], stack: 's\(max(0, $0 - 100))'}" }.joined(separator: ",")
        #expect(
            try #require(refusal("{type: 'bar', data: {labels: ['a'], datasets: [\(uneven)]}}")).path == "data.datasets"
        )
    }

    @Test func `functions have a bound on their steps`() throws {
        let list = (0..<200).map { "\($0)" }.joined(separator: ",")
        let text =
            "{type: 'line', data: {labels: [1], datasets: [{data: [1]}]}, options: {scales: {y: {ticks: {callback: v => [\(list)].map(a => [\(list)].map(b => [\(list)].map(c => a + b + c)))}}}}}"
        #expect(try #require(refusal(text)).message.contains("steps"))
    }
}
