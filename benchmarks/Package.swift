// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library never fetch dependencies of the benchmarks.
let package = Package(
    name: "vitrail-benchmarks",
    products: [
        .executable(name: "VitrailBench", targets: ["VitrailBench"]),
        // Implements the command line of peers/.
        .executable(name: "vitrail-peer", targets: ["VitrailPeer"]),
    ],
    dependencies: [.package(name: "vitrail", path: "..")],
    targets: [
        .executableTarget(name: "VitrailBench", dependencies: [.product(name: "Vitrail", package: "vitrail")]),
        .executableTarget(name: "VitrailPeer", dependencies: [.product(name: "Vitrail", package: "vitrail")]),
    ],
    swiftLanguageModes: [.v6]
)
