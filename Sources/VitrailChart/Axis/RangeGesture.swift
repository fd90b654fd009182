/// Range changes that a gesture can make.
enum RangeGesture: CaseIterable { case pan, zoom }
