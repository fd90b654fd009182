import Foundation
import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription
@testable import VitrailRaster
@testable import VitrailScales

@Suite("Numbers in the form of a locale")
struct NumberWritingTests {
    private func axis(_ members: String, chart: String = "") throws -> NumberAxis {
        let chart = try ChartDescription(json: "{\(chart)\"yAxis\": {\(members)}}").makeChart()
        return try #require(chart.yAxis as? NumberAxis)
    }

    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    @Test("separators follow the locale, and the digits stay")
    func separators() throws {
        let pattern = #""labelFormatString": "%'.2f €""#
        for (locale, text) in [
            ("de-DE", "−1.234.567,50 €"), ("de_DE", "−1.234.567,50 €"), ("en-US", "−1,234,567.50 €"),
            ("fr-FR", "−1 234 567,50 €"), ("de-CH", "−1’234’567.50 €"), ("en-IN", "−12,34,567.50 €"),
            ("sv-SE", "−1 234 567,50 €"), ("en_US_POSIX", "−1234567.50 €"),
        ] {
            #expect(plain(try axis("\(pattern), \"locale\": \"\(locale)\"").string(forId: -1_234_567.5)) == text)
        }
        let spanish = try axis(#""locale": "es-ES", "labelFormatString": "%'.0f""#)
        #expect(spanish.string(forId: 1234) == "1234" && spanish.string(forId: 12_345) == "12.345")
        let egyptian = try axis(#""locale": "ar-EG", "labelFormatString": "%.1f""#)
        #expect(egyptian.string(forId: 1905.5) == "١٩٠٥٫٥")
        #expect(try axis(#""locale": "de", "labelFormatString": "v. 1, %.1f"# + "\"").string(forId: 0.5) == "v. 1, 0,5")
        #expect(plain(try axis(#""locale": "de", "labelFormatString": ".1%""#).string(forId: 0.125)) == "12,5 %")
        #expect(try axis(#""locale": "de", "labelFormatString": "~s""#).string(forId: 12_500) == "12,5k")
        #expect(try axis(#""locale": "de", "labelFormatString": "%.1e""#).string(forId: 12_500) == "1,2e+04")
    }

    @Test("the axis' locale wins over the chart's; both win over the process'")
    func inheritance() throws {
        let german = #""locale": "de-DE", "#
        #expect(try axis("", chart: german).string(forId: 0.5) == "0,5")
        #expect(try axis(#""locale": "en-GB""#, chart: german).string(forId: 0.5) == "0.5")
        #expect(try axis("").string(forId: 0.5) == "0.5")
        let dates = try ChartDescription(json: #"{"locale": "de-DE", "xAxis": {"type": "dateTime"}}"#).makeChart()
        #expect((dates.xAxis as? DateTimeAxis)?.locale.identifier == "de-DE")
        let years = try axis(#""locale": "de-DE""#)
        years.holdsWholeNumbers = true
        #expect(years.majors(2018, 2021).map(\.label).contains("2019"), "years are not grouped")
    }

    @Test("sign, place and decimals of a currency are those of CLDR")
    func currencies() throws {
        func text(_ code: String, _ locale: String?, _ value: Double) throws -> String {
            let locale = locale.map { ", \"locale\": \"\($0)\"" } ?? ""
            return plain(try axis("\"currency\": \"\(code)\"\(locale)").string(forId: value))
        }
        #expect(try text("EUR", "de-DE", 1234.5) == "1.234,50 €")
        #expect(try text("EUR", nil, 1234.5) == "€1,234.50")
        #expect(try text("USD", "en-US", -1234.5) == "−$1,234.50")
        #expect(try text("JPY", "en-US", 1234.5) == "¥1,234")
        #expect(try text("KWD", "en-US", 0.5) == "KWD 0.500")
        #expect(try text("EUR", "de-CH", -1234.5) == "EUR−1’234.50")
        #expect(try text("EUR", "de-AT", 1234.5) == "€ 1.234,50")
        #expect(try text("EUR", "de-DE", 0.0042) == "0,0042 €", "three digits at least")
    }

    @Test("amounts have decimals where one of them does")
    func decimals() throws {
        let axis = try axis(#""currency": "EUR", "locale": "de-DE""#)
        #expect(axis.majors(0, 20_000, length: 200).map { plain($0.label) } == ["0 €", "10.000 €", "20.000 €"])
        #expect(plain(axis.string(forId: 12_000)) == "12.000,00 €", "the data may have cents")
        axis.holdsWholeNumbers = true
        #expect(plain(axis.string(forId: 12_000)) == "12.000 €")
        axis.holdsWholeNumbers = false
        #expect(axis.majors(0, 1, length: 200).map { plain($0.label) } == ["0,00 €", "0,50 €", "1,00 €"])
        let pattern = try self.axis(#""currency": "EUR", "locale": "de-DE", "labelFormatString": "%'.1f""#)
        #expect(plain(pattern.string(forId: 1234.5)) == "1.234,5 €", "the format has the digits")
        #expect(axis.string(forId: 1.5, pattern: "%.1f k€") == "1,5 k€", "a format of labels has its own unit")
    }

    @Test("compact numbers have the names of CLDR")
    func compact() throws {
        for (locale, texts) in [
            ("", ["500", "1.2K", "12K", "1.2M", "−1.2B", "1M"]),
            (#", "locale": "en""#, ["500", "1.2K", "12K", "1.2M", "−1.2B", "1M"]),
            (#", "locale": "de""#, ["500", "1234", "12.345", "1,2 Mio.", "−1,2 Mrd.", "999.960"]),
            (#", "locale": "ja""#, ["500", "1234", "1.2万", "123万", "−12億", "100万"]),
            (#", "locale": "es""#, ["500", "1,2 mil", "12 mil", "1,2 M", "−1235 M", "1 M"]),
        ] {
            let axis = try axis("\"compact\": true\(locale)")
            let written = [500, 1234, 12_345, 1_234_567, -1_234_567_890, 999_960].map { plain(axis.string(forId: $0)) }
            #expect(written == texts, "\(locale)")
        }
        let axis = try axis(#""compact": true"#)
        #expect(axis.majors(0, 2e6, length: 200).map(\.label) == ["0", "500K", "1M", "1.5M", "2M"])
        #expect(axis.majors(1.2e6, 1.21e6, length: 200).map(\.label) == ["1.2M", "1.205M", "1.21M"])
        let decimals = try self.axis(#""compact": true, "labelFormatString": "%.2f m""#)
        #expect(decimals.string(forId: 1_234_567) == "1.23M m" && decimals.string(forId: 12) == "12.00 m")
        #expect(
            plain(try self.axis(#""compact": true, "currency": "EUR", "locale": "de""#).string(forId: 1.25e6))
                == "1,2 Mio. €")
    }

    @Test("absolute numbers have no minus, in words they do")
    func absolute() throws {
        let json = """
            {"data": {"d": {"values": {"c": ["a", "b"], "v": [-5, 4]}}}, "xAxis": {"absolute": true}, "yAxis": {"type": "category"},
             "series": [{"type": "bar", "data": "d", "x": "v", "y": "c"}]}
            """
        let chart = try ChartDescription(json: json).makeChart()
        let plan = try plan(chart)
        #expect(plan.altText.contains("from −5 to 4"), "\(plan.altText)")
        #expect(chart.xAxis?.string(forId: -5) == "5")
        #expect(try axis(#""absolute": true, "labelFormatString": "%+.0f""#).string(forId: -5) == "+5")
    }

    @Test("slices, colour bars and the alternative text have the chart's signs")
    func withoutAxes() throws {
        let numbers = NumberWriting(locale: "de-DE")
        #expect(NumberPattern.text(1234.5, pattern: "%'.1f", numbers) == "1.234,5")
        let scale = DensityScale(.linear, SortedValues(ascending: [0, 0.5]), range: nil)
        let bar = ColorBar(map: .viridis, scale: scale, isCount: false, values: nil, numbers: numbers)
        let labels = bar.ticks(maximum: 3) { _, _ in true }.map(\.label)
        #expect(labels.contains { $0.contains(",") } && !labels.contains { $0.contains(".") }, "\(labels)")
        let text = try plan(
            ChartDescription(
                json:
                    #"{"locale": "de-DE", "data": {"d": {"values": {"v": [1, 1.5, 2]}}}, "series": [{"type": "line", "data": "d", "y": "v"}]}"#
            ).makeChart()
        ).altText
        #expect(text.contains("1 to 2") && !text.contains("1.5"), "\(text)")
        let pie = try plan(
            ChartDescription(
                json:
                    #"{"locale": "de-DE", "data": {"d": {"values": {"c": ["a", "b"], "v": [1, 3]}}}, "series": [{"type": "pie", "data": "d", "x": "c", "y": "v"}]}"#
            ).makeChart()
        ).altText
        #expect(pie.contains("75\u{A0}%"), "\(pie)")
    }

    @Test(
        "names that are none",
        arguments: [
            (
                #"{"locale": "German"}"#,
                #"locale: no locale is called "German"; write a language and a country, as de-DE; did you mean "de"?"#
            ),
            (
                #"{"yAxis": {"locale": "de-DEE"}}"#,
                #"yAxis.locale: no locale is called "de-DEE"; write a language and a country, as de-DE; did you mean "de-DE"?"#
            ),
            (#"{"locale": "la"}"#, #"locale: no locale is called "la"; write a language and a country, as de-DE"#),
            (
                #"{"locale": "de-XQ"}"#,
                #"locale: no locale is called "de-XQ"; write a language and a country, as de-DE"#
            ),
            (
                #"{"yAxis": {"currency": "eur"}}"#,
                #"yAxis.currency: no currency has the code "eur"; write three capital letters, as EUR; did you mean "EUR"?"#
            ),
            (
                #"{"yAxis": {"currency": "$"}}"#,
                #"yAxis.currency: no currency has the code "$"; write three capital letters, as EUR; did you mean "USD"?"#
            ),
            (
                #"{"yAxis": {"currency": "EUR", "labelFormatString": "%.2f €"}}"#,
                #"yAxis.labelFormatString: with the currency EUR the format has only the number, such as "%'.2f": the locale sets the position of the sign"#
            ),
            (
                #"{"yAxis": {"compact": true, "labelFormatString": "~s"}}"#,
                #"yAxis.labelFormatString: with "compact" the format has only the digits, such as "%.1f": the number has its unit"#
            ),
            (#"{"xAxis": {"type": "category", "compact": true}}"#, "xAxis.compact: unknown key"),
        ])
    func errors(json: String, message: String) {
        let error = #expect(throws: DescriptionError.self) { _ = try ChartDescription(json: json) }
        #expect(error?.description == message)
    }
}
