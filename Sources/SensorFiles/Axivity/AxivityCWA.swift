/// Recordings of the Axivity AX3 and AX6: a header, then blocks of 512 bytes.
///
/// Layout and units are those of the public description of the format: OpenMovement,
/// `Docs/ax3/cwa.h` and `Docs/ax3/ax3-technical.md` (github.com/openmovementproject/openmovement).
enum AxivityCWA: SensorFileFormat {
  static let name = "Axivity AX3/AX6 (CWA)"

  /// Bytes of a block, its own header and checksum included.
  static let sectorByteCount = 512

  /// The mark of the file's header, or one whole block where a block belongs: a damaged header
  /// costs the device's number and no sample.
  static func recognizes(_ file: RecordingFile) -> Bool {
    if AxivityHeader.isMarked(file.head) { return true }
    return file.head.withUnsafeBytes { bytes in
      let starts = stride(from: 0, through: bytes.count - sectorByteCount, by: sectorByteCount)
      return starts.contains { start in
        let sector = UnsafeRawBufferPointer(rebasing: bytes[start..<start + sectorByteCount])
        return AxivityBlock.isMarked(sector) && AxivityBlock.checksum(of: sector) == 0
      }
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try AxivitySource(file, settings: settings)
  }
}
