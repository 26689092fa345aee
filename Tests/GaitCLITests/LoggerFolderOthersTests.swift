import Foundation
import Testing

/// Folders in which recordings lie beside each other, some of them beside the tables of a logger.
struct LoggerFolderOthersTests {
  private let gait: GaitProcess

  /// Writes `walk.csv`, the walk of the sample data, and `side.json`, which says whose and where it is.
  init() throws {
    gait = try GaitProcess()
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")
    let made = try gait.shell(
      """
      cp '\(samples.path)/straight-walk.csv' walk.csv; cp '\(samples.path)/lower-back-geneactiv.bin' ga.bin
      echo '{"participant":"P07","site":"lower_back","height_m":1.72,"start_datetime":"2026-05-04T09:30:00+02:00"}' > side.json
      """)
    #expect(made.code == 0, "\(made.message)")
  }

  private func shell(_ line: String) throws {
    let ending = try gait.shell(line)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func rows(_ table: String = "recordings") throws -> [[String: String]] {
    let lines = try gait.text(of: "out/tables/\(table).csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  /// The walk in the columns that a table may have beside its time.
  private static let headers = [
    "Time (s),acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z", "time (s),ax,ay,az,gx,gy,gz",
    "TIME (S),x,y,z,gyr_x,gyr_y,gyr_z",
    "Time (s),Acc X (m/s^2),Acc Y (m/s^2),Acc Z (m/s^2),Gyro X (rad/s),Gyro Y (rad/s),Gyro Z (rad/s)",
    "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2),Gyroscope x (rad/s),"
      + "Gyroscope y (rad/s),Gyroscope z (rad/s)",
  ]

  @Test(arguments: headers)
  func `a table with the time in seconds is a recording with its description`(header: String) throws
  {
    try shell(
      "mkdir -p r/P01/v1; sed '1s|.*|\(header)|' walk.csv > r/P01/v1/walk.csv; cp side.json r/P01/v1/walk.json; "
        + "head -n -9 walk.csv > r/P01/v1/other.csv; sed s/-04T/-05T/ side.json > r/P01/v1/other.json"
    )
    let batch = try gait("batch", "r", "--output", "out", "--store", "s.gait")
    #expect(batch.code == 0, "\(batch.message)")
    let (rows, alone) = (try rows(), try gait("analyze", "r/P01/v1/walk.csv", "--format", "csv"))
    try #require(rows.map { $0["path"] } == ["P01/v1/other.csv", "P01/v1/walk.csv"], "\(rows)")
    #expect(
      rows.allSatisfy { $0["participant"] == "P07" && $0["site"] == "lower_back" }, "\(rows)")
    // Turns are those of the gyroscope.
    for name in ["n_steps", "turn_count"] { #expect(rows[0][name] == rows[1][name], "\(rows)") }
    #expect(alone.code == 0, "\(alone.message)")
    let steps = try gait("query", "step-count", "--store", "s.gait", "--every", "day").output
    #expect(steps.contains("2026-05-04") && steps.contains("2026-05-05"), "\(steps)")
  }

  @Test func `a watch's table of counts takes no other day from the tables`() throws {
    try shell("mkdir -p r/P01/v1; cp walk.csv r/P01/v1; cp side.json r/P01/v1/walk.json")
    #expect(try gait("batch", "r", "--output", "out").code == 0)
    let first = try #require(try rows().first)
    try shell(
      """
      { echo 'Time (ms),X,Y,Z'; tail -n +2 walk.csv | awk -F, '{printf "%d,%d,%d,%d\\n", $1*1000, $2*835, $3*835, $4*835}'; } \
      > r/P01/v1/watch.csv
      """)
    let next = try gait("batch", "r", "--output", "out")
    #expect(!next.message.contains("not in this study"), "\(next.message)")
    #expect(
      try rows().contains {
        $0["path"] == "P01/v1/walk.csv" && $0["n_steps"] == first["n_steps"]
      })
  }

  /// Writes `r/P01/v1`, a walk as Sensor Logger writes it, with what else lies in it.
  private func writeSensorLogger() throws {
    try shell(
      """
      mkdir -p r/P01/v1/old && cd r/P01/v1
      { echo time,seconds_elapsed,x,y,z
        tail -n +2 ../../../walk.csv | awk -F, '{printf "%d%09d,%s,%s,%s,%s\\n", 1777880000+int($1), ($1-int($1))*1e9, $1, $2, $3, $4}'
      } > TotalAcceleration.csv
      : > Location.csv; echo 'time,seconds_elapsed,steps' > Pedometer.csv
      echo 'recording epoch time,platform' > Metadata.csv; echo '1777880000000,android' >> Metadata.csv
      head -n -9 ../../../walk.csv > dienstag.csv; sed s/-04T/-05T/ ../../../side.json > dienstag.json
      cp ../../../ga.bin .; head -n -99 ../../../walk.csv > old/monday.csv; cp ../../../side.json old/monday.json; echo > notes.docx
      """)
  }

  @Test func `recordings beside the tables of a logger are recordings of their own`() throws {
    try writeSensorLogger()
    let paths = ["P01/v1", "P01/v1/dienstag.csv", "P01/v1/ga.bin", "P01/v1/old/monday.csv"]
    let dry = try gait("batch", "r", "--output", "out", "--dry-run")
    for path in paths { #expect(dry.output.contains("\(path): new"), "\(dry.output)") }
    let batch = try gait("batch", "r", "--output", "out", "--store", "s.gait")
    #expect(batch.code == 0 && batch.message.contains("1 .docx"), "\(batch.message)")
    #expect(try rows().compactMap { $0["path"] }.sorted() == paths)
    let again = try gait("batch", "r", "--output", "out", "--store", "s.gait")
    #expect(again.message.contains("0 analyzed, 4 unchanged"), "\(again.message)")
    let alone = try gait("inspect", "r/P01/v1").output.split(separator: "\n").joined(separator: " ")
    #expect(
      alone.contains("dienstag.csv, ga.bin, old/monday.csv: not part of this recording"), "\(alone)"
    )
  }

  // MARK: Whom the device names

  @Test func `the device's own file says who was recorded where nothing else does`() throws {
    try shell(
      """
      mkdir r; sed 's/^Subject Code:.*/Subject Code:P0042/' ga.bin > r/x.bin; cp r/x.bin r/y.bin
      printf 'path\\nr/x.bin\\n' > open.csv; printf 'path,participant\\nr/x.bin,P01\\n' > named.csv
      """)
    func people(_ study: String) throws -> String {
      let ending = try gait("batch", study, "--make-manifest", "-")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output.split(separator: "\n").dropFirst().joined(separator: "\n")
    }
    #expect(try people("open.csv").hasPrefix("r/x.bin,P0042,"))
    #expect(try people("named.csv").hasPrefix("r/x.bin,P01,"))
    let batch = try gait("batch", "open.csv", "--output", "out")
    #expect(batch.code == 0 && batch.message.contains("P0042 (1 recording)"), "\(batch.message)")
    // A folder names a person before the device does.
    try shell("mkdir -p f/P03; cp r/x.bin f/P03/")
    #expect(try people("f").contains("P03/x.bin,P03,"))
    // Names of files without one leave it to the device.
    #expect(try people("r").split(separator: "\n").allSatisfy { $0.contains(".bin,P0042,") })
  }

  // MARK: Zones

  @Test(arguments: ["BST", "AST", "IST", "PST", "CEST", "Berlin"])
  func `an abbreviation of several countries is no zone`(zone: String) throws {
    let option = try gait("analyze", "walk.csv", "--time-zone", zone)
    #expect(
      option.code != 0 && option.message.contains("give one of the tz database"),
      "\(option.message)")
    try shell(
      """
      sed 's/^{/{"time_zone":"\(zone)",/' side.json > walk.json
      printf 'path,participant,time_zone\\nwalk.csv,P01,\(zone)\\n' > study.csv
      """)
    let sidecar = try gait("analyze", "walk.csv")
    #expect(sidecar.code == 2 && sidecar.message.contains("\"\(zone)\""), "\(sidecar.message)")
    let manifest = try gait("batch", "study.csv", "--output", "out")
    #expect(
      manifest.code != 0 && manifest.message.contains("there is no zone \(zone)"),
      "\(manifest.message)")
  }

  @Test func `the zone of the description places a local clock and counts its days`() throws {
    try shell(
      """
      mkdir -p r/P01
      echo '{"site":"lower_back","height_m":1.72,"start_local_datetime":"2026-05-04T09:30:00","time_zone":"Asia/Tokyo"}' \
        > r/P01/walk.json
      cp walk.csv r/P01
      """)
    let seen = try gait("inspect", "r/P01/walk.csv").output
    #expect(seen.contains("2026-05-04T09:30:00.000+09:00"), "\(seen)")
    #expect(try gait("batch", "r", "--output", "out", "--store", "s.gait").code == 0)
    #expect(try rows().first?["start_time"] == "2026-05-04T09:30:00.000+09:00")
    #expect(
      try gait("analyze", "r/P01/walk.csv", "--store", "t.gait", "--participant", "P01").code == 0)
    let queries = try ["s.gait", "t.gait"].map {
      try gait("query", "step-count", "--store", $0, "--every", "day", "--format", "csv").output
    }
    #expect(
      queries[0] == queries[1] && queries[0].contains("2026-05-04T00:00:00.000+09:00"), "\(queries)"
    )
  }
}
