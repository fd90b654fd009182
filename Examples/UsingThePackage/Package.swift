// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Squares",
    dependencies: [.package(name: "vitrail", path: "../..")],
    targets: [
        .executableTarget(name: "Squares", dependencies: [.product(name: "Vitrail", package: "vitrail")])
    ]
)
