import GaitModel
import MATLABFiles

/// Recordings in MATLAB files, of which `MATLABFiles` knows the variables: their names, the layout of
/// Mobilise-D, units and clock.
enum MATLABFormat: SensorFileFormat {
  static let name = "MATLAB (MAT-file 5, 7 and 7.3)"

  static func recognizes(_ file: RecordingFile) -> Bool { MATLABFile.recognizes(file.head) }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let plan = try MATLABPlan(variables(of: file), of: file, settings: settings)
    return TableSource(
      path: file.path, facts: plan.facts, layout: plan.layout, conversion: plan.conversion,
      rows: try plan.rows(), blockSampleCount: settings.blockSampleCount)
  }

  /// The names of the recordings in a file that holds several.
  static func parts(of file: RecordingFile) throws(SensorFileError) -> [String] {
    let recordings = MATLABRecording.all(in: try variables(of: file).variables)
    return recordings.count > 1 ? MATLABRecording.parts(recordings) : []
  }

  /// The variables of a file. What reference systems measured is never looked at.
  static func variables(of file: RecordingFile) throws(SensorFileError) -> MATLABFile {
    do throws(MATLABFileError) {
      return try MATLABFile(file, passingOver: [MATLABRecording.referenceName])
    } catch {
      throw SensorFileError(error, path: file.path)
    }
  }
}

extension SensorFileError {
  /// The same about a file with a path.
  init(_ error: MATLABFileError, path: String) {
    let kind: Kind =
      switch error.kind {
      case .notReadable: .notReadable
      case .damaged: .damaged
      }
    self.init(kind, path: path, error.message)
  }
}

extension RecordingFile: MATLABBytes {
  func stream() throws(MATLABFileError) -> any MATLABByteStream {
    try readable { () throws(SensorFileError) in StreamForMATLAB(try bytes()) }
  }

  func places() throws(MATLABFileError) -> (any MATLABBytePlaces)? {
    guard let path = plainPath else { return nil }
    return try readable { () throws(SensorFileError) in try PlacesForMATLAB(PlainBytes(path: path))
    }
  }
}

private final class StreamForMATLAB: MATLABByteStream {
  private let bytes: any ByteStream

  init(_ bytes: any ByteStream) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MATLABFileError) -> Int {
    try readable { () throws(SensorFileError) in try bytes.read(into: buffer) }
  }

  func skip(_ count: Int) throws(MATLABFileError) -> Int {
    try readable { () throws(SensorFileError) in try bytes.skip(count) }
  }
}

private final class PlacesForMATLAB: MATLABBytePlaces {
  private let bytes: PlainBytes

  init(_ bytes: PlainBytes) { self.bytes = bytes }

  var byteCount: Int { bytes.byteCount }

  func read(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(MATLABFileError) -> Int {
    try readable { () throws(SensorFileError) in try bytes.read(buffer, at: offset) }
  }
}

private func readable<Value>(
  _ read: () throws(SensorFileError) -> Value
) throws(MATLABFileError) -> Value {
  do {
    return try read()
  } catch {
    throw MATLABFileError(.notReadable, error.message)
  }
}
