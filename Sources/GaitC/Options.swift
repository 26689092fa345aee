import CGaitKit
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles

/// What a caller says of a recording and of how it is analyzed: `gait_options`, looked through.
struct Options {
  /// What wins over the recording and its description.
  var recording = RecordingOptions()
  /// Methods, and who was recorded.
  var work = RecordingWork()
  /// The name of a recording that is no file.
  var name = "recording"

  /// Looks through what a caller says.
  ///
  /// - Throws: `BadArgument` for what cannot be, `UnreadableFile` where there is no settings file, and what is wrong with one.
  init(_ options: UnsafePointer<gait_options>?) throws {
    guard let said = options?.pointee else { return }
    guard said.size == MemoryLayout<gait_options>.size else {
      throw BadArgument(
        """
        options.size is \(said.size) and this library takes \(MemoryLayout<gait_options>.size): begin with \
        gait_default_options() of the header that belongs to it
        """)
    }
    recording = try Self.recording(said)
    work.identity = try Self.identity(said)
    recording.timeZone = work.identity.timeZone
    if let path = said.settings {
      work.pipeline = try Self.pipeline(Call.path(path))
      work.settings = UsedSettings(of: work.pipeline)
    }
    if let text = try Self.text(said.name) { name = text }
  }

  private static func text(_ bytes: UnsafePointer<CChar>?) throws -> String? {
    guard let bytes else { return nil }
    if let text = String(validatingCString: bytes) { return text }
    throw BadArgument("\"\(String(cString: bytes))\" is not UTF-8, which texts must be")
  }

  private static func recording(_ said: gait_options) throws -> RecordingOptions {
    let height = try value(said.height_m, "height_m", SampleKind.height.erased)
    let mass = try value(said.mass_kg, "mass_kg", SampleKind.bodyMass.erased)
    return RecordingOptions(
      site: try word(said.site, "site", WearingSite.init(word:)),
      height: height.map { Length(meters: $0) },
      mass: mass.map { Mass(kilograms: $0) },
      ageYears: try value(said.age_years, "age_years", .age),
      sex: try word(said.sex, "sex", Sex.init(word:)))
  }

  private static func value(
    _ value: Double, _ name: String, _ kind: AnySampleKind
  ) throws -> Double? {
    guard !value.isNaN else { return nil }
    guard let why = PossibleValues.impossibility(of: value, kind) else { return value }
    throw BadArgument("\(name) \(DecimalText.trimmed(value) ?? "\(value)") cannot be: \(why)")
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ said: UnsafePointer<CChar>?, _ name: String, _ reading: (String) -> Word?
  ) throws -> Word? {
    guard let said = try text(said) else { return nil }
    if let word = reading(said) { return word }
    let known = Word.allCases.map(\.rawValue)
    throw BadArgument(
      "\(name) \"\(said)\" is not known" + NearestWord.question(said, among: known)
        + "; there are \(known.joined(separator: ", "))")
  }

  private static func identity(_ said: gait_options) throws -> RecordingIdentity {
    let participant = try text(said.participant)
    if let participant, let why = PossibleValues.impossibility(ofName: participant) {
      throw BadArgument("participant \"\(participant)\" cannot be: \(why)")
    }
    let zone = try text(said.time_zone).map { name in
      guard let zone = TimeZone(named: name) else {
        throw BadArgument("time_zone \"\(name)\" is not known; give one like Europe/Berlin")
      }
      return zone
    }
    let start = try text(said.start).map { try clock($0, zone: zone) }
    if said.override_start, start == nil {
      throw BadArgument("override_start needs start, like 2026-05-04T09:30:00+02:00")
    }
    return RecordingIdentity(
      participant: participant, start: start, overridesStart: said.override_start, timeZone: zone)
  }

  private static func clock(_ text: String, zone: TimeZone?) throws -> WallClock {
    guard let time = DateTime(text) else {
      throw BadArgument(
        "start \"\(text)\" is no date and time; give one like 2026-05-04T09:30:00+02:00")
    }
    guard time.utcOffsetSeconds != nil || zone != nil else {
      throw BadArgument(
        "start \(text) does not say where: add the offset, as in +02:00, or give time_zone")
    }
    let said = WallClock(
      secondsSince1970: time.secondsSince1970, utcOffsetSeconds: time.utcOffsetSeconds ?? 0,
      isLocal: time.utcOffsetSeconds == nil)
    if let zone, let doubt = said.doubt(in: zone) { throw BadArgument("start \(text) \(doubt)") }
    let clock = said.placed(in: zone ?? .gmt)
    let instant = Date(timeIntervalSince1970: clock.secondsSince1970)
    if let why = PossibleValues.impossibility(of: instant, now: Date()) {
      throw BadArgument("start \(text) cannot be: \(why)")
    }
    return clock
  }

  private static func pipeline(_ path: String) throws -> GaitPipeline {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UnreadableFile(
        "settings \(path): no such file can be read; gait settings --output \(path) writes one to change"
      )
    }
    return try PipelineSettings.pipeline(from: data, file: path)
  }
}
