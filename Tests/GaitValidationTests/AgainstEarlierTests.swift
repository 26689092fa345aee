import Foundation
import Testing

@testable import GaitValidation

@Suite struct `A report beside an earlier one` {
  private func row(_ figure: String, _ better: ValidationRow.Better, _ persons: [Double])
    -> ValidationRow
  {
    let names = persons.enumerated().map { ("P\($0)", $1) }
    return ValidationRow(
      dataset: "lab", site: nil, system: nil, stage: .steps, figure: figure, unit: "%",
      value: mean(persons) ?? 0, personMedian: median(persons), personWorst: persons.max(),
      peopleCount: persons.count, recordingCount: persons.count, missingCount: 0, peers: [],
      isHeadline: true, persons: Dictionary(uniqueKeysWithValues: names), better: better)
  }

  private func report(_ rows: [ValidationRow], truths: [String: String] = [:]) -> ValidationReport {
    var report = ValidationReport(rows: rows, failures: [])
    report.recordings = truths.map {
      .init(
        dataset: "lab", name: $0.key, participant: "P0", site: "", cohort: nil,
        durationSeconds: 60, truthDigest: $0.value)
    }
    return report
  }

  @Test func `what got better and worse is said, with paired intervals`() throws {
    let before = [4.0, 9, 5, 7, 6]
    let then = report([
      row("MAE", .lower, before), row("F1", .higher, before), row("bias", .nearerZero, before),
      row("SD", .lower, before),
    ])
    // People differ far more than the two runs do: only pairs tell.
    let now = report([
      row("MAE", .lower, before.map { $0 - 0.2 }), row("F1", .higher, before.map { $0 - 0.2 }),
      row("bias", .nearerZero, before.map { $0 - 0.2 }), row("SD", .lower, [5, 8, 6, 6, 7]),
    ])
    let read = try ValidationReport(json: then.json())
    let rows = PairedComparison(first: read, second: now).rows
    #expect(rows.map(\.isBetter) == [true, false, true, nil])
    for row in rows.prefix(3) {
      #expect(abs((row.difference ?? 0) + 0.2) < 1e-12 && row.peopleCount == 5)
      #expect((row.interval?.upperBound ?? 1) < 0)
    }
  }

  @Test func `other recordings and other truths are named`() {
    let then = report([], truths: ["A": "1", "B": "2", "C": "3"])
    let now = report([], truths: ["A": "1", "B": "9", "D": "4"])
    let changes = now.changes(since: then)
    #expect(changes.count == 3)
    #expect(changes[0].contains("lab/D") && changes[0].contains("not in the earlier"))
    #expect(changes[1].contains("lab/C") && changes[2].contains("lab/B"))
    #expect(now.changes(since: now).isEmpty)
  }
}
