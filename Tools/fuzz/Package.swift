// swift-tools-version: 6.1
import PackageDescription

/// The readers that are fed with damaged files: one folder of `Sources` each.
let readers = [
  "ActiGraph", "Axivity", "BIDSMotion", "DelimitedText", "Description", "GENEActiv", "MATLAB",
  "Phyphox", "SensorLogger", "Zip",
]

/// Everything else that reads a file, and the module that does. Each folder has a link to the promises that the
/// module's tests hold it to.
let others = [
  "HealthExport": "SampleStorage", "SampleExport": "SampleStorage", "Store": "SampleStorage",
  "Manifest": "GaitStudies", "StudyFiles": "GaitStudies", "Settings": "GaitAnalysis",
  "Reference": "GaitValidation", "Results": "GaitValidation", "Mapping": "GaitValidation",
  "Laboratory": "GaitValidation", "Report": "GaitValidation",
]

/// A program of a folder's name. It links what it feeds and no more: libFuzzer looks through all counters after
/// each file.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies,
    swiftSettings: [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.linkedLibrary("stdc++"), .unsafeFlags(["-use-ld=lld"])])
}

// A package of its own, so that users never build it. `Tools/fuzz/run` builds and runs it.
let package = Package(
  name: "GaitKitFuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GaitKit", path: "../..")],
  targets: [
    .target(name: "Fuzzing"),
    .target(
      name: "FuzzedReaders",
      dependencies: ["Fuzzing", .product(name: "SensorFiles", package: "GaitKit")]),
  ]
    + readers.map { program($0, ["FuzzedReaders"]) }
    + others.sorted { $0.key < $1.key }.map { name, module in
      program(name, ["Fuzzing", .product(name: module, package: "GaitKit")])
    },
  swiftLanguageModes: [.v6]
)
