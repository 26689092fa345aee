import Foundation

import MATLABFiles
@testable import SensorFiles

extension SeedFile {
  /// MATLAB files of every kind; those of 7.3 are long, whatever is in them.
  static var matlab: [SeedFile] {
    MATLABWriter.Version.allCases.map(matrices)
      + [.level5, .compressed5, .hdf5].map(structure)
  }

  private static func matrices(_ version: MATLABWriter.Version) -> SeedFile {
    SeedFile(.matlab, "matrices-\(version.rawValue)", isLibraryMade: version.isPacked) { _ in
      let samples = StandingSamples(count: 60)
      let gyroscope = [("gyr", MATLABWriter.Value.columns(samples.angularRate, kind: .int16))]
      return MATLABWriter.bytes(
        of: [
          ("acc", .columns(samples.acceleration, kind: .single)), ("fs", .scalar(100)),
          // A tree of chunks takes 2.6 kB, whatever is in it.
        ] + (version == .compressedHDF5 ? [] : gyroscope), version)
    }
  }

  private static func structure(_ version: MATLABWriter.Version) -> SeedFile {
    SeedFile(.matlab, "structure-\(version.rawValue)", isLibraryMade: version.isPacked) { _ in
      // Of 7.3, the names alone take 4 kB.
      let samples = StandingSamples(count: version.isHDF5 ? 30 : 60)
      let fields = ["x", "y", "z"].enumerated().map { axis, name in
        ("acc_\(name)", MATLABWriter.Value.vector(samples.acceleration[axis], kind: .single))
      }
      return MATLABWriter.bytes(
        of: [("data", .structure(fields + [("rate", .scalar(100))]))], version)
    }
  }
}
