import Foundation
import Testing

/// The built program, as a person calls it.
struct CommandTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func path(_ name: String) -> String { gait.path(name) }

  private func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  private func simulated(_ name: String) throws -> String {
    let ending = try gait("simulate", "straight-walk", "--seconds", "20", "--output", path(name))
    #expect(ending.code == 0, "\(ending.message)")
    return path(name)
  }

  @Test(arguments: [
    "", "analyze", "inspect", "validate", "bench", "simulate", "calibrate",
  ])
  func `help shows an example and ends with 0`(command: String) throws {
    let ending = command.isEmpty ? try gait("--help") : try gait(command, "--help")
    #expect(ending.code == 0)
    #expect(ending.output.contains("EXAMPLE\n  gait "))
  }

  @Test(arguments: [
    ["analyze"], ["analyze", "x.csv", "--height", "175"], ["analyze", "x.csv", "--jobs", "0"],
    ["analyze", "x.csv", "--site", "nose"], ["nonsense"], ["bench", "x.csv", "--runs", "0"],
    ["analyze", "x.csv", "--quiet", "--verbose"], ["simulate", "--output", "x.txt"],
    ["calibrate", "x.csv"], ["calibrate", "x.csv", "--distance", "10", "--gnss"],
  ])
  func `bad usage ends with 2 and says what is wrong`(arguments: [String]) throws {
    let ending = try gait.run(arguments)
    #expect(ending.code == 2)
    #expect(ending.message.contains("Error: ") || ending.message.contains("there is no command"))
  }

  @Test func `too few file handles end with 2 before anything is read`() throws {
    let walk = try simulated("walk.csv")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let gait = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "gait").path
    shell.arguments = ["-c", "ulimit -n 20; exec \"$0\" analyze \"$1\"", gait ?? "", walk]
    let message = Pipe()
    (shell.standardError, shell.standardOutput) = (message, FileHandle.nullDevice)
    try shell.run()
    let text = String(decoding: message.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 2)
    #expect(text.contains("only 20 files may be open at once"))
  }

  @Test func `gaps are those of the analysis in inspect, too`() throws {
    let lines = try gait.text(of: String(simulated("whole.csv").dropFirst(gait.folder.count + 1)))
      .split(separator: "\n")
    // At 100 Hz: 0.3 s are bridged, 3 s are not.
    let kept = lines.enumerated().filter {
      !(400..<430).contains($0.offset) && !(900..<1200).contains($0.offset)
    }
    let path = try write(kept.map(\.element).joined(separator: "\n") + "\n", to: "gaps.csv")
    #expect(try gait("analyze", path, "-q", "--output", self.path("out")).code == 0)
    let summary = try gait.text(of: "out/gaps/summary.json")
    let looked = try gait("inspect", path)
    #expect(summary.contains("\"gaps\": 1,"))
    #expect(looked.output.contains("1, together 3.01 s"))
  }

  @Test func `a known distance becomes a file that an analysis takes`() throws {
    let walk = try simulated("walk.csv")
    let made = try gait("calibrate", walk, "--distance", "17", "--output", path("me.json"))
    #expect(made.code == 0, "\(made.message)")
    let used = try gait("analyze", walk, "--calibration", path("me.json"), "--format", "csv")
    #expect(used.code == 0, "\(used.message)")
    #expect(used.output != (try gait("analyze", walk, "--format", "csv")).output)
    let wrong = try gait("analyze", walk, "--calibration", walk)
    #expect(wrong.code == 2)
    #expect(wrong.message.contains("not a personal calibration"))
    let far = try gait("calibrate", walk, "--distance", "500")
    #expect(far.code == 2)
    #expect(far.message.contains("give a recording of that walk alone"))
  }

  @Test func `a missing file is named and ends with 2`() throws {
    let ending = try gait("analyze", "nowhere/walk.csv")
    #expect(ending.code == 2)
    #expect(ending.message.hasPrefix("gait: nowhere/walk.csv: "))
    #expect(ending.output.isEmpty)
  }

  @Test(arguments: [
    ("empty.csv", ""), ("header.csv", "time_s,acc_x,acc_y,acc_z\n"),
    ("words.csv", "time_s,acc_x,acc_y,acc_z\none,two,three,four\nfive,six,seven,eight\n"),
    ("channel.csv", "time_s,acc_x,acc_y\n0,0,9.8\n0.01,0,9.8\n0.02,0,9.8\n"),
  ])
  func `what is no recording is named and ends with 2`(name: String, text: String) throws {
    let file = try write(text, to: name)
    let ending = try gait("analyze", file, "--output", path("out"))
    #expect(ending.code == 2)
    #expect(ending.message.hasPrefix("gait: \(file): "))
    #expect(!FileManager.default.fileExists(atPath: path("out")))
  }

  @Test func `a folder that is no recording is named and ends with 2`() throws {
    _ = try write("", to: "x")
    _ = try write("", to: "y")
    let ending = try gait("analyze", gait.folder)
    #expect(ending.code == 2)
    #expect(ending.message.contains("this folder is no known recording; it holds x, y"))
  }

  @Test func `reading alone is one stage`() throws {
    let walk = try simulated("walk.csv")
    let ending = try gait("bench", walk, "--reading", "--runs", "1", "--json")
    #expect(ending.code == 0)
    #expect(ending.output.contains("\"stage\": \"reading\""))
    #expect(!ending.output.contains("gait_sequences"))
  }

  @Test func `the good ones are done when one fails`() throws {
    let walk = try simulated("walk.csv")
    let ending = try gait("analyze", walk, path("none.csv"), "--jobs", "2", "--output", path("out"))
    #expect(ending.code == 1)
    #expect(ending.message.hasPrefix("gait: \(path("none.csv")): "))
    let files = try FileManager.default.contentsOfDirectory(atPath: path("out/walk"))
    let names = [
      ".digests", "bouts.csv", "final_contacts.csv", "gait_sequences.csv", "initial_contacts.csv",
      "stairs.csv",
      "strides.csv", "summary.json", "turns.csv",
    ]
    #expect(files.sorted() == names)
  }

  @Test func `two recordings of one name are refused before anything is written`() throws {
    let ending = try gait("analyze", "a/walk.csv", "b/walk.csv", "--output", path("out"))
    #expect(ending.code == 2)
    #expect(ending.message.contains("a/walk.csv and b/walk.csv would both be written to"))
  }

  @Test func `results are the same bytes whatever the number of jobs`() throws {
    let inputs = try ["a.csv", "b.csv", "c.csv"].map { try simulated($0) }
    for jobs in ["1", "3"] {
      let ending = try gait(
        "analyze", inputs[0], inputs[1], inputs[2], "--jobs", jobs, "--output", path(jobs))
      #expect(ending.code == 0)
    }
    for file in try FileManager.default.subpathsOfDirectory(atPath: path("1")) {
      #expect(
        FileManager.default.contentsEqual(atPath: path("1/\(file)"), andPath: path("3/\(file)")))
    }
  }

  @Test func `what a recording has lost is said unless quiet`() throws {
    let rows = (0..<300).map { $0 == 150 ? "broken" : "\(Double($0) / 100),0,0,9.81" }
    let file = try write("time_s,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n"), to: "a.csv")
    let ending = try gait("analyze", file)
    #expect(ending.code == 0)
    #expect(
      ending.message == "a: not a row of numbers, skipped: line 152; the first is \"broken\"\n")
    #expect(try gait("analyze", file, "--quiet").message.isEmpty)
  }

  @Test func `a full disk behind standard output is no success`() throws {
    guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
    let ending = try gait.run(["analyze", try simulated("walk.csv")], output: full)
    #expect(ending.code == 2)
    #expect(ending.message.hasPrefix("gait: standard output: "))
  }

  @Test func `a folder of recordings that is none is named once`() throws {
    let ending = try gait("validate", "nowhere")
    #expect(ending.code == 2)
    #expect(ending.message.hasPrefix("gait: nowhere: there is no such folder; name the folder"))
  }

  @Test func `JSON and CSV can be read by programs`() throws {
    let walk = try simulated("walk.csv")
    let json = try gait("analyze", walk, "--format", "json")
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [Any])
    let csv = try gait("analyze", walk, "--format", "csv")
    #expect(csv.output.hasPrefix("bout,start_s,"))
    #expect(json.message.isEmpty && csv.message.isEmpty)
  }

  /// A device laid on one side after the other for a quarter of a minute each, by a sensor whose x
  /// axis reads 4 % too much and whose z axis is 0.05 g off.
  private func laidOnAllSides() -> String {
    var text = "time_s,acc_x,acc_y,acc_z,temperature_c\n"
    for second in 0..<900 {
      let side = second / 15
      let (turn, tilt) = (Double(side) * 2.4, Double(side % 7) / 3 - 1)
      let across = (1 - tilt * tilt).squareRoot()
      for sample in 0..<20 {
        let noise = Double(sample % 3 - 1) * 0.01
        let x = 9.80665 * across * cos(turn) * 1.04 + noise
        let y = 9.80665 * across * sin(turn) + noise
        let z = 9.80665 * (tilt + 0.05) - noise
        text += "\(Double(second) + Double(sample) / 20),\(x),\(y),\(z),\(20 + second / 300)\n"
      }
    }
    return text
  }

  @Test func `a recording is calibrated by its own still moments, and the summary says so`() throws
  {
    let file = try write(laidOnAllSides(), to: "sides.csv")
    #expect(try gait("analyze", file, "--output", path("out")).code == 0)
    let summary = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: path("out/sides/summary.json"))))
    let quality = try #require((summary as? [String: Any])?["quality"] as? [String: Any])
    let found = try #require(quality["calibration"] as? [String: Any])
    #expect(found["applied"] as? Bool == true)
    let gain = try #require(found["gain"] as? [Double])
    let offset = try #require(found["offset_g"] as? [Double])
    #expect(abs(gain[0] - 1 / 1.04) < 0.001 && abs(gain[1] - 1) < 0.001)
    #expect(abs(offset[0]) < 0.001 && abs(offset[2] + 0.05) < 0.001)
    #expect(quality["wear_time_s"] as? Double == quality["duration_s"] as? Double)
    #expect((quality["temperature_c"] as? [String: Double])?["greatest"] == 22)
    let methods = try #require((summary as? [String: Any])?["methods"] as? [[String: Any]])
    #expect(methods.first?["method"] as? String == "AutoCalibration")
  }

  @Test func `a person sees at a glance how good a recording is`() throws {
    let file = try write(laidOnAllSides(), to: "sides.csv")
    let ending = try gait("inspect", file)
    #expect(ending.code == 0)
    let lines = ending.output.split(separator: "\n")
    for beginning in [
      "looked at      all of it", "gaps           none", "clipping       none",
      "temperature_c  18,000 samples, 20.0 Hz on average", "sign           taken as +1 g up",
      "calibration    found; gain 0.96", "worn           throughout",
      "temperature    20.0 to 22.0 °C, mean 21.0 °C", "at rest        |a| is 1.0",
    ] {
      #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning)\n\(ending.output)")
    }
    #expect(try gait("inspect", file, "--complete").output == ending.output)
  }
}
