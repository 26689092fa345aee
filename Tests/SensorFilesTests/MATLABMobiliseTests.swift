import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// The layout of the Mobilise-D project.
struct MATLABMobiliseTests {
  typealias Value = MATLABWriter.Value
  private let folder: ScratchFolder
  private let samples = StandingSamples()

  init() throws { folder = try ScratchFolder() }

  private func device(_ count: Int = 400, hasTimes: Bool = true) -> Value {
    let samples = StandingSamples(count: count)
    let times = (0..<count).map { 1_600_000_000 + Double($0) / 100 }
    return .structure([
      ("Acc", .columns(samples.acceleration)), ("Gyr", .columns(samples.angularRate)),
      ("Mag", .columns(samples.angularRate)),
      ("Bar", .vector((0..<count).map { 1010 + Double($0) / 1000 })),
      (hasTimes ? "Timestamp" : "Other", .vector(times)),
      (
        "Fs",
        .structure([
          ("Acc", .scalar(100)), ("Gyr", .scalar(100)), ("Mag", .scalar(100)),
          ("Bar", .scalar(100)),
        ])
      ),
    ])
  }

  private func trial(
    _ devices: [(String, Value)], start: String = "2020-09-13T14:26:40.000+02:00"
  ) -> Value {
    .structure([
      ("StartDateTime", .text(start)),
      ("TimeZone", .text("Europe/Berlin")),
      ("Standards", .structure([("INDIP", .structure([("Fs", .scalar(100))]))])),
      ("SU", .structure(devices)),
    ])
  }

  private func write(
    _ tests: [(String, Value)], _ version: MATLABWriter.Version = .level5
  ) throws -> String {
    let path = folder.path + "/data.mat"
    try MATLABWriter.write(
      [("data", .structure([("TimeMeasure1", .structure(tests))]))], to: path, version)
    return path
  }

  private func twoTrials(_ version: MATLABWriter.Version) throws -> String {
    try write(
      [
        ("Test4", .structure([("Trial1", trial([("LowerBack", device())]))])),
        (
          "Test11",
          .structure([("Trial1", trial([("Wrist", device(500)), ("LowerBack", device(300))]))])
        ),
      ], version)
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `a trial is read exactly, with site, start and units`(
    version: MATLABWriter.Version
  ) throws {
    let path = try twoTrials(version) + "#TimeMeasure1/Test4/Trial1"
    let source = try open(path)
    #expect(source.facts.name == "data_TimeMeasure1_Test4_Trial1")
    #expect(source.facts.site == .lowerBack)
    #expect(
      source.facts.start
        == WallClock(secondsSince1970: 1_600_000_000, utcOffsetSeconds: 7200))
    #expect(source.facts.samplingRateHertz == 100)
    let block = try #require(try RecordingSourceContract.allSamples(of: source))
    #expect(block.acceleration.y == samples.acceleration[1].map { Float($0 * standardGravity) })
    #expect(block.angularRate?.z == samples.angularRate[2].map { Float($0 * (.pi / 180)) })
    #expect(block.side[.pressure]?.values.count == 400)
    #expect(source.layout.ignoredChannels == ["Mag"])
    #expect(
      source.layout.channels.contains {
        $0.nameInFile == "data.TimeMeasure1.Test4.Trial1.SU.LowerBack.Gyr(:,2)"
          && $0.unit == "deg/s (named)"
      })
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test(arguments: MATLABWriter.Version.allCases)
  func `several trials are listed and none is guessed`(version: MATLABWriter.Version) throws {
    let path = try twoTrials(version)
    let parts = ["TimeMeasure1/Test4/Trial1", "TimeMeasure1/Test11/Trial1"]
    #expect(try SensorFile.parts(of: path) == parts)
    let refused = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(refused?.kind == .severalRecordings)
    #expect(refused?.message.contains("data.mat#TimeMeasure1/Test4/Trial1") == true)
    #expect(refused?.message.contains(parts.joined(separator: ", ")) == true)
    let wrong = #expect(throws: SensorFileError.self) { try SensorFile.open(path + "#Trial7") }
    #expect(wrong?.message.contains("no recording \"Trial7\"") == true)
  }

  @Test func `the lower back is read first, and the details list the rest`() throws {
    let source = try open(twoTrials(.level5) + "#TimeMeasure1/Test11/Trial1")
    #expect(try RecordingSourceContract.allSamples(of: source)?.seconds.count == 300)
    #expect(source.layout.details.contains("other devices, not read: Wrist"))
    #expect(source.layout.details.contains("TimeZone: Europe/Berlin"))
    #expect(source.facts.timeZone?.identifier == "Europe/Berlin")
  }

