/// A bounded cache that drops values not used during a whole generation.
///
/// It has two dictionaries. A hit in the older one moves to the younger one; when the younger one is full, it replaces
/// the older one. The cache keeps the most recently used values of total weight `limit`, and at most twice that weight.
/// O(1), without a list to update on each hit.
struct GenerationalCache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var weight = 0
    private let limit: Int
    private let weigh: (Value) -> Int

    /// - Parameters:
    ///   - limit: maximum sum of weights of one generation.
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
