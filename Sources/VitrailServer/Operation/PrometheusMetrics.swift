#if Server
    import CoreMetrics
    import Synchronization

    /// A backend of swift-metrics that stores values and exports them for Prometheus (text format 0.0.4).
    final class PrometheusMetrics: MetricsFactory, Sendable {
        private struct Key: Hashable {
            var label: String
            var dimensions: String
        }
        private struct Store {
            var counters: [Key: PrometheusCounter] = [:]
            var gauges: [Key: PrometheusGauge] = [:]
            var histograms: [Key: PrometheusHistogram] = [:]
        }
        private let store = Mutex(Store())

        private static func key(_ label: String, _ dimensions: [(String, String)]) -> Key {
            Key(label: label, dimensions: dimensions.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ","))
        }

        private static func escaped(_ text: String) -> String {
            guard
                text.utf8.contains(where: {
                    $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
                })
            else { return text }
            return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            let key = Self.key(label, dimensions)
            return store.withLock { store in
                let counter = store.counters[key] ?? PrometheusCounter()
                store.counters[key] = counter
                return counter
            }
        }

        func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
            let key = Self.key(label, dimensions)
            return store.withLock { store in
                if aggregate {
                    let histogram = store.histograms[key] ?? PrometheusHistogram()
                    store.histograms[key] = histogram
                    return histogram
                }
                let gauge = store.gauges[key] ?? PrometheusGauge()
                store.gauges[key] = gauge
                return gauge
            }
        }

        func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            let key = Self.key(label, dimensions)
            return store.withLock { store in
                let gauge = store.gauges[key] ?? PrometheusGauge()
                store.gauges[key] = gauge
                return gauge
            }
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            let key = Self.key(label, dimensions)
            return store.withLock { store in
                let histogram = store.histograms[key] ?? PrometheusHistogram()
                store.histograms[key] = histogram
                return histogram
            }
        }

        // Values outlive their counters.
        func destroyCounter(_: any CounterHandler) {}
        func destroyRecorder(_: any RecorderHandler) {}
        func destroyMeter(_: any MeterHandler) {}
        func destroyTimer(_: any TimerHandler) {}

        var text: String {
            let (counters, gauges, histograms) = store.withLock { ($0.counters, $0.gauges, $0.histograms) }
            var lines: [String] = []
            func name(_ key: Key, _ ending: String = "", _ more: String = "") -> String {
                let labels = [key.dimensions, more].filter { !$0.isEmpty }.joined(separator: ",")
                return key.label + ending + (labels.isEmpty ? "" : "{\(labels)}")
            }
            func each<Value>(_ all: [Key: Value], _ type: String, _ tell: (Key, Value) -> Void) {
                var last = ""
                for (key, value) in all.sorted(by: {
                    ($0.key.label, $0.key.dimensions) < ($1.key.label, $1.key.dimensions)
                }) {
                    if key.label != last { lines.append("# TYPE \(key.label) \(type)") }
                    last = key.label
                    tell(key, value)
                }
            }
            each(counters, "counter") { lines.append("\(name($0)) \($1.value)") }
            each(gauges, "gauge") { lines.append("\(name($0)) \($1.value)") }
            each(histograms, "histogram") { key, histogram in
                let (counts, sum, total) = histogram.current
                for (bound, count) in zip(PrometheusHistogram.bounds, counts) {
                    lines.append("\(name(key, "_bucket", "le=\"\(bound)\"")) \(count)")
                }
                lines.append("\(name(key, "_bucket", "le=\"+Inf\"")) \(total)")
                lines.append("\(name(key, "_sum")) \(sum)")
                lines.append("\(name(key, "_count")) \(total)")
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private final class PrometheusCounter: CounterHandler {
        private let count = Mutex(Int64(0))
        func increment(by amount: Int64) { count.withLock { $0 = $0.addingReportingOverflow(amount).partialValue } }
        func reset() { count.withLock { $0 = 0 } }
        var value: Int64 { count.withLock { $0 } }
    }

    private final class PrometheusGauge: MeterHandler, RecorderHandler {
        private let number = Mutex(0.0)
        func set(_ value: Int64) { number.withLock { $0 = Double(value) } }
        func set(_ value: Double) { number.withLock { $0 = value } }
        func increment(by amount: Double) { number.withLock { $0 += amount } }
        func decrement(by amount: Double) { number.withLock { $0 -= amount } }
        func record(_ value: Int64) { set(value) }
        func record(_ value: Double) { set(value) }
        var value: Double { number.withLock { $0 } }
    }

    /// Seconds.
    private final class PrometheusHistogram: TimerHandler, RecorderHandler {
        static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        private let values = Mutex((counts: [Int](repeating: 0, count: bounds.count), sum: 0.0, total: 0))

        func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
        func record(_ value: Int64) { record(Double(value)) }
        func record(_ value: Double) {
            values.withLock { values in
                values.sum += value
                values.total += 1
                for (k, bound) in Self.bounds.enumerated() where value <= bound { values.counts[k] += 1 }
            }
        }
        var current: (counts: [Int], sum: Double, total: Int) { values.withLock { $0 } }
    }
#endif
