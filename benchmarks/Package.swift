// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never fetch what only benchmarks need.
let package = Package(
    name: "vitrail-benchmarks",
    products: [
        .executable(name: "VitrailBench", targets: ["VitrailBench"]),
        // Speaks the command line of peers/.
        .executable(name: "vitrail-peer", targets: ["VitrailPeer"]),
    ],
    dependencies: [.package(name: "vitrail", path: "..")],
    targets: [
        .executableTarget(name: "VitrailBench", dependencies: [.product(name: "Vitrail", package: "vitrail")]),
        .executableTarget(name: "VitrailPeer", dependencies: [.product(name: "Vitrail", package: "vitrail")]),
    ],
    swiftLanguageModes: [.v6]
)
