import Testing

@testable import VitrailChart

@Suite("Labels of items")
struct ItemLabelTests {
    private func axis(_ items: [String]) -> CategoryAxis {
        let axis = CategoryAxis()
        for item in items { _ = axis.index(of: item) }
        return axis
    }

    private func shown(_ axis: CategoryAxis, length: Double) -> [Int] {
        axis.majors(-0.5, Double(axis.items.count) - 0.5, length: length).map { Int($0.value) }
    }

    @Test("items are skipped by counts that people skip by", arguments: [37, 290, 5_000, 1_000_000])
    func strides(count: Int) {
        let axis = axis((0..<count).map { "item\($0)" })
        for length in stride(from: 100.0, to: 1_000, by: 60) {
            let shown = shown(axis, length: length)
            guard shown.count > 1 else { continue }
            let stride = String(shown[1] - shown[0])
            #expect("125".contains(stride.first!) && stride.dropFirst().allSatisfy { $0 == "0" }, "\(stride)")
            #expect(shown[0] == 0)
        }
    }

    @Test("months are skipped by parts of a year, years by what their numbers say")
    func calendars() {
        let months = axis(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
        #expect(shown(months, length: 110) == [0, 3, 6, 9])
        #expect(shown(months, length: 60) == [0, 6])
        let years = axis((1991...2017).map(String.init))
        #expect(years.majors(-0.5, 26.5, length: 200).map(\.label) == ["1995", "2000", "2005", "2010", "2015"])
        #expect(years.majors(8.5, 26.5, length: 120).map(\.label) == ["2000", "2005", "2010", "2015"])
        // An explicit stride counts from the first item.
        years.majorTickFrequency = 5
        #expect(years.majors(-0.5, 26.5, length: 200).map(\.label) == ["1991", "1996", "2001", "2006", "2011", "2016"])
        // The same numbers in another order are treated as names.
        let mixed = axis((1991...2017).reversed().map(String.init))
        #expect(mixed.majors(-0.5, 26.5, length: 200).first?.label == "2017")
    }
}
