/// Why a part of an HDF5 file cannot be read, in words that follow its name: `has no …`.
struct HDF5Fault: Error, Hashable {
  /// Whether the bytes break the format; otherwise they keep it in a way that is not read here.
  let isDamage: Bool
  /// What came, and what to do where something can be done.
  let words: String

  /// Bytes that break the format.
  static func damaged(_ words: String) -> HDF5Fault { HDF5Fault(isDamage: true, words: words) }

  /// A part of the format that MATLAB does not use.
  static func unread(_ words: String) -> HDF5Fault {
    HDF5Fault(isDamage: false, words: "\(words), which is not read; save it again with -v7")
  }
}
