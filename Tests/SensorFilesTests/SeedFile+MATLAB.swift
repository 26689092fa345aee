import Foundation

@testable import SensorFiles

extension SeedFile {
  /// MATLAB files of both kinds; those of HDF5 are long, whatever is in them.
  static var matlab: [SeedFile] {
    [MATLABWriter.Version.level5, .compressed5, .hdf5].map(matrices)
      + [.level5, .compressed5].map(structure)
  }

  private static func matrices(_ version: MATLABWriter.Version) -> SeedFile {
    SeedFile(.matlab, "matrices-\(version.rawValue)", isLibraryMade: true) { scratch in
      let samples = StandingSamples(count: 60)
      return try matlab(
        [
          ("acc", .columns(samples.acceleration, kind: .single)),
          ("gyr", .columns(samples.angularRate, kind: .int16)), ("fs", .scalar(100)),
        ], version, scratch)
    }
  }

  private static func structure(_ version: MATLABWriter.Version) -> SeedFile {
    SeedFile(.matlab, "structure-\(version.rawValue)", isLibraryMade: true) { scratch in
      let samples = StandingSamples(count: 60)
      let fields = ["x", "y", "z"].enumerated().map { axis, name in
        ("acc_\(name)", MATLABWriter.Value.vector(samples.acceleration[axis], kind: .single))
      }
      return try matlab(
        [("data", .structure(fields + [("rate", .scalar(100))]))], version, scratch)
    }
  }

  private static func matlab(
    _ variables: [(String, MATLABWriter.Value)], _ version: MATLABWriter.Version,
    _ scratch: ScratchFolder
  ) throws -> [UInt8] {
    let path = scratch.path + "/seed.mat"
    try? FileManager.default.removeItem(atPath: path)
    try MATLABWriter.write(variables, to: path, version)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
