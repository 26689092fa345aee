import GaitModel

/// Stretches of a long recording. Where they cannot be read, what is wrong is told as where all of it is read: lines are
/// numbered from the first one of the file.
final class ThinnedSource: SensorFileSource {
  private var source: any SensorFileSource
  private let whole: () throws(SensorFileError) -> any SensorFileSource

  /// Hands on what a source of stretches gives; `whole` opens all of the recording.
  init(
    _ source: any SensorFileSource,
    whole: @escaping () throws(SensorFileError) -> any SensorFileSource
  ) {
    (self.source, self.whole) = (source, whole)
  }

  var facts: RecordingFacts { source.facts }
  var layout: SensorFileLayout { source.layout }
  var remarks: [RecordingRemark] { source.remarks }
  var isThinned: Bool { true }

  func nextBlock() throws -> RecordingBlock? {
    do {
      return try source.nextBlock()
    } catch {
      try readAll()
      throw error
    }
  }

  private func readAll() throws {
    var source = try whole()
    while try source.nextBlock() != nil {}
  }
}