  /// Starts of a file whose times, if it has any, begin at 14:26:40 in Berlin.
  @Test(
    arguments: [
      ("2020-09-14T09:00:00+02:00", true, "2020-09-14T09:00:00.000+02:00", "StartDateTime counts"),
      ("2020-09-13T14:26:40.4+02:00", true, "2020-09-13T14:26:40.400+02:00", nil),
      ("2020-09-13 14:26:40", true, "2020-09-13T14:26:40.000+02:00", nil),
      ("2020-09-13 12:26:40", true, "2020-09-13T14:26:40.000+02:00", "the times count"),
      ("2020-09-13 14:26:40", false, "2020-09-13T14:26:40.000+02:00", nil),
      ("13-Sep-2020 14:26:40", false, "2020-09-13T14:26:40.000+02:00", nil),
      ("last Sunday", true, "2020-09-13T14:26:40.000+02:00", "is no date that is read"),
    ] as [(String, Bool, String, String?)])
  func `a start and times that contradict each other are said, and a local start is read`(
    written: String, hasTimes: Bool, start: String, words: String?
  ) throws {
    let own = trial([("LowerBack", device(hasTimes: hasTimes))], start: written)
    let found = try SensorFile.inspection(of: write([("Test4", own)]))
    let zone = try #require(found.facts.timeZone)
    #expect(found.facts.start.map { InstantText.text($0.placed(in: zone)) } == start)
    let said = found.layout.contradictions.filter { $0.contains("StartDateTime") }
    #expect(said.count == (words == nil ? 0 : 1), "\(said)")
    #expect(words.map { said.first?.contains($0) == true } ?? true, "\(said)")
  }

  @Test func `a description's start is of one of several recordings, also beside local ones`()
    throws
  {
    let starts = ["2020-09-13 14:26:40", "2020-09-13 15:26:40"]
    let path = try write(
      starts.enumerated().map {
        ("Test\($0)", trial([("LowerBack", device(hasTimes: false))], start: $1))
      })
    try Data(#"{"start_datetime": "2020-09-13T14:26:40+02:00"}"#.utf8).write(
      to: URL(fileURLWithPath: folder.path + "/data.json"))
    for (place, start) in starts.enumerated() {
      let found = try SensorFile.inspection(of: path + "#TimeMeasure1/Test\(place)")
      #expect(
        found.layout.contradictions.contains { $0.contains("the start in the description is not") })
      let zone = try #require(found.facts.timeZone)
      let text = found.facts.start.map { InstantText.text($0.placed(in: zone)) }
      #expect(text == start.replacing(" ", with: "T") + ".000+02:00")
    }
  }

  @Test func `a file with one trial needs no name`() throws {
    let path = try write([("Recording4", trial([("RightWrist", device())]))])
    #expect(try SensorFile.parts(of: path) == [])
    #expect(try open(path).facts.name == "data")
    #expect(try open(path).facts.site == .wrist)
    #expect(try open(path + "#TimeMeasure1/Recording4").facts.site == .wrist)
    let other = try SensorFile.open(path, options: RecordingOptions(site: .hip))
    #expect(other.facts.site == .hip)
  }

  @Test func `the person is described by the file beside it unless others know better`() throws {
    let path = try twoTrials(.compressed5)
    let facts: Value = .structure([
      ("Height", .scalar(159)), ("SensorHeight", .scalar(95)), ("Weight", .scalar(61.5)),
      ("Handedness", .text("R")),
    ])
    try MATLABWriter.write(
      [("infoForAlgo", .structure([("TimeMeasure1", facts)]))],
      to: folder.path + "/infoForAlgo.mat", .compressed5)
    let part = path + "#TimeMeasure1/Test4/Trial1"
    let person = try open(part).facts.participant
    #expect(person.height == Length(meters: 1.59))
    #expect(person.mass == Mass(kilograms: 61.5))
    _ = try folder.write("{\"height_m\": 1.8}", to: "data.json")
    #expect(try open(part).facts.participant.height == Length(meters: 1.8))
    let told = try SensorFile.open(part, options: RecordingOptions(height: Length(meters: 1.7)))
    #expect(told.facts.participant.height == Length(meters: 1.7))
  }

  @Test func `structures called like places of the body are devices, others are recordings`() throws
  {
    let samples = self.samples
    func sensors() -> Value {
      .structure([("acc", .columns(samples.acceleration)), ("fs", .scalar(100))])
    }
    let path = folder.path + "/s.mat"
    try MATLABWriter.write(
      [("s", .structure([("left_wrist", sensors()), ("lowerback", sensors())]))], to: path)
    #expect(try SensorFile.parts(of: path) == [])
    #expect(try open(path).facts.site == .lowerBack)
    try MATLABWriter.write([("walk", sensors()), ("run", sensors())], to: path)
    #expect(try SensorFile.parts(of: path) == ["walk", "run"])
    #expect(try open(path + "#run").facts.name == "s_run")
    try MATLABWriter.write(
      [
        ("acc", .columns(samples.acceleration)), ("fs", .scalar(100)), ("trial2", sensors()),
        ("range", .structure([("acc", .scalar(8))])),
      ], to: path)
    #expect(try SensorFile.parts(of: path) == [])
    let said = try open(path).layout.contradictions.filter { $0.contains("a structure with") }
    #expect(said.count == 1 && said[0].hasPrefix("trial2: "), "\(said)")
  }

  @Test func `a file of another kind has no parts`() throws {
    let path = try folder.write(table())
    #expect(try SensorFile.parts(of: path) == [])
    let refused = #expect(throws: SensorFileError.self) { try SensorFile.open(path + "#Trial1") }
    #expect(refused?.message.contains("one recording") == true)
    let named = try folder.write(table(), to: "walk#2.csv")
    #expect(try open(named).facts.name == "walk#2")
  }
}
