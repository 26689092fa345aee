// swift-tools-version: 6.1
import PackageDescription

/// The readers that are fed with damaged files: one folder of `Sources` each.
let readers = [
  "ActiGraph", "Axivity", "BIDSMotion", "DelimitedText", "Description", "GENEActiv", "MATLAB",
  "Phyphox", "SensorLogger", "Zip",
]

/// The doors of a store, fed in the same way.
let doors = ["HealthExport", "SampleExport"]

// A package of its own, so that users never build it. `Tools/fuzz/run` builds and runs it.
let package = Package(
  name: "GaitKitFuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GaitKit", path: "../..")],
  targets: [
    .target(
      name: "Fuzzing",
      dependencies: [
        .product(name: "SensorFiles", package: "GaitKit"),
        .product(name: "SampleStorage", package: "GaitKit"),
      ])
  ]
    + (readers + doors).map { reader in
      .executableTarget(
        name: reader, dependencies: ["Fuzzing"],
        swiftSettings: [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.linkedLibrary("stdc++"), .unsafeFlags(["-use-ld=lld"])])
    },
  swiftLanguageModes: [.v6]
)
