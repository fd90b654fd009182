import Foundation
import Testing
import VitrailTestNumbers

@testable import VitrailScales

@Suite("Numbers as text")
struct DecimalTextTests {
    @Test("decimals are rounded as printf rounds them", arguments: 0..<16)
    func rounding(decimals: Int) {
        var random = SeededNumbers(seed: UInt64(decimals))
        for k in 0..<2000 {
            let size = pow(10, Double.random(in: -9...18, using: &random))
            // Ties, near ties, and arbitrary values.
            let value =
                switch k % 4 {
                case 0: (Double.random(in: 0...1000, using: &random) * 8).rounded() / 8
                case 1: (Double.random(in: 0...1e6, using: &random) * 100).rounded() / 100 + 0.005
                default: Double.random(in: -1...1, using: &random) * size
                }
            let expected = String(format: "%.\(decimals)f", value)
            let isZero = expected.allSatisfy { "-0.".contains($0) }
            #expect(
                DecimalText.fixed(value, decimals: decimals) == (isZero ? expected.replacing("-", with: "") : expected),
                "\(value)")
        }
    }

    @Test(
        "whole parts are grouped from ten thousand on",
        arguments: [
            (999.0, 0, "999"), (9999, 1, "9999.0"), (10_000, 0, "10,000"), (-1_234_567.891, 2, "-1,234,567.89"),
            (99_999.996, 2, "100,000.00"), (1e20, 0, "100,000,000,000,000,000,000"), (0.5, 0, "0"), (1.5, 0, "2"),
            (-0.001, 2, "0.00"),
        ])
    func groups(value: Double, decimals: Int, text: String) {
        #expect(DecimalText.fixed(value, decimals: decimals, groupsFrom: 10_000) == text)
    }

    @Test(
        "a value by itself has six digits, no trailing zeros and, far out, an exponent",
        arguments: [
            (0.0, "0"), (4, "4"), (4.3, "4.3"), (-0.1 - 0.2, "\u{2212}0.3"), (1234.5678, "1234.57"),
            (123_456.7, "123,457"), (1e15, "1e15"),
            (1e-7, "1e\u{2212}7"), (9.9999996e-7, "1e\u{2212}6"), (-1.25e-12, "\u{2212}1.25e\u{2212}12"),
            (.leastNonzeroMagnitude, "5e\u{2212}324"),
            (.greatestFiniteMagnitude, "1.79769e308"), (.nan, ""), (.infinity, ""),
        ])
    func alone(value: Double, text: String) {
        #expect(NumberLabel.text(value) == text)
        #expect(NumberLabel.text(value, minus: .hyphen) == text.replacing("\u{2212}", with: "-"))
    }

    @Test("powers of ten are written as what they are", arguments: -300...300)
    func powers(exponent: Int) {
        let value = pow(10, Double(exponent))
        let expected = Double(NumberLabel.text(value, minus: .hyphen).replacing(",", with: ""))
        #expect(expected == Double("1e\(exponent)"))
    }

    @Test("a printf pattern is used only when it takes one number")
    func patterns() {
        #expect(NumberPattern.text(1.5, pattern: "$%.2f") == "$1.50")
        #expect(NumberPattern.text(12, pattern: "%.0f %%") == "12 %")
        #expect(NumberPattern.text(1.5, pattern: "%%%f%%") == "%1.500000%")
        #expect(NumberPattern.text(1.5, pattern: "%+08.2f €") == "+0001.50 €")
        #expect(NumberPattern.text(15_000, pattern: "%.1e") == "1.5e+04")
        #expect(NumberPattern.text(-15_000, pattern: "%.1f") == "\u{2212}15000.0")
        #expect(
            NumberPattern.text(-0.000_15, pattern: "-%+.1e") == "-\u{2212}1.5e\u{2212}04",
            "the pattern's own hyphen stays")
        #expect(NumberPattern.text(1.25, pattern: "%g m") == "1.25 m")
        for bad in [
            "%s", "%d", "%n", "%.2f %f", "", "%", "%*f", "%999999999f", "%.f", "%.123f", "%f%", "%'.1e", "%'08.2f",
            String(repeating: "x", count: 200) + "%f",
        ] {
            #expect(NumberPattern(bad) == nil, "\(bad)")
            #expect(NumberPattern.text(1.5, pattern: bad) == "1.5")
        }
    }

    @Test("groups of digits, and a minus before the sign of a currency")
    func money() {
        #expect(NumberPattern.text(1_234_567.891, pattern: "%'.2f €") == "1,234,567.89 €")
        #expect(
            NumberPattern.text(999, pattern: "$%'.0f") == "$999"
                && NumberPattern.text(1_000, pattern: "$%'.0f") == "$1,000")
        #expect(NumberPattern.text(-7_800, pattern: "$%'.0f") == "\u{2212}$7,800")
        #expect(NumberPattern.text(-7.5, pattern: "US$ %.1f") == "US$ \u{2212}7.5", "what a blank keeps apart stays")
        #expect(NumberPattern.text(-0.001, pattern: "€%.1f") == "€0.0")
    }

    @Test(
        "specifiers as d3-format has them",
        arguments: [
            ("$,.0f", -1_234.4, "−$1,234"), ("$.2f", 1_234.5, "$1234.50"), (",", 1_234_567.25, "1,234,567.25"),
            (",d", 12_345.6, "12,346"),
            (",.1f", 999.96, "1,000.0"), ("+,d", 12, "+12"), ("+$,.0f", 1_200, "+$1,200"), ("+.1f", -3, "−3.0"),
            (".0%", 0.123, "12%"), (".1%", -0.123, "−12.3%"), ("+.1%", 0.05, "+5.0%"),
            ("~s", 1_500_000, "1.5M"), ("~s", 0, "0"), ("~s", 999_999.9, "1M"), (".2s", 999_999.9, "1.0M"),
            (".3s", -42_150, "−42.2k"), ("$.2s", 1_260_000_000, "$1.3G"),
            ("~s", 0.000_25, "250µ"), (".1s", 27, "30"), (".2e", 12_345, "1.23e+4"), ("~e", 0.000_12, "1.2e−4"),
            (".4~f", 1.5, "1.5"), (".3", 0.123_456, "0.123"),
            ("~s", 1e30, "1000000Y"), (",.2f", 1e18, "1,000,000,000,000,000,000.00"),
        ] as [(String, Double, String)])
    func specifiers(pattern: String, value: Double, text: String) {
        #expect(NumberPattern.text(value, pattern: pattern) == text)
    }

    @Test(
        "a type alone, or what d3-format does not have",
        arguments: ["f", "d", "s", "e", "%", "x", ".2x", ",.f", ".21f", ",,", "~~", "$$", ".2ff", " ", "+ "])
    func noSpecifiers(pattern: String) {
        #expect(NumberPattern(pattern) == nil)
    }
}
