// swift-tools-version: 6.1
import PackageDescription

// The house, floor by floor (see the table in README.md). `.ci/floors` checks the floors.
let package = Package(
  name: "GaitKit",
  platforms: [.macOS(.v15)],
  products: [
    .library(
      name: "GaitKit",
      targets: [
        "Signals", "GaitModel", "SensorFiles", "GaitAnalysis", "SampleStorage",
        "MobilityEstimates",
      ]),
    // For programs that only read recordings: nothing of the store is built.
    .library(name: "SensorFiles", targets: ["GaitModel", "SensorFiles"]),
    .library(name: "SampleStorage", targets: ["GaitModel", "SampleStorage"]),
    // For programs that only read `.mat` files.
    .library(name: "MATLABFiles", targets: ["MATLABFiles"]),
    // For the programs of Tools/fuzz, each of which links what it feeds and no more.
    .library(name: "GaitAnalysis", targets: ["GaitAnalysis"]),
    .library(name: "GaitStudies", targets: ["GaitStudies"]),
    .library(name: "GaitValidation", targets: ["GaitValidation"]),
    .executable(name: "gait", targets: ["gait"]),
    // For C, and for Python over it: `libgaitkit.so` with the header `Sources/CGaitKit/gaitkit.h`.
    .library(name: "gaitkit", type: .dynamic, targets: ["gaitkit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // Floor 0: arithmetic on evenly spaced numbers.
    .systemLibrary(
      name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    .target(name: "SignalKernels"),
    .target(name: "Signals", dependencies: ["CFFTW", "SignalKernels"]),

    // Floor 1: the nouns that all modules share.
    .target(name: "GaitModel", dependencies: ["Signals"]),

    // Floor 2: bytes to recordings, recordings to walking bouts.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .target(name: "MATLABFiles", dependencies: ["CZlib"]),
    .target(
      name: "SensorFiles",
      dependencies: ["GaitModel", "MATLABFiles", "SignalKernels", "CISAL", "CZlib", "CZip"]),
    .target(name: "GaitAnalysis", dependencies: ["GaitModel", "Signals", "SignalKernels"]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(
      name: "SampleStorage",
      dependencies: [
        "GaitModel", "Signals", "CSodium",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(name: "MobilityEstimates", dependencies: ["GaitModel", "Signals"]),

    // Floor 3: what was found as tables, recordings with known truth, the errors of an analysis,
    // studies of thousands.
    .target(name: "GaitResults", dependencies: ["GaitModel", "SensorFiles", "GaitAnalysis"]),
    .target(name: "GaitSimulation", dependencies: ["GaitModel", "Signals"]),
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "GaitValidation",
      dependencies: [
        "Signals", "GaitModel", "SensorFiles", "MATLABFiles", "GaitAnalysis", "CXXHash",
      ]),
    .target(
      name: "GaitStudies",
      dependencies: ["GaitModel", "SensorFiles", "MobilityEstimates", "CXXHash"]),

    .target(
      name: "GaitReports",
      dependencies: [
        "GaitModel", "MobilityEstimates", "CSodium",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: [.embedInCode("Assets")]),

    // The roof.
    .target(name: "CAllocations"),
    .target(
      name: "GaitCLI",
      dependencies: [
        "CAllocations", "CZlib", "Signals", "GaitModel", "SensorFiles", "GaitAnalysis",
        "SampleStorage", "MobilityEstimates", "GaitReports", "GaitResults", "GaitSimulation",
        "GaitStudies", "GaitValidation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "gait", dependencies: ["GaitCLI"], linkerSettings: [.wholeSwift]),
    // The header names every function; the compiler holds the Swift behind it against it.
    .systemLibrary(name: "CGaitKit"),
    .target(
      name: "GaitC",
      dependencies: ["CGaitKit", "GaitModel", "SensorFiles", "GaitAnalysis", "GaitResults"]),
    .target(
      name: "gaitkit", dependencies: ["GaitC"], linkerSettings: [.wholeSwift, .headerAlone]),

    .target(
      name: "TestSupport", dependencies: ["GaitModel", "CZip"], path: "Tests/TestSupport"),
    .testTarget(name: "GaitModelTests", dependencies: ["GaitModel"]),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "SignalKernels", "TestSupport"],
      resources: [.copy("Goldens")]),
    .testTarget(
      name: "SensorFilesTests",
      dependencies: ["SensorFiles", "MATLABFiles", "CZip", "CZlib", "TestSupport"],
      exclude: ["Findings", "Seeds", "Goldens"]),
    .testTarget(
      name: "GaitAnalysisTests",
      dependencies: [
        "CAllocations", "GaitAnalysis", "GaitResults", "GaitSimulation", "SensorFiles",
        "TestSupport",
      ],
      exclude: ["Seeds"]),
    .executableTarget(
      name: "StoreWriter", dependencies: ["SampleStorage"], path: "Tests/StoreWriter"),
    .testTarget(
      name: "SampleStorageTests",
      dependencies: [
        "SampleStorage", "GaitAnalysis", "SensorFiles", "StoreWriter", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Seeds"], resources: [.copy("Exports"), .copy("Stores")]),
    .testTarget(
      name: "MobilityEstimatesTests",
      dependencies: [
        "MobilityEstimates", "GaitAnalysis", "GaitSimulation", "SensorFiles", "TestSupport",
      ]),
    .testTarget(name: "GaitSimulationTests", dependencies: ["GaitSimulation", "TestSupport"]),
    .testTarget(
      name: "GaitValidationTests",
      dependencies: ["GaitValidation", "GaitAnalysis", "SensorFiles", "TestSupport"],
      exclude: ["Findings", "Seeds"],
      resources: [.copy("Goldens")]),
    .testTarget(
      name: "GaitStudiesTests", dependencies: ["GaitStudies", "TestSupport"],
      exclude: ["Findings", "Seeds"]),
    .testTarget(name: "GaitReportsTests", dependencies: ["GaitReports"]),
    .testTarget(name: "GaitCLITests", dependencies: ["GaitCLI", "GaitResults", "TestSupport"]),
    .testTarget(name: "GaitCTests", dependencies: ["GaitC", "CGaitKit", "GaitResults"]),
  ],
  swiftLanguageModes: [.v6]
)

extension LinkerSetting {
  /// Swift's library is linked in: a program starts sooner than with a dozen shared ones, and runs where there is no Swift.
  /// It stands here, and not in a command, so that one build serves the program, the library for C and the tests, which
  /// take the shared one. What Swift's library needs of its own is named, because only a whole build of that kind knows it.
  static let wholeSwift = LinkerSetting.unsafeFlags(
    [
      "-use-ld=lld", "-static-stdlib", "-lswiftSynchronization", "-lswift_RegexParser",
      "-l_FoundationICU", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections",
    ], .when(platforms: [.linux], configuration: .release))

  /// Only the functions of `gaitkit.h` are visible, so that nothing of the library meets another Swift in the program.
  static let headerAlone = LinkerSetting.unsafeFlags(
    [
      "-Xlinker", "--version-script=\(Context.packageDirectory)/Tools/c/exports.map",
      "-Xlinker", "-s",
    ], .when(platforms: [.linux], configuration: .release))
}

// Release builds optimize the arithmetic; words, tables and tests cost more to optimize than that saves.
let words: Set = ["GaitCLI", "GaitReports", "GaitStudies", "GaitValidation", "TestSupport"]
// `Tools/fuzz/run` asks for no optimization: the store and its library take 300 CPU s more to build with it under a sanitizer,
// and are fed as many files without. Readers of samples go through every value; they, and what they stand on, keep it.
let isFuzzed = Context.environment["GAITKIT_FUZZ"] != nil
let readers: Set = ["SensorFiles", "MATLABFiles", "GaitModel", "Signals"]
// One build serves programs and tests (`Tools/gait`, `Tools/test`): what tests reach into is compiled for it. Who depends on
// the libraries does not ask for it.
var open: Set<String> = []
if Context.environment["GAITKIT_TESTS"] != nil {
  open = words.union(["GaitAnalysis", "SensorFiles", "MobilityEstimates", "GaitC"])
}
for target in package.targets {
  var flags: [String] = []
  if target.type == .test || words.contains(target.name) { flags.append("-Onone") }
  if isFuzzed, readers.contains(target.name) { flags += ["-Xfrontend", "-O"] }
  if open.contains(target.name) { flags.append("-enable-testing") }
  if !flags.isEmpty {
    target.swiftSettings = [.unsafeFlags(flags, .when(configuration: .release))]
  }
}

// `GAITKIT_DOCS=1 swift package generate-documentation`: what only writes documentation is not fetched and built otherwise.
if Context.environment["GAITKIT_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
