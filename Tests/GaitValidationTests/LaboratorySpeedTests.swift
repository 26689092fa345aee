import Foundation
import TestSupport
import Testing

@testable import GaitValidation

/// Speeds in another unit than the mapping says: they contradict lengths and times beside them, or what can be.
struct LaboratorySpeedTests {
  /// What a table of one row says.
  private func events(
    _ holds: LaboratoryMapping.Rows, _ row: [String: Double], speedIn unit: String? = nil
  ) throws -> LaboratoryEvents {
    let names = row.keys.sorted()
    let columns = names + (holds == .trials ? ["trial"] : [])
    let table = LaboratoryMapping.Table(
      file: "table.csv", recording: "walk", system: "mat", holds: holds,
      columns: Dictionary(uniqueKeysWithValues: columns.map { ($0, $0) }),
      units: .init(speed: unit), clock: "recording")
    return try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let fields = names.map { "\(row[$0] ?? 0)" } + (holds == .trials ? ["walk"] : [])
      try Data("\(columns.joined(separator: ";"))\n\(fields.joined(separator: ";"))\n".utf8)
        .write(to: folder.appending(path: "table.csv"))
      return try LaboratoryRows(table, in: folder).events(of: "walk")
    }
  }

  private func refusal(
    _ holds: LaboratoryMapping.Rows, _ row: [String: Double], speedIn unit: String? = nil
  ) -> String {
    let error = #expect(throws: ValidationError.self) {
      try events(holds, row, speedIn: unit)
    }
    return error?.description ?? ""
  }

  @Test func `a trial's speed is held against its distance and time`() throws {
    let walk = ["start": 10, "end": 25.2, "distance": 11.3]
    let message = refusal(.trials, walk.merging(["speed": 2.676]) { $1 })
    #expect(
      message.hasPrefix(
        "table.csv, line 2: the speed 2.676 m/s contradicts 11.3 m in 15.2 s, which is 0.743 m/s; are the columns and their "
          + "units right?"), "\(message)")
    let slow = refusal(.trials, walk.merging(["speed": 0.743]) { $1 }, speedIn: "cm/s")
    #expect(slow.contains("the speed 0.007 m/s contradicts"), "\(slow)")
    let right = try events(.trials, walk.merging(["speed": 2.676]) { $1 }, speedIn: "km/h")
    #expect(abs((right.trials.first?.speedMetersPerSecond ?? 0) - 2.676 / 3.6) < 1e-9)
    // The middle of a walk is faster than all of it.
    #expect(try events(.trials, walk.merging(["speed": 1.1]) { $1 }).trials.count == 1)
    // Steps say how far a trial was, too: 23 of 1.77 m are none of walking, and a run has more of them.
    let counted = ["start": 10, "end": 25.2, "steps": 23, "speed": 2.676]
    let steps = refusal(.trials, counted)
    #expect(steps.contains("a stride of 1.322 s is 3.537 m long, which cannot be"), "\(steps)")
    #expect(try events(.trials, counted.merging(["steps": 40]) { $1 }).trials.count == 1)
    #expect(try events(.trials, ["start": 10, "end": 25.2, "speed": 2.676]).trials.count == 1)
  }

  @Test func `a stride's speed is held against its length, or against what can be`() throws {
    let stride = ["start": 1, "end": 2.1]
    let both = refusal(.strides, stride.merging(["length": 1.21, "speed": 3.96]) { $1 })
    #expect(both.contains("the speed 3.96 m/s contradicts 1.21 m in 1.1 s"), "\(both)")
    let alone = refusal(.strides, stride.merging(["speed": 3.96]) { $1 })
    #expect(
      alone.contains(
        "at the speed 3.96 m/s a stride of 1.1 s is 4.356 m long, which cannot be: it is from 0 to 3.2 m"
      ), "\(alone)")
    let right = try events(.strides, stride.merging(["speed": 3.96]) { $1 }, speedIn: "km/h")
    #expect(abs((right.strides.first?.lengthMeters ?? 0) - 1.21) < 1e-9)
    // A runner's stride takes less time.
    let run = try events(.strides, ["start": 1, "end": 1.7, "speed": 5])
    #expect(abs((run.strides.first?.lengthMeters ?? 0) - 3.5) < 1e-9)
    #expect(
      refusal(.strides, ["start": 1, "end": 1.7, "speed": 12]).contains("is 8.4 m long"))
  }

  @Test func `a walk's speed is held against its stride length and cadence`() throws {
    let walk = ["start": 1, "end": 21, "cadence": 110.0]
    let both = refusal(.bouts, walk.merging(["stride_length": 1.2, "speed": 3.96]) { $1 })
    #expect(both.contains("the speed 3.96 m/s contradicts 1.2 m in 1.091 s"), "\(both)")
    let alone = refusal(.bouts, walk.merging(["speed": 3.96]) { $1 })
    #expect(alone.contains("a stride of 1.091 s is 4.32 m long"), "\(alone)")
    let right = walk.merging(["stride_length": 1.2, "speed": 1.1]) { $1 }
    #expect(try events(.bouts, right).bouts.count == 1)
    #expect(try events(.bouts, ["start": 1, "end": 21, "speed": 3.96]).bouts.count == 1)
  }
}
