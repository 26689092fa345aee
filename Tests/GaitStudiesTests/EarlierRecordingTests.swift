import Foundation
import GaitModel
import GaitStudies
import Testing

/// What is known of recordings whose files are gone keeps them in the study.
struct EarlierRecordingTests {
  private func earlier(
    _ found: [(path: String, participant: String, name: String, isDescribed: Bool)]
  ) -> EarlierRecordings {
    let facts = RecordingFacts(
      name: "a", device: "test", site: .lowerBack, samplingRateHertz: 100, hasAngularRate: false)
    let analysis = RecordingAnalysis(
      facts: facts, quality: RecordingQuality(durationSeconds: 60), gaitSequences: [], bouts: [],
      turns: .missing(.noGyroscope), stairFlights: .missing(.noMethod))
    var record = StudyRecord(program: "1", file: "f", facts: [:], methods: "m", settings: [])
    record.result = StudyRecordResult(analysis)
    return found.reduce(into: EarlierRecordings()) { earlier, found in
      record.description = found.isDescribed ? "d" : ""
      earlier.add(record, of: found.participant, name: found.name, at: "gone/" + found.path)
    }
  }

  private func plan(
    _ rows: [StudyRow], _ earlier: EarlierRecordings, rule: ParticipantRule = .none
  ) -> StudyPlan {
    StudyPlan(StudyManifest(rows: rows), root: "gone", rule: rule, earlier: earlier)
  }

  @Test func `whom only the device named stays the person`() {
    let rows = [StudyRow(path: "a.csv"), StudyRow(path: "b.csv")]
    let plan = plan(rows, earlier([("a.csv", "P1", "a", false)]))
    #expect(plan.recordings.map(\.participant) == ["P1"])
    #expect(plan.failures.map(\.reason) == ["no_participant"])
    let doubtful = self.plan(
      rows, earlier([("a.csv", "P1", "a", false), ("a.csv", "P2", "a", false)]))
    #expect(doubtful.recordings.isEmpty)
  }

  @Test func `the path counts before the device, and after a description`() {
    let rows = [StudyRow(path: "X_a.csv"), StudyRow(path: "Y_a.csv"), StudyRow(path: "Z_a.csv")]
    var named = rows
    named[2].participant = "Q"
    let plan = plan(
      named,
      earlier([
        ("X_a.csv", "P1", "X_a", false), ("Y_a.csv", "P2", "Y_a", true),
        ("Z_a.csv", "P3", "Z_a", true),
      ]), rule: .name)
    #expect(plan.recordings.map(\.participant) == ["X", "P2", "Q"])
  }

  @Test func `a name stays unless the manifest gives it to another`() {
    func names(_ found: String, second: String?) -> [String] {
      var rows = [
        StudyRow(path: "a/walk.csv", participant: "P1"),
        StudyRow(path: "b/walk.csv", participant: "P1"),
        StudyRow(path: "c.csv", participant: "P1"),
      ]
      rows[2].recording = second
      return plan(rows, earlier([("a/walk.csv", "P1", found, false)])).recordings.map(\.name)
    }
    #expect(names("walk", second: nil) == ["walk", "b_walk.csv", "c"])
    #expect(names("a_walk.csv", second: nil) == ["a_walk.csv", "b_walk.csv", "c"])
    #expect(names("walk", second: "WALK") == ["a_walk.csv", "b_walk.csv", "WALK"])
  }
}
