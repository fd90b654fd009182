/// A bounded cache: what was not asked for during a whole generation is forgotten.
///
/// Two dictionaries; a hit in the older moves to the younger, and when the younger is full the older is dropped.
/// At least the `limit` weight last used is kept, at most twice that. O(1), and no list to maintain on each hit.
struct GenerationalCache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var weight = 0
    private let limit: Int
    private let weigh: (Value) -> Int

    /// - Parameters:
    ///   - limit: greatest sum of weights of one generation.
    ///   - weigh: cost of keeping a value, ≥ 1.
    init(limit: Int, weigh: @escaping (Value) -> Int) {
        self.limit = limit
        self.weigh = weigh
    }

    var count: Int { young.count + old.count }

    mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    mutating func insert(_ value: Value, for key: Key) {
        let cost = weigh(value)
        if weight + cost > limit {
            old = young
            young = [:]
            weight = 0
        }
        young[key] = value
        weight += cost
    }

    mutating func removeAll() {
        young = [:]
        old = [:]
        weight = 0
    }
}
