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
        // Two are not asked of `choose`: which colours are faint, and which samples stay on a card.
        #expect(walked == StrategyThreshold.all.count - 2)
        let samples = StrategyThreshold.residentSamples.count
        #expect(RenderStrategy.automatic(samples: samples - 1, on: .hardware) == nil)
        #expect(RenderStrategy.automatic(samples: samples, on: .hardware) == .resident)
        #expect(RenderStrategy.automatic(samples: 100 * samples, on: .software) == nil)
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
