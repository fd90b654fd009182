/// Options of the command line.
struct Arguments {
    enum Mode: String {
        case warm, once, throughput
    }

    struct Wrong: Error, CustomStringConvertible {
        var description: String
    }

    var workload = ""
    var count = 0
    var variant = "default"
    var mode = Mode.warm
    /// Seconds for `warm`, pictures for `warm`, seconds for `throughput`.
    var budget = 4.0
    var minimum = 3
    var maximum = 40
    var seconds = 5.0
    /// Output path of the last picture.
    var out: String?
    /// Whether to print medians of stages before the answer, for a person.
    var stages = false

    static let usage = """
        usage: vitrail-peer --workload L1|S1|C1|B1|A1|K1|P1|T1|M1|V-… --n N [--variant default] [--mode warm|once|throughput]
                            [--budget SECONDS] [--min-reps K] [--max-reps K] [--seconds S] [--out FILE.png] [--stages]
          Data are the .f64 files of benchmarks/peers/gendata.py in the folder that PEERS_DATA names.
        """

    init(_ words: some Sequence<String>) throws(Wrong) {
        var words = Array(words)[...]
        while let option = words.popFirst() {
            if option == "--stages" {
                stages = true
                continue
            }
            guard let word = words.popFirst() else { throw Wrong(description: "\(option) lacks its value") }
            switch option {
            case "--workload": workload = word
            case "--variant": variant = word
            case "--out": out = word
            case "--n": count = Int(try Self.number(word, of: option))
            case "--min-reps": minimum = Int(try Self.number(word, of: option))
            case "--max-reps": maximum = Int(try Self.number(word, of: option))
            case "--budget": budget = try Self.number(word, of: option)
            case "--seconds": seconds = try Self.number(word, of: option)
            case "--mode":
                guard let known = Mode(rawValue: word) else { throw Wrong(description: "there is no mode \(word)") }
                mode = known
            default: throw Wrong(description: "there is no option \(option)")
            }
        }
        if workload.isEmpty { throw Wrong(description: "--workload is missing") }
    }

    /// A number from 0 to 10⁹, optionally written as 1e6.
    private static func number(_ word: String, of option: String) throws(Wrong) -> Double {
        guard let number = Double(word), (0...1e9).contains(number) else {
            throw Wrong(description: "\(option) \(word): a number from 0 to 1e9 is needed")
        }
        return number
    }
}
