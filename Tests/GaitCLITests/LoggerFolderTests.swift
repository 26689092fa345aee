import Foundation
import Testing

/// Folders in which a phone wrote a table for each sensor.
struct LoggerFolderTests {
  private let gait: GaitProcess

  /// Writes `rec/P01/walk`, a walk as phyphox exports it, with its `meta` and an empty folder.
  init() throws {
    gait = try GaitProcess()
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    let made = try gait.shell(
      """
      mkdir -p rec/P01/walk/meta rec/P01/walk/empty && cd rec/P01/walk
      axes() { echo "Time (s),$1 x ($2),$1 y ($2),$1 z ($2)"; }
      { axes Acceleration 'm/s^2'; tail -n +2 '\(walk)' | cut -d, -f1-4; } > Accelerometer.csv
      { axes Gyroscope rad/s; tail -n +2 '\(walk)' | cut -d, -f1,5-7; } > Gyroscope.csv
      echo 'event,experiment time,system time,system time text' > meta/time.csv
      echo 'START,0.0,1714548600.125,2024-05-01 09:30:00.125 UTC+02:00' >> meta/time.csv
      """)
    #expect(made.code == 0, "\(made.message)")
  }

  @Test func `batch reads a folder with folders in it, and knows it again`() throws {
    let first = try gait("batch", "rec", "--output", "out")
    #expect(first.code == 0 && first.message.contains("1 analyzed"), "\(first.message)")
    let next = try gait("batch", "rec", "--output", "out")
    #expect(next.message.contains("0 analyzed, 1 unchanged"), "\(next.message)")
    let times = try gait.text(of: "rec/P01/walk/meta/time.csv")
    try times.replacing("1714548600.125", with: "1714548660.125")
      .write(toFile: gait.path("rec/P01/walk/meta/time.csv"), atomically: true, encoding: .utf8)
    let changed = try gait("batch", "rec", "--output", "out")
    #expect(changed.message.contains("1 analyzed"), "\(changed.message)")
  }

  @Test
  func `validate takes a folder as batch does, and a truth without its recording is in no figure`()
    throws
  {
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: gait.path("rec/P01/\(name)"), atomically: true, encoding: .utf8)
    }
    func validate() throws -> (code: Int32, output: String, message: String) {
      let ending = try gait("validate", "rec", "--format", "csv")
      let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (ending.code, ending.output, message)
    }
    let about = #"{"participant": "A", "site": "lower_back", "height_m": 1.72}"#
    try write(about, "walk.json")
    try write(#"{"step_count": 70}"#, "walk.reference.json")
    let found = try validate()
    #expect(found.code == 0, "\(found.message)")
    let steps = GaitProcess.rows(found.output).filter { $0["stage"] == "steps" }
    #expect(steps.contains { $0["figure"] == "MAE" && $0["value"] != "100" }, "\(found.output)")

    try write(about, "gone.json")
    try write(#"{"step_count": 90}"#, "gone.reference.json")
    let gone = try validate()
    #expect(gone.code == 1 && gone.output == found.output, "\(gone)")
    #expect(
      gone.message.contains("gone.reference.json: there is no recording gone beside it"),
      "\(gone.message)")

    #expect(try gait.shell("mv rec/P01/walk elsewhere").code == 0)
    let none = try validate()
    #expect(none.code == 2 && none.message.contains("no recording walk beside it"), "\(none)")
    #expect(GaitProcess.rows(none.output).isEmpty, "\(none.output)")
  }

  @Test func `a folder with two recordings fails, and the others go on`() throws {
    let copied = try gait.shell(
      """
      cp -r rec/P01 rec/P02
      cp rec/P02/walk/Accelerometer.csv 'rec/P02/walk/Accelerometer (1).csv'
      """)
    #expect(copied.code == 0, "\(copied.message)")
    let ending = try gait("batch", "rec", "--output", "out")
    #expect(ending.code == 1, "\(ending.message)")
    #expect(ending.message.contains("Accelerometer.csv and Accelerometer (1).csv"))
    #expect(try gait.text(of: "out/tables/failures.csv").contains("several_recordings"))
    #expect(try gait.text(of: "out/tables/recordings.csv").split(separator: "\n").count == 2)
  }
}
