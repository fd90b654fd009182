/// Writes one JSON object per line: the device first, then the cases.
public enum JSONLinesWriter {
    public static func text(_ report: RunReport) -> String {
        ([device(report)] + report.results.map { line($0, report) }).joined(separator: "\n") + "\n"
    }

    /// - Parameter cases: planned number of cases. `nil`: the number of results.
    static func device(_ report: RunReport, cases: Int? = nil) -> String {
        let device = report.device
        let fields = [
            ("renderer", device.renderer), ("vendor", device.vendor), ("version", device.version),
            ("shadingLanguage", device.shadingLanguage),
            ("egl", device.egl), ("platform", device.platform),
        ].map { "\"\($0)\":" + JSONText.string($1) }
        let extensions = "\"extensions\":[" + device.extensions.map(JSONText.string).joined(separator: ",") + "]"
        return "{\"device\":{"
            + (fields + [extensions, "\"textureSize\":\(device.textureSize)"]).joined(separator: ",")
            + "},\"cases\":\(cases ?? report.results.count),\"seconds\":\(TableWriter.decimal(report.seconds, 3))\(interrupted(report))}"
    }

    private static func interrupted(_ report: RunReport) -> String {
        report.interruption.map { ",\"interrupted\":{\"signal\":\($0.signal),\"missing\":\($0.missing)}" } ?? ""
    }

    static func line(_ entry: JudgedResult, _ report: RunReport) -> String {
        let result = entry.result
        var fields = [
            "\"name\":" + JSONText.string(result.name), "\"status\":\"\(result.status.rawValue)\"",
            "\"verdict\":\"\(entry.verdict.rawValue)\"",
            "\"seconds\":\(TableWriter.decimal(result.seconds, 6))", "\"reason\":" + JSONText.string(result.reason),
            "\"attempts\":[" + entry.attempts.map { "\"\($0.rawValue)\"" }.joined(separator: ",") + "]",
        ]
        if !result.worstPixels.isEmpty {
            fields.append("\"worstPixels\":[" + result.worstPixels.map(pixel).joined(separator: ",") + "]")
        }
        if !entry.knowledge.isEmpty { fields.append("\"known\":" + JSONText.string(entry.knowledge)) }
        if !result.log.isEmpty { fields.append("\"log\":" + JSONText.string(result.log)) }
        if !result.pictures.isEmpty {
            let pictures = result.pictures.sorted { $0.key < $1.key }.map {
                "\"\($0.key)\":" + JSONText.string($0.value)
            }
            fields.append("\"pictures\":{" + pictures.joined(separator: ",") + "}")
        }
        if !result.programs.isEmpty {
            fields.append("\"programs\":[" + result.programs.map(JSONText.string).joined(separator: ",") + "]")
        }
        if entry.verdict.isUnexpected {
            fields.append("\"again\":" + JSONText.string(report.command(for: entry)))
        }
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// `{"x":1,"y":0,"expected":[0,0,0,255],"found":[9,0,0,255],"difference":[9,0,0,0]}`
    private static func pixel(_ pixel: PixelDifference) -> String {
        func list<Value>(_ color: SIMD4<Value>) -> String {
            "[" + (0..<4).map { "\(color[$0])" }.joined(separator: ",") + "]"
        }
        return "{\"x\":\(pixel.x),\"y\":\(pixel.y),\"expected\":\(list(pixel.expected)),"
            + "\"found\":\(list(pixel.found)),\"difference\":\(list(pixel.difference))}"
    }
}
