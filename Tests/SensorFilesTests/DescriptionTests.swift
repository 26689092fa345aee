import Foundation
import GaitModel
import Testing

@testable import SensorFiles

struct DescriptionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func facts(
    _ json: String, options: RecordingOptions = RecordingOptions()
  ) throws -> RecordingFacts {
    _ = try folder.write(json, to: "walk.json")
    return try SensorFile.open(folder.write(table(), to: "walk.csv"), options: options).facts
  }

  private func refusal(_ json: String) throws -> String? {
    do {
      _ = try facts(json)
      return nil
    } catch let error as SensorFileError {
      #expect(error.kind == .badDescription)
      #expect(error.path.hasSuffix("walk.json"))
      return error.message
    }
  }

  @Test func `every key is read, unknown ones are ignored, null is absent`() throws {
    let facts = try facts(
      """
      {"participant": "P7", "site": "lower_back", "height_m": 1.71, "mass_kg": 65, "age_years": null,
       "sex": "F", "start_datetime": "2020-12-10T14:09:03.815+01:00", "sampling_rate_hz": 100,
       "sensor_height_m": 1.02, "gaps": [[1, 2]], "notes": {"a": 1}}
      """)
    #expect(facts.participant.identifier == "P7")
    #expect(facts.site == .lowerBack)
    #expect(facts.participant.height == Length(meters: 1.71))
    #expect(facts.participant.mass == Mass(kilograms: 65))
    #expect(facts.participant.ageYears == nil)
    #expect(facts.participant.sex == .female)
    #expect(facts.start?.utcOffsetSeconds == 3600)
    #expect(abs((facts.start?.secondsSince1970 ?? 0) - 1_607_605_743.815) < 1e-6)
  }

  @Test func `what the caller says wins over the description`() throws {
    let facts = try facts(
      "{\"site\": \"hip\", \"height_m\": 1.8, \"age_years\": 40}",
      options: RecordingOptions(site: .pocket, height: Length(meters: 1.6)))
    #expect(facts.site == .pocket)
    #expect(facts.participant.height == Length(meters: 1.6))
    #expect(facts.participant.ageYears == 40)
  }

  @Test func `words of data sets for the same places are understood`() throws {
    #expect(try facts("{\"site\": \"upper_arm\"}").site == .arm)
    #expect(try facts("{\"site\": \"chest\"}").site == .neck)
    #expect(try facts("{\"site\": \"Waist\"}").site == .hip)
  }

  @Test func `an unknown site lists the words that are allowed`() throws {
    let message = try #require(try refusal("{\"site\": \"ankle\"}"))
    #expect(message.contains("\"ankle\""))
    #expect(message.contains("lower_back, hip, pocket, bag, wrist, hand, arm, neck"))
  }

  @Test func `what is no JSON is refused with the position`() throws {
    let message = try #require(try refusal("{\"site\": \"hip\",\n  \"height_m\" 1.8}"))
    #expect(message.contains("line 2"), "\(message)")
    #expect(try refusal("[1, 2]")?.contains("object") == true)
    #expect(try refusal("")?.contains("is empty, and its name is that of the recording's") == true)
    #expect(try refusal("{\"site\": \"hip\"")?.contains("not JSON") == true)
  }

  @Test(arguments: [
    "{\"height_m\": \"1.8\"}", "{\"height_m\": 180}", "{\"mass_kg\": [70]}", "{\"site\": 3}",
    "{\"sex\": \"x\"}", "{\"sampling_rate_hz\": -1}", "{\"sampling_rate_hz\": true}",
    "{\"start_datetime\": \"2020-12-10T14:09:03\"}", "{\"start_datetime\": \"yesterday\"}",
  ])
  func `a wrong type or an impossible value is refused`(json: String) throws {
    #expect(try refusal(json) != nil)
  }

  @Test func `a local clock whose offset nobody knows stays local`() throws {
    let facts = try facts("{\"start_local_datetime\": \"2020-12-10T14:09:03\"}")
    #expect(
      facts.start
        == WallClock(secondsSince1970: 1_607_609_343, utcOffsetSeconds: 0, isLocal: true))
    let both = try self.facts(
      """
      {"start_local_datetime": "2020-12-10T14:09:03", "start_datetime": "2020-12-10T14:09:03+01:00"}
      """)
    #expect(both.start?.isLocal == false)
    let contradiction = try refusal(
      """
      {"start_local_datetime": "2020-12-10T14:09:03", "start_datetime": "2020-12-10T14:09:03.5+01:00"}
      """)
    #expect(contradiction?.contains("keep the one that is right") == true)
    #expect(try refusal("{\"start_local_datetime\": \"2020-12-10T14:09:03+01:00\"}") != nil)
  }

  @Test func `a start without an offset is read in the zone beside it`() throws {
    let facts = try facts(
      "{\"start_datetime\": \"2020-12-10T14:09:03\", \"time_zone\": \"Europe/Berlin\"}")
    #expect(
      facts.start
        == WallClock(secondsSince1970: 1_607_609_343, utcOffsetSeconds: 0, isLocal: true))
    let without = try refusal("{\"start_datetime\": \"2020-12-10T14:09:03\"}")
    #expect(without?.contains("or beside a \"time_zone\"") == true)
    let contradiction = try refusal(
      """
      {"start_local_datetime": "2020-12-10T14:09:03", "start_datetime": "2020-12-10T14:09:04",
      "time_zone": "Europe/Berlin"}
      """)
    #expect(contradiction?.contains("keep the one that is right") == true)
  }

  @Test func `lab truth is never opened`() throws {
    _ = try folder.write("this is no JSON", to: "walk.reference.json")
    let path = try folder.write(table(), to: "walk.csv")
    #expect(try SensorFile.open(path).facts.site == nil)
    #expect(RecordingPath("a/walk.csv.gz").description == "a/walk.json")
    #expect(RecordingPath("walk").description == "walk.json")
    #expect(RecordingPath("a.b/walk.2.cwa").description == "a.b/walk.2.json")
  }

  /// The offsets of places differ by quarters of an hour, and most quarters are those of no place.
  @Test(
    arguments: [
      (10.0, 3600, false), (9, 0, false), (14.5, 19_800, false), (14.75, 20_700, false),
      (18.25, nil, true), (15.25, nil, true), (23, 50_400, false), (23.5, nil, true),
      (-3, -43_200, false), (-3.5, nil, true),
    ] as [(Double, Int?, Bool)])
  func `a local time gives a clock that tells UTC the offset of a place`(
    hours: Double, offset: Int?, isContradicted: Bool
  ) {
    let midnight = 1_767_571_200.0
    let own = WallClock(secondsSince1970: midnight + 9 * 3600, utcOffsetSeconds: 0)
    let described = WallClock(
      secondsSince1970: midnight + hours * 3600, utcOffsetSeconds: 0, isLocal: true)
    let began = RecordingStart(own: own, described: described, zone: nil)
    #expect(began.clock?.secondsSince1970 == own.secondsSince1970)
    #expect(began.clock?.utcOffsetSeconds == offset ?? 0)
    #expect((began.contradicted == described) == isContradicted)
    #expect(began.hasDescribedOffset == (offset ?? 0 != 0))
    // A file that names the offset 0 knows better.
    let named = RecordingStart(own: own, described: described, zone: nil, namesOffset: true)
    #expect(named.clock == own && !named.hasDescribedOffset)
    #expect((named.contradicted == nil) == (hours == 9))
  }

  @Test func `dates are read as the calendar has them`() {
    #expect(DateTime("1970-01-01T00:00:00Z")?.secondsSince1970 == 0)
    #expect(DateTime("2024-02-29 12:00:00.5+02:00")?.secondsSince1970 == 1_709_200_800.5)
    #expect(DateTime("2000-03-01T00:00:00-0530")?.secondsSince1970 == 951_888_600)
    #expect(DateTime("2024-05-01T09:30")?.utcOffsetSeconds == nil)
    #expect(DateTime("2023-12-31T24:00:00Z") == DateTime("2024-01-01T00:00:00Z"))
    #expect(DateTime("2023-12-31T24:00:00.5Z") == nil && DateTime("2023-12-31T24:01Z") == nil)
    #expect(DateTime("2023-02-29T00:00:00Z") == nil)
    #expect(DateTime("2023-13-01T00:00:00Z") == nil)
    #expect(DateTime("2023-01-01T25:00:00Z") == nil)
    #expect(DateTime("2023-01-01T00:00:00Zjunk") == nil)
  }

  @Test(arguments: [("02:30:00+02:00", true), ("02:30:00+01:00", true), ("03:30:00+01:00", false)])
  func `a reading that a zone's clock shows twice is either instant`(
    time: String, isSame: Bool
  ) throws {
    let reading = try #require(DateTime("2026-10-25T02:30:00"))
    let said = try #require(DateTime("2026-10-25T\(time)"))
    let own = WallClock(
      secondsSince1970: reading.secondsSince1970, utcOffsetSeconds: 0, isLocal: true)
    let described = WallClock(
      secondsSince1970: said.secondsSince1970,
      utcOffsetSeconds: try #require(said.utcOffsetSeconds))
    let began = RecordingStart(
      own: own, described: described, zone: TimeZone(identifier: "Europe/Berlin"))
    #expect(began.clock == (isSame ? described : own))
    #expect((began.contradicted == described) != isSame && began.replaced == nil)
  }
}
