import Testing
import VitrailScene

/// The choice of a strategy: one pure function, and one table of thresholds.
@Suite("Strategies")
struct RenderStrategyTests {
    @Test("the choice changes at each threshold of the table, and not elsewhere near it")
    func thresholds() throws {
        var walked = 0
        for threshold in StrategyThreshold.all {
            guard let example = threshold.example else { continue }
            walked += 1
            let value = threshold.value
            // Numbers of things are whole.
            let step = value >= 20 && value == value.rounded() ? max(1, 0.002 * value) : 0.002 * value
            for (value, wanted) in [
                (value / 2, example.below), (value - step, example.below), (value + step, example.above),
                (value * 1.5, example.above),
            ] {
                let choice = RenderStrategy.choose(example.mark, example.facts(value))
                #expect(choice.strategy == wanted, "\(threshold.name) at \(value): \(choice.reason)")
            }
        }
        // One is not asked of `choose`: which colours are faint.
        #expect(walked == StrategyThreshold.all.count - 1)
    }

    /// Facts for which samples stay on the device if the chart asks for it.
    private func resident(_ mark: MarkFacts.Mark) -> MarkFacts {
        var facts = facts(mark)
        (facts.requested, facts.hasResidentMark, facts.loaded) = (.resident, true, 100_000)
        return facts
    }

    private static let residentMarks: [MarkFacts.Mark] = [.line, .fill, .bars, .points]

    @Test("samples stay on the device if the chart asks for it, or on a graphics card if they are many")
    func staysOnDevice() {
        for mark in MarkFacts.Mark.allCases where mark != .prices && mark != .errorBars && mark != .others {
            var facts = resident(mark)
            let isPossible = Self.residentMarks.contains(mark)
            #expect((RenderStrategy.choose(mark, facts).strategy == .resident) == isPossible, "\(mark)")
            facts.requested = nil
            #expect(RenderStrategy.choose(mark, facts).strategy != .resident, "\(mark)")
            facts.device = .hardware
            #expect((RenderStrategy.choose(mark, facts).strategy == .resident) == isPossible, "\(mark)")
            facts.requested = .segments
            #expect(RenderStrategy.choose(mark, facts).strategy == .segments, "\(mark)")
        }
    }

    @Test(
        "what is against samples on the device is reported, and the choice is the usual one",
        arguments: residentMarks)
    func refusals(mark: MarkFacts.Mark) {
        var usual = facts(mark)
        func check(_ part: String, _ change: (inout MarkFacts) -> Void) {
            var facts = resident(mark)
            change(&facts)
            change(&usual)
            let choice = RenderStrategy.choose(mark, facts)
            #expect(choice.refusal?.contains(part) == true, "\(choice)")
            #expect(choice.strategy == RenderStrategy.choose(mark, usual).strategy)
            // Nobody has asked on a card, so nothing is refused.
            (facts.requested, facts.device) = (nil, .hardware)
            let byItself = RenderStrategy.choose(mark, facts)
            #expect(byItself.strategy == choice.strategy && byItself.refusal == nil)
            usual = self.facts(mark)
        }
        for obstacle in MarkFacts.Obstacle.allCases { check(obstacle.rawValue) { $0.obstacles = [obstacle] } }
        check("marks of this kind") { $0.hasResidentMark = false }
        check("an axis excludes values") { $0.hasExclusions = true }
        check("asked before") { $0.refusal = "asked before" }
        if mark == .line {
            check("changes its colour") { $0.hasOneColor = false }
            check("narrower than a pixel") { $0.strokeWidth = 0.9 }
            check("gaps") { $0.shareOfThinCells = 1 }
        }
        if mark == .fill { check("in no order") { $0.isOrdered = false } }
    }

    @Test("samples that are enlarged too far are counted in the reason")
    func enlarged() {
        var facts = resident(.line)
        #expect(RenderStrategy.choose(.line, facts).reason == "the chart asks for it")
        facts.enlargedSamples = 70
        #expect(RenderStrategy.choose(.line, facts).reason.hasPrefix("the chart asks for it; 70 samples are in blocks"))
        (facts.requested, facts.device) = (nil, .hardware)
        #expect(RenderStrategy.choose(.line, facts).reason.hasPrefix("many samples on a graphics card; 70 samples"))
    }

