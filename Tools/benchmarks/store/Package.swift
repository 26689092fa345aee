// swift-tools-version: 6.1
import PackageDescription

// Fills a store with a study and asks it: swift run -c release store-bench bench.gait 100 365
let package = Package(
  name: "store-bench",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "GaitKit", path: "../../..")],
  targets: [
    .executableTarget(
      name: "store-bench", dependencies: [.product(name: "GaitKit", package: "GaitKit")])
  ],
  swiftLanguageModes: [.v6]
)
