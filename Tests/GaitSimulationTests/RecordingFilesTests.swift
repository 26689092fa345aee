import Foundation
import GaitModel
import Testing

import GaitSimulation

@Suite struct RecordingFilesTests {
  @Test func `the CSV holds the samples to the last bit`() throws {
    let recording = Scenario.trouserPocket.recording(seed: 2, seconds: 20)
    let block = recording.wholeBlock()
    let rate = try #require(block.angularRate)
    let lines = String(decoding: RecordingFiles(recording).samples, as: UTF8.self)
      .split(separator: "\n")
    #expect(lines[0] == "time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z")
    #expect(lines.count == block.seconds.count + 1)
    for (index, line) in lines.dropFirst().enumerated() {
      let fields = line.split(separator: ",")
      #expect(Double(fields[0]) == block.seconds[index])
      #expect(Float(fields[1]) == block.acceleration.x[index])
      #expect(Float(fields[3]) == block.acceleration.z[index])
      #expect(Float(fields[6]) == rate.z[index])
    }
  }

  @Test func `without a gyroscope there are four columns`() {
    var mount = SensorMount(samplingRateHertz: 25)
    mount.hasAngularRate = false
    let csv = RecordingFiles(walk(WalkerProfile(), seconds: 4, mount: mount)).samples
    let lines = String(decoding: csv, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "time_s,acc_x,acc_y,acc_z")
    #expect(lines.allSatisfy { $0.split(separator: ",").count == 4 })
  }

  @Test func `an uneven clock is said not to be written`() {
    let words = { (scenario: Scenario, format: RecordingFormat) in
      format.leftOut(of: scenario.recording(seed: 2, seconds: 20)).joined()
    }
    #expect(words(.trouserPocket, .cwa).contains("uneven times"))
    #expect(!words(.straightWalk, .cwa).contains("uneven"))
    #expect(!words(.trouserPocket, .csv).contains("uneven"))
  }

  @Test(arguments: Scenario.allCases)
  func `description and reference are JSON with the truth in it`(scenario: Scenario) throws {
    let recording = scenario.recording(seed: 2)
    let files = RecordingFiles(recording)
    let description = try object(files.description)
    #expect(description["site"] as? String == recording.facts.site?.rawValue)
    let height = try #require(recording.facts.participant.height)
    #expect(description["height_m"] as? Double == height.meters)
    let reference = try object(files.reference)
    let contacts = try #require(reference["initial_contacts_s"] as? [Double])
    let feet = try #require(reference["initial_contacts_foot"] as? [String])
    #expect(contacts.count == recording.truth.stepCount && feet.count == contacts.count)
    #expect(reference["step_count"] as? Int == contacts.count)
    let bouts = try #require(reference["walking_bouts"] as? [[Double]])
    #expect(bouts.count == recording.truth.walks.count)
    let level = try #require(reference["level_walking_bouts"] as? [[String: Any]])
    #expect(level.count == recording.truth.levelWalks.count)
    for (written, bout) in zip(level, recording.truth.levelWalks) {
      let speed = try #require(written["walking_speed_mps"] as? Double)
      #expect(abs(speed - bout.walkingSpeed.metersPerSecond) < 1e-4)
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