    @Test("each threshold says its unit, its reason and both crossovers, under a name of its own")
    func table() {
        #expect(Set(StrategyThreshold.all.map(\.name)).count == StrategyThreshold.all.count)
        for threshold in StrategyThreshold.all {
            #expect(threshold.value > 0 && !threshold.unit.isEmpty && threshold.reason.hasSuffix("."))
            for crossover in [threshold.software, threshold.hardware] {
                let isKnown = ["measured", "estimated", "not measured", "a limit of"].contains {
                    crossover.hasPrefix($0)
                }
                #expect(isKnown, "\(threshold.name): \(crossover)")
            }
        }
    }

    /// Facts for which every strategy is possible.
    private func facts(_ mark: MarkFacts.Mark) -> MarkFacts {
        var facts = MarkFacts()
        (facts.samples, facts.pixels, facts.itemWidth, facts.isDense) = (10_000, 1_000, 0.5, true)
        facts.isOrdered = mark != .unorderedStroke
        return facts
    }

    @Test(
        "a strategy that the host asks for is chosen where the mark can be drawn so", arguments: MarkFacts.Mark.allCases
    )
    func requested(mark: MarkFacts.Mark) {
        let possible: [MarkFacts.Mark: Set<RenderStrategy>] = [
            .line: [.segments, .bins], .stroke: [.segments, .bins, .coverage], .sectors: [.segments, .bins],
            .points: [.segments], .others: [.segments],
        ]
        for strategy in [RenderStrategy.segments, .bins, .coverage] {
            var facts = facts(mark)
            let usual = RenderStrategy.choose(mark, facts)
            facts.requested = strategy
            let choice = RenderStrategy.choose(mark, facts)
            if (possible[mark] ?? [.segments, .coverage]).contains(strategy) {
                #expect(choice.strategy == strategy, "\(strategy): \(choice.reason)")
            } else if mark == .line {
                // The coverage of a line in order is that of the stroke through all of its samples.
                #expect(choice.strategy == .segments)
            } else {
                #expect(choice == usual, "\(strategy)")
            }
        }
        var unordered = facts(.line)
        (unordered.isOrdered, unordered.requested) = (false, .coverage)
        unordered.samples = 10
        #expect(RenderStrategy.choose(.line, unordered).strategy == .coverage)
    }

    @Test("geometry of each sample has priority over everything", arguments: MarkFacts.Mark.allCases)
    func forced(mark: MarkFacts.Mark) {
        var facts = facts(mark)
        for requested in [nil, RenderStrategy.bins] {
            (facts.isForced, facts.requested) = (true, requested)
            #expect(RenderStrategy.choose(mark, facts).strategy == .raw)
        }
    }

    @Test("a refused strategy is not chosen again", arguments: MarkFacts.Mark.allCases)
    func refused(mark: MarkFacts.Mark) {
        guard mark != .prices, mark != .errorBars, mark != .markers, mark != .discs, mark != .sectors else { return }
        var facts = facts(mark)
        for requested in [nil, RenderStrategy.coverage, .bins] {
            (facts.requested, facts.refused) = (requested, [.coverage])
            #expect(RenderStrategy.choose(mark, facts).strategy != .coverage)
            if mark == .stroke {
                facts.refused = [.bins]
                #expect(RenderStrategy.choose(mark, facts).strategy == .coverage)
                facts.refused = [.bins, .coverage]
                #expect(RenderStrategy.choose(mark, facts).strategy == .segments)
            }
        }
    }

    @Test("thinner lines get more bins")
    func bins() {
        #expect([0, 0.3, 0.624, 0.625, 1.24, 1.25, 40].map(RenderStrategy.binsPerPixel) == [8, 64, 64, 16, 16, 8, 8])
    }
}
