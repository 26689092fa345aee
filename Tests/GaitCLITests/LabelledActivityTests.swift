import Foundation
import Testing

/// What a labelled activity holds is made from the contacts and strides inside it.
struct LabelledActivityTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path
  private let labels = [("before", 0.0, 15.0), ("moment", 15.0, 17.0), ("after", 17.0, 44.0)]

  init() throws {
    gait = try GaitProcess()
    try protocolFile("marks.csv", labels)
    let ending = try analyze("--activities", "marks.csv")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func protocolFile(_ name: String, _ labels: [(String, Double, Double)]) throws {
    let rows = labels.map { "\($0.0),\($0.1),\($0.2)\n" }.joined()
    try ("label,start_s,end_s\n" + rows).write(
      toFile: gait.path(name), atomically: true, encoding: .utf8)
  }

  private func analyze(_ more: String...) throws -> GaitProcess.Ending {
    try gait.run(
      [
        "analyze", walk, "--store", "s.gait", "--participant", "P01", "--start",
        "2026-05-04T09:30:00+02:00", "--site", "lower_back", "--height", "1.72", "--output", "out",
      ] + more)
  }

  /// The figure of each activity, by label.
  private func figures(_ kind: String, _ figure: String) throws -> [String: Double] {
    let ending = try gait(
      "query", kind, "--store", "s.gait", "--by-activity", "--statistics", figure, "--format",
      "csv")
    let rows = ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let value = try #require(rows.first?.firstIndex(of: figure.replacing("-", with: "_")))
    let label = try #require(rows.first?.firstIndex(of: "label"))
    return Dictionary(
      rows.dropFirst().compactMap { row in Double(row[value]).map { (row[label], $0) } },
      uniquingKeysWith: +)
  }

  private func table(_ name: String) throws -> [[String]] {
    try String(contentsOfFile: gait.path("out/straight-walk/\(name)"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
  }

  @Test func `steps are the contacts inside a label, and add up`() throws {
    let contacts = try table("initial_contacts.csv").compactMap { Double($0[0]) }
    let steps = try figures("step-count", "sum")
    for (label, start, end) in labels {
      #expect(steps[label] == Double(contacts.count { start <= $0 && $0 < end }), "\(label)")
    }
    #expect(steps.values.reduce(0, +) == Double(contacts.count))
  }

  @Test func `speed and distance are those of the strides inside`() throws {
    let strides = try table("strides.csv").filter { $0[10].isEmpty }.compactMap { row in
      Double(row[2]).flatMap { start in
        Double(row[3]).flatMap { end in Double(row[4]).map { (start, end, $0) } }
      }
    }
    let speeds = try figures("walking-speed", "mean")
    for (label, start, end) in labels {
      var (meters, seconds) = (0.0, 0.0)
      for stride in strides {
        let inside = max(0, min(stride.1, end) - max(stride.0, start))
        meters += stride.2 * inside / (stride.1 - stride.0)
        seconds += inside
      }
      let speed = try #require(speeds[label])
      #expect(abs(speed - meters / seconds) < 0.002, "\(label) \(speed) \(meters / seconds)")
    }
    #expect(Set(speeds.values).count == 3)
    let whole = try table("bouts.csv").compactMap { Double($0[18]) }.reduce(0, +)
    let parts = try figures("distance", "sum").values.reduce(0, +)
    #expect(abs(parts - whole) < 0.01, "\(parts) \(whole)")
    // Totals do not count the parts again.
    let day = try gait(
      "query", "distance", "--store", "s.gait", "--every", "day", "--format", "csv")
    #expect(day.output.split(separator: "\n").count == 2)
    let total = day.output.split(separator: "\n").last?.split(separator: ",")[6]
    #expect(total.flatMap { Double($0) }.map { abs($0 - whole) < 0.01 } == true, "\(day.output)")
  }

  @Test
  func `labels stay when the recording is analyzed again, and another protocol replaces them`()
    throws
  {
    let before = try figures("walking-speed", "mean")
    #expect(try analyze().code == 0)
    #expect(try figures("walking-speed", "mean") == before)
    try protocolFile("other.csv", [("all", 0, 44)])
    let other = try analyze("--activities", "other.csv")
    #expect(other.code == 0 && other.message.contains("3 activities"), "\(other.message)")
    let speeds = try table("bouts.csv").compactMap { Double($0[10]) }
    let all = try #require(try figures("walking-speed", "mean")["all"])
    #expect(try figures("step-count", "sum").keys.sorted() == ["all"])
    #expect(speeds.count == 1 && abs(all - speeds[0]) < 1e-3)
  }

  @Test func `a label outside the recording is refused, one that ends late is said`() throws {
    try protocolFile("outside.csv", [("walk", 60, 4200)])
    let outside = try analyze("--activities", "outside.csv")
    #expect(outside.code != 0 && outside.message.contains("walk begins at 60 s"))
    #expect(try figures("step-count", "sum").count == 3)
    try protocolFile("late.csv", [("walk", 6, 420)])
    let late = try analyze("--activities", "late.csv")
    #expect(late.code == 0 && late.message.contains("ends at 420 s"), "\(late.message)")
  }

  @Test func `labels that are deleted leave no words behind`() throws {
    _ = try gait("delete", "activity", "--store", "s.gait", "--participant", "P01")
    #expect(
      try !gait("query", "--everything", "--store", "s.gait", "--format", "csv").output
        .contains("moment"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: gait.path("s.gait")))
    #expect(bytes.range(of: Data("moment".utf8)) == nil)
    #expect(try gait("query", "step-count", "--store", "s.gait").output.contains("68"))
  }

  @Test func `a kind that is deleted or not collected goes with its parts`() throws {
    _ = try gait("delete", "walking-speed", "--store", "s.gait", "--participant", "P01")
    #expect(try !gait("query", "--store", "s.gait").output.contains("walking-speed"))
    _ = try gait(
      "delete", "--store", "s.gait", "--participant", "P01", "--stop-collecting", "walking-speed")
    #expect(try analyze().code == 0)
    let listing = try gait("query", "--store", "s.gait").output
    #expect(!listing.contains("walking-speed") && listing.contains("activity-step-count"))
  }

  @Test func `workouts of a phone's export have figures, too`() throws {
    try """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
    <Workout workoutActivityType="HKWorkoutActivityTypeHiking" sourceName="Watch" \
    startDate="2026-05-04 10:00:00 +0200" endDate="2026-05-04 10:30:00 +0200">
    <WorkoutActivity uuid="A" startDate="2026-05-04 10:00:00 +0200" \
    endDate="2026-05-04 10:30:00 +0200" duration="30" durationUnit="min"/>
    </Workout>
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="120" \
    startDate="2026-05-04 10:02:00 +0200" endDate="2026-05-04 10:03:00 +0200"/>
    </HealthData>
    """.write(toFile: gait.path("export.xml"), atomically: true, encoding: .utf8)
    for (person, store) in [("P01", "s.gait"), ("P02", "phone.gait")] {
      let read = try gait("import", "export.xml", "--participant", person, "--store", store)
      #expect(read.code == 0, "\(read.message)")
      let figures = try gait(
        "query", "step-count", "--store", store, "--by-activity", "--statistics", "sum", "--label",
        "hiking", "--format", "csv")
      let rows = figures.output.split(separator: "\n").dropFirst()
      #expect(
        rows.count == 1 && rows.allSatisfy { $0.contains(",120.0000,hiking,Watch") },
        "\(figures.output) \(figures.message)")
    }
    let all = try figures("step-count", "sum")
    #expect(Set(all.keys) == Set(labels.map(\.0) + ["hiking"]), "\(all)")
  }

  @Test func `what is read of an activity in 80 columns is its figure`() throws {
    try protocolFile("long.csv", [("from the door to the window and back", 0, 15), ("b", 15, 44)])
    #expect(try analyze("--activities", "long.csv").code == 0)
    for (kind, figure) in [("walking-speed", "mean"), ("step-count", "sum")] {
      let read = try gait("query", kind, "--store", "s.gait", "--by-activity").output
      let heading = try #require(read.split(separator: "\n").first { $0.hasPrefix("start time") })
      #expect(heading.contains(figure) && heading.contains("label"), "\(read)")
      #expect(read.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(read)")
    }
  }

  @Test(arguments: ["\n", "# to be filled in\n"])
  func `a file that says nothing takes no labels away`(text: String) throws {
    let before = try figures("step-count", "sum")
    try text.write(toFile: gait.path("none.csv"), atomically: true, encoding: .utf8)
    let ending = try analyze("--activities", "none.csv")
    #expect(ending.code == 2, "\(ending.message)")
    #expect(ending.message.contains("none.csv: nothing is in it"), "\(ending.message)")
    #expect(try figures("step-count", "sum") == before && !before.isEmpty)
  }

  @Test func `activities outside of the time that is asked for are no lines`() throws {
    func shown(_ words: String...) throws -> [String] {
      let ending = try gait.run(
        ["query", "step-count", "--store", "s.gait", "--by-activity", "--format", "csv"] + words)
      return labels.map(\.0).filter { ending.output.contains(",\($0),") }
    }
    #expect(try shown("--from", "2026-05-05", "--participant", "P01").isEmpty)
    #expect(try shown("--from", "2026-05-04T09:30:16+02:00") == ["moment", "after"])
    #expect(try shown("--to", "2026-05-04T09:30:15+02:00") == ["before"])
  }
}
