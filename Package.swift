// swift-tools-version: 6.2
import PackageDescription

/// Imports are internal unless said otherwise, so that no shim leaks into a public signature.
let house: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]
/// For modules with many unsafe buffers: each unsafe use is marked.
let strict = house + [.strictMemorySafety()]

let package = Package(
    name: "vitrail",
    products: [
        .library(name: "Vitrail", targets: ["Vitrail"]),
        .executable(name: "vitrail", targets: ["VitrailProgram"]),
        // Charts of a program on a live page; with the trait Server.
        .library(name: "VitrailLiveServer", targets: ["VitrailLiveServer"]),
        // libVitrailC.so, for programs in C and Python: vitrail.h.
        .library(name: "VitrailC", type: .dynamic, targets: ["VitrailC"]),
    ],
    traits: [
        .trait(
            name: "Server",
            description: "The command has `vitrail serve`. Who uses the libraries alone needs no server packages.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.7.0"),
    ],
    targets: [
        // C libraries.
        .systemLibrary(
            name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(
            name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(
            name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(
            name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "CText", dependencies: ["CFreeType", "CHarfBuzz", "CFontconfig", "CFriBidi"]),
        .target(name: "CImage", dependencies: ["CDeflate", "CJPEG", "CWebP", "CPNG"]),
        .target(name: "CGL"),
        // The process: mapped and confined files, memory; and dispatch.h, for the two below.
        .target(name: "CProcess"),
        // Columns of values: reading, converting, summarising.
        .target(name: "CColumns", dependencies: ["CProcess", "CZlib", "CLZ4", "CZstd"]),
        // Pixels: coverage and colours.
        .target(name: "CRaster", dependencies: ["CProcess"]),
        .target(name: "CCommand"),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .target(name: "CServer", dependencies: ["CNettle"]),
        // The header of the C interface.
        .target(name: "CVitrail"),

        // Values and processes, below all other modules.
        .target(name: "VitrailSystem", dependencies: ["CProcess"], swiftSettings: strict),

        // The stages.
        .target(name: "VitrailScene", dependencies: ["VitrailSystem"], swiftSettings: house),
        .target(name: "VitrailText", dependencies: ["VitrailScene", "VitrailSystem", "CText"], swiftSettings: house),
        .target(
            name: "VitrailColumns", dependencies: ["VitrailSystem", "CColumns", "CProcess"], swiftSettings: strict),
        .target(name: "VitrailScales", dependencies: ["VitrailColumns"], swiftSettings: strict),
        .target(
            name: "VitrailRaster",
            dependencies: [
                "VitrailScales", "VitrailColumns", "VitrailScene", "VitrailSystem", "CColumns", "CProcess", "CRaster",
            ], swiftSettings: strict),
        .target(name: "VitrailDrawList", dependencies: ["VitrailScene"], swiftSettings: house),
        .target(
            name: "VitrailTessellation",
            dependencies: [
                "VitrailDrawList", "VitrailRaster", "VitrailScene", "VitrailSystem", "CProcess", "CRaster",
            ], swiftSettings: strict),
        .target(
            name: "VitrailChart",
            dependencies: [
                "VitrailTessellation", "VitrailRaster", "VitrailScales", "VitrailColumns", "VitrailText",
                "VitrailScene", "VitrailSystem", "CColumns",
            ], swiftSettings: strict),
        .target(
            name: "VitrailDescription",
            dependencies: [
                "VitrailChart", "VitrailTessellation", "VitrailRaster", "VitrailScales", "VitrailColumns",
                "VitrailText", "VitrailScene", "VitrailSystem", "CColumns",
            ], swiftSettings: strict),
        .target(
            name: "VitrailImage", dependencies: ["VitrailScene", "VitrailSystem", "CImage"], swiftSettings: house),
        .target(name: "VitrailVector", dependencies: ["VitrailScene", "VitrailSystem"], swiftSettings: house),
        .target(name: "VitrailReference", dependencies: ["VitrailScene"], swiftSettings: house),
        .target(
            name: "VitrailShaders", path: "shaders",
            resources: [.embedInCode("common"), .embedInCode("series"), .embedInCode("composite")],
            swiftSettings: house),
        .target(
            name: "VitrailGL",
            dependencies: ["VitrailDrawList", "VitrailScene", "VitrailSystem", "VitrailShaders", "CGL"],
            swiftSettings: house),

        // Values and expressions in JavaScript notation, as charts of other tools have them.
        .target(name: "VitrailScript", swiftSettings: house),

        // Configurations of Chart.js as descriptions.
        .target(name: "VitrailChartJS", dependencies: ["VitrailScript"], swiftSettings: house),

        // The front.
        .target(
            name: "Vitrail",
            dependencies: [
                "VitrailSystem", "VitrailScene", "VitrailText", "VitrailColumns", "VitrailScales", "VitrailRaster",
                "VitrailDrawList", "VitrailTessellation", "VitrailChart", "VitrailDescription", "VitrailImage",
                "VitrailVector", "VitrailGL",
            ], swiftSettings: house),
        // Cases, expectations and result formats of the driver test.
        .target(
            name: "VitrailConformance",
            dependencies: [
                "VitrailScene", "VitrailText", "VitrailColumns", "VitrailDrawList", "VitrailTessellation",
                "VitrailChart", "VitrailDescription", "VitrailImage", "VitrailReference", "VitrailShaders",
                "VitrailGL", "CGL",
            ], resources: [.embedInCode("Expectations/expectations.txt")], swiftSettings: house),
        // Processes that draw for another one, and what the two say to each other.
        .target(name: "VitrailWorkers", swiftSettings: house),
        // Charts that answer events with frames: sessions and their protocol, without a network.
        .target(name: "VitrailLive", dependencies: ["Vitrail"], swiftSettings: house),
        // The HTTP server, which draws nothing itself.
        .target(
            name: "VitrailServer",
            dependencies: [
                "CColumns", "CServer", "VitrailWorkers",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Server"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Server"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Server"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
            ], exclude: ["Page", "openapi.json"], swiftSettings: house),
        // Live charts on a server: joins the two above.
        .target(
            name: "VitrailLiveServer",
            dependencies: [
                "Vitrail", "VitrailLive", .target(name: "VitrailServer", condition: .when(traits: ["Server"])),
            ], swiftSettings: house),
        .target(
            name: "VitrailCLI",
            dependencies: [
                "CCommand", "Vitrail", "VitrailChartJS", "VitrailConformance", "VitrailLive", "VitrailWorkers",
                "VitrailLiveServer",
                .target(name: "VitrailServer", condition: .when(traits: ["Server"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: house),
        .executableTarget(name: "VitrailProgram", dependencies: ["VitrailCLI"], swiftSettings: house),
        .target(
            name: "VitrailC",
            dependencies: [
                "CVitrail", "Vitrail", "VitrailColumns", "VitrailChart", "VitrailDescription", "VitrailLive",
                "VitrailCLI",
            ],
            swiftSettings: house),

        // Series of a host's own, on the public interface alone.
        .executableTarget(
            name: "CustomSeries", dependencies: ["Vitrail"], path: "Examples/CustomSeries", exclude: ["README.md"],
            swiftSettings: house),
        // The documents as programs, each on the public interface alone.
        .executableTarget(
            name: "QuickStart", dependencies: ["Vitrail"], path: "Examples/QuickStart", exclude: ["README.md"],
            swiftSettings: house),
        .executableTarget(
            name: "Guide", dependencies: ["Vitrail"], path: "Examples/Guide", exclude: ["README.md"],
            swiftSettings: house),
        .executableTarget(
            name: "MovementTracker", dependencies: ["Vitrail", "VitrailLiveServer"], path: "Examples/MovementTracker",
            exclude: ["README.md"], swiftSettings: house),
        // A module of the name of the type RangeSelector would hide it.
        .executableTarget(
            name: "RangeSelectorExample", dependencies: ["Vitrail", "VitrailLiveServer"],
            path: "Examples/RangeSelector",
            exclude: ["README.md"], swiftSettings: house),

        // Tests.
        .target(name: "CTestPNG", dependencies: ["CPNG"], path: "Tests/CTestPNG"),
        .target(name: "VitrailTestNumbers", path: "Tests/VitrailTestNumbers", swiftSettings: house),
        .target(
            name: "VitrailTestSupport",
            dependencies: ["VitrailScene", "VitrailImage", "VitrailGL", "CGL"],
            path: "Tests/VitrailTestSupport", swiftSettings: house),
        .testTarget(
            name: "VitrailSceneTests", dependencies: ["VitrailDrawList", "VitrailScene", "VitrailSystem"],
            swiftSettings: house),
        .testTarget(
            name: "VitrailScriptTests", dependencies: ["VitrailScript", "VitrailTestNumbers"],
            exclude: ["Resources", "make_expressions.mjs"], swiftSettings: house),
        .testTarget(
            name: "VitrailChartJSTests", dependencies: ["VitrailChartJS"], exclude: ["compare.py"], swiftSettings: house
        ),
        .testTarget(name: "VitrailWorkersTests", dependencies: ["VitrailWorkers"], swiftSettings: house),
        .testTarget(name: "VitrailLiveTests", dependencies: ["VitrailLive", "Vitrail"], swiftSettings: house),
        .testTarget(
            name: "VitrailServerTests", dependencies: ["VitrailServer", "VitrailWorkers"], swiftSettings: house),
        .testTarget(
            name: "VitrailTextTests", dependencies: ["VitrailText", "VitrailScene", "VitrailTestNumbers"],
            swiftSettings: house),
        .testTarget(name: "VitrailSystemTests", dependencies: ["VitrailSystem"], swiftSettings: house),
        .testTarget(
            name: "VitrailColumnsTests",
            dependencies: [
                "CColumns", "VitrailColumns", "VitrailTessellation", "VitrailChart", "VitrailDescription",
                "VitrailTestNumbers",
            ], swiftSettings: house),
        .testTarget(
            name: "VitrailRasterTests",
            dependencies: [
                "CColumns", "CRaster", "VitrailRaster", "VitrailScales", "VitrailColumns", "VitrailChart",
                "VitrailDescription", "VitrailTestNumbers",
            ], swiftSettings: house),
        .testTarget(
            name: "VitrailTessellationTests",
            dependencies: ["CRaster", "VitrailTessellation", "VitrailDrawList", "VitrailScene", "VitrailTestNumbers"],
            swiftSettings: house),
        .testTarget(
            name: "VitrailChartTests",
            dependencies: [
                "CColumns", "VitrailChart", "VitrailDescription", "VitrailTessellation", "VitrailRaster",
                "VitrailScales", "VitrailColumns", "VitrailText", "VitrailScene", "VitrailTestNumbers",
            ], swiftSettings: house),
        .testTarget(
            name: "VitrailDescriptionTests",
            dependencies: [
                "VitrailDescription", "VitrailChart", "VitrailTessellation", "VitrailDrawList", "VitrailRaster",
                "VitrailScales", "VitrailColumns", "VitrailScene", "VitrailTestNumbers",
            ], swiftSettings: house),
        .testTarget(
            name: "VitrailImageTests",
            dependencies: ["VitrailImage", "CImage", "VitrailScene", "VitrailTestNumbers", "CTestPNG"],
            swiftSettings: house),
        .testTarget(
            name: "VitrailVectorTests",
            dependencies: [
                "Vitrail", "VitrailVector", "VitrailScene", "VitrailImage", "VitrailReference", "VitrailTestNumbers",
            ],
            swiftSettings: house),
        .testTarget(
            name: "VitrailReferenceTests",
            dependencies: ["VitrailReference", "VitrailScene", "VitrailImage", "VitrailTestNumbers"],
            swiftSettings: house),
        .testTarget(
            name: "VitrailTests",
            dependencies: ["Vitrail", "CustomSeries", "VitrailTestSupport", "VitrailTestNumbers"], swiftSettings: house),
        .testTarget(
            name: "VitrailExampleTests",
            dependencies: [
                "Vitrail", "VitrailTestSupport", "VitrailTestNumbers",
                "QuickStart",
                "Guide",
                "CustomSeries",
                "MovementTracker",
                "RangeSelectorExample",
            ], swiftSettings: house),
        // Calls the functions of vitrail.h.
        .testTarget(name: "VitrailCTests", dependencies: ["VitrailC", "CVitrail", "Vitrail"], swiftSettings: house),
        // The samples of docs/from-the-guides.md.
        .testTarget(name: "VitrailGuideTests", dependencies: ["Vitrail"], swiftSettings: house),
        // Runs the executable that lies beside the tests, and looks into it for what no child process shows.
        .testTarget(
            name: "VitrailCLITests",
            dependencies: [
                "VitrailCLI", "VitrailProgram", "Vitrail", "VitrailText", "VitrailImage", "VitrailScene", "VitrailGL",
            ],
            swiftSettings: house),
        .testTarget(
            name: "VitrailGoldenTests", dependencies: ["Vitrail"], exclude: ["Goldens"],
            swiftSettings: house),
        .testTarget(
            name: "VitrailOracleTests",
            dependencies: [
                "VitrailColumns", "VitrailRaster", "VitrailDrawList", "VitrailTessellation", "VitrailChart",
                "VitrailDescription", "VitrailGL", "VitrailShaders", "VitrailReference", "VitrailScene", "VitrailImage",
                "VitrailConformance", "VitrailTestSupport", "VitrailTestNumbers", "CustomSeries",
            ], swiftSettings: house),
        // Runs the executable that lies beside the tests: cases run in processes of its own.
        .testTarget(
            name: "VitrailConformanceTests",
            dependencies: [
                "VitrailConformance", "VitrailCLI", "VitrailProgram", "VitrailImage", "VitrailScene",
                "VitrailDrawList", "VitrailTessellation",
                "VitrailReference", "VitrailGL", "VitrailTestSupport", "CGL",
            ], swiftSettings: house),
        .testTarget(
            name: "VitrailGLTests",
            dependencies: [
                "VitrailGL", "VitrailShaders", "VitrailDrawList", "VitrailScene", "VitrailImage",
                "VitrailTestSupport", "CGL",
            ], swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
