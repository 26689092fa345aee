import Foundation
import Testing

/// Tables that hold two sensors where a recording is of one.
struct SeveralSensorTests {
  private let table: SpoiltTable

  init() throws { table = try SpoiltTable() }

  @Test(arguments: [
    ["time (s)", "x", "y", "z", "x", "y", "z"],
    ["time_s", "acc_x", "acc_y", "acc_z", "acc_x", "acc_y", "acc_z"],
    ["time_s", "acc_x", "acc_y", "acc_z", "acc_x.1", "acc_y.1", "acc_z.1"],
  ]) func `columns of one name are refused`(names: [String]) throws {
    var twice = table
    twice.names = names
    twice.rows = table.rows.map { Array($0.prefix(4) + $0[1...3]) }
    let ending = try twice.analyze()
    #expect(ending.code == 2 && ending.message.contains("two columns of one name"), "\(ending)")
    #expect(ending.message.contains("\"\(names[4])\" (column 5)"), "\(ending.message)")
    #expect(ending.message.contains("leave one sensor in the table"), "\(ending.message)")
  }

  @Test(arguments: [
    ("lower_back_acc_#", "ankle_acc_#"), ("Trunk Acc #", "Foot Acc #"),
    ("acc_wrist_#", "acc_back_#"), ("low_g_acc_#", "high_g_acc_#"), ("R_acc_#", "L_acc_#"),
  ]) func `sensors whose names are not known are named all, in the table's order`(
    first: String, second: String
  ) throws {
    var two = table
    let columns = [first, second].map { name in
      ["x", "y", "z"].map { name.replacing("#", with: $0) }
    }
    two.names = ["time_s"] + columns.joined()
    two.rows = table.rows.map { Array($0.prefix(4) + $0[1...3]) }
    let ending = try two.analyze()
    let listed = columns.map { $0.map { "\"\($0)\"" }.joined(separator: ", ") }
    #expect(ending.code == 2, "\(ending)")
    #expect(
      ending.message.contains(
        "\(listed.joined(separator: "; ")); choose the one that you mean, and name its columns acc_x, acc_y, acc_z"
      ), "\(ending.message)")
    two.names = ["time_s"] + columns[0]
    two.rows = table.rows.map { Array($0.prefix(4)) }
    let alone = try two.analyze().message
    #expect(alone.contains("The columns \(listed[0]) may be an acceleration"), "\(alone)")
  }

  /// The table with a column of words behind its time.
  private func labelled(_ name: String, _ word: (Int) -> String) -> SpoiltTable {
    var labelled = table
    labelled.names = ["time_s", "x", "y", "z"]
    labelled.rows = table.rows.map { Array($0.prefix(4)) }
    labelled.add(name, word)
    return labelled
  }

  @Test(arguments: ["type", "kind", "signal", "channel", "source", "measurement"])
  func `rows of sensors that take turns are refused`(name: String) throws {
    let ending = try labelled(name) { $0 % 2 == 0 ? "acc" : "gyr" }.analyze()
    #expect(ending.code == 2, "\(ending)")
    let words = "the column \"\(name)\" says \"gyr\" where rows above say \"acc\""
    #expect(ending.message.contains("line 3: \(words)"), "\(ending.message)")
    let letters = try labelled(name) { ["A", "B", "C"][$0 % 3] }.analyze()
    #expect(letters.code == 2, "\(letters)")
    // Where no word names a sensor, a source is a device.
    let said = name == "source" ? "several devices" : "several sensors by turns"
    #expect(letters.message.contains(said), "\(letters)")
  }

  @Test func `a column of devices that names kinds of sensors holds sensors`() throws {
    for words in [["acc", "gyr"], ["Accelerometer", "android.sensor.gyroscope"]] {
      for name in ["sensor", "device"] {
        let ending = try labelled(name) { words[$0 % 2] }.analyze()
        #expect(ending.code == 2, "\(ending)")
        #expect(
          ending.message.contains("several sensors by turns. Give each sensor columns of its own"),
          "\(ending.message)")
      }
    }
    let two = try labelled("sensor") { ["acc1", "acc2"][$0 % 2] }.analyze()
    #expect(two.code == 2 && two.message.contains("several devices"), "\(two.message)")
  }

  @Test func `a sensor may be a number where the column says so`() throws {
    let numbers = try labelled("sensor_type") { $0 % 2 == 0 ? "1" : "4" }.analyze()
    #expect(numbers.code == 2, "\(numbers)")
    #expect(try labelled("quality") { $0 % 2 == 0 ? "1" : "4" }.analyze().code == 0)
  }

  @Test func `labels of activities and a sensor that stays are read`() throws {
    var plain = table
    plain.names = ["time_s", "x", "y", "z"]
    plain.rows = table.rows.map { Array($0.prefix(4)) }
    let last = { (text: String) in text.split(separator: "\n").last }
    let truth = try last(plain.analyze().output)
    for labelled in [
      labelled("type") { _ in "accelerometer" },
      labelled("label") { ["walking", "standing"][$0 / 500 % 2] },
      labelled("phase") { ["stance", "swing"][$0 / 10 % 2] },
      labelled("state") { ["sitting", "light", "walking"][$0 / 700 % 3] },
      labelled("valid") { ["true", "false"][$0 % 2] },
    ] {
      let ending = try labelled.analyze()
      #expect(ending.code == 0 && last(ending.output) == truth, "\(ending)")
    }
  }
}
