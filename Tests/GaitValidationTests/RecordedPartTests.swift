import Foundation
import Testing

@testable import GaitValidation

@Suite struct `The recorded part of a laboratory's table` {
  private func part(
    _ events: LaboratoryEvents, _ holds: String, within seconds: Double?
  ) throws -> RecordedPart {
    let columns = holds == "contacts" ? ["time": "t"] : ["start": "s", "end": "e", "trial": "n"]
    let object: [String: Any] = [
      "file": "table.csv", "recording": "walk", "system": "mat", "holds": holds, "clock": "mat",
      "columns": columns,
    ]
    let table = try JSONDecoder().decode(
      LaboratoryMapping.Table.self, from: JSONSerialization.data(withJSONObject: object))
    return RecordedPart(of: events, in: table, within: seconds)
  }

  @Test func `has the contacts between the first and the last sample`() throws {
    var events = LaboratoryEvents()
    events.initial = [-0.4, 0.2, 59.9, 60.3, 61].map { TimedFoot(seconds: $0) }
    events.final = [-0.1, 0.8, 60.6].map { TimedFoot(seconds: $0) }
    let recorded = try part(events, "contacts", within: 60)
    #expect(recorded.events.initial.map(\.seconds) == [0.2, 59.9])
    #expect(recorded.events.final.map(\.seconds) == [0.8])
    #expect(
      recorded.remark
        == "table.csv: of 5 contacts 1 lies before the first sample of the recording and 2 lie behind the last sample of the "
        + "recording, and were left out")
    #expect(try part(events, "contacts", within: 62).farSecond == nil)
    #expect(try part(events, "contacts", within: 50).farSecond == 61)
    // Where nobody knows how long the recording is, everything stays.
    let all = try part(events, "contacts", within: nil)
    #expect(all.events.initial.count == 5 && all.remark == nil)
  }

  @Test func `cuts walks, of which the mean speed is then unknown, and leaves out trials`() throws {
    var events = LaboratoryEvents()
    let values = BoutValues(speedMetersPerSecond: 1.2)
    events.bouts = [-20 ..< -5, -4..<10, 20..<30, 50..<60.5].map {
      SystemReference.Bout(seconds: $0, values: values)
    }
    let walks = try part(events, "bouts", within: 60)
    #expect(walks.events.bouts.map(\.seconds) == [0..<10, 20..<30, 50..<60])
    // Half a second is what a hand is late.
    #expect(walks.events.bouts.map(\.values) == [BoutValues(), values, values])
    #expect(walks.remark?.contains("of 4 walks 2 begin before the first sample") == true)
    events.bouts = []
    events.trials = [-4..<10, 20..<30, 50..<60.5, 50..<62].map {
      MarkedTrial(name: "walk", seconds: $0)
    }
    let trials = try part(events, "trials", within: 60)
    #expect(trials.events.trials.map(\.seconds) == [20..<30, 50..<60.5])
    #expect(trials.remark?.hasSuffix("left out") == true)
    events.trials = [4000..<14000, 20000..<30000].map { MarkedTrial(name: "walk", seconds: $0) }
    let far = try part(events, "trials", within: 60).remark
    #expect(
      far?.hasSuffix(
        "and were left out; is it of this recording, and is the unit of its times right? They are read in s"
      ) == true,
      "\(far ?? "")")
  }
}
