import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Columns of one table that say which of them are meant, by their names or in a comment.
struct ColumnChoiceTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func rows(_ extra: (Int) -> String) -> String {
    table(header: "", rows: 1000, extra: extra)
  }

  private func found(_ text: String) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(text))
  }

  @Test(arguments: [
    ("acc_x,acc_y,acc_z", "m/s²"), ("ax,ay,az", "m/s²"), ("Acc X (g),Acc Y (g),Acc Z (g)", "g"),
  ])
  func `axes without a sensor come behind every acceleration that is named`(
    names: String, unit: String
  ) throws {
    let text = (0..<1000).map { row -> String in
      let sway = Double((row * 7919) % 101 - 50) / 100
      let scale = unit == "g" ? standardGravity : 1
      let force = [sway, 9.81 + sway / 2, -sway / 4].map { "\($0 / scale)" }
      return "\(Double(row) / 100),0.1,0.5,0.5,0.7," + force.joined(separator: ",")
    }
    let path = try folder.write(
      "time_s,w,x,y,z,\(names)\n" + text.joined(separator: "\n") + "\n")
    let block = try #require(try samples(path))
    #expect(abs(block.acceleration.y[3] - Float(9.81 + Double((3 * 7919) % 101 - 50) / 200)) < 1e-4)
    #expect(try SensorFile.inspection(of: path).layout.ignoredChannels == ["w", "x", "y", "z"])
  }

  @Test(arguments: [
    "accelerationIncludingGravity.", "acc_with_gravity.", "Acceleration with gravity ",
    "accInclGravity_",
  ])
  func `an acceleration that holds gravity goes before one that is called no more than that`(
    name: String
  ) throws {
    let full = ["x", "y", "z"].map { name + $0 }
    let columns = "acceleration.x,acceleration.y,acceleration.z," + full.joined(separator: ",")
    let left = (0..<1000).map { row -> String in
      let sway = Double((row * 7919) % 101 - 50) / 100
      return "\(Double(row) / 100),0.1,\(sway),-0.2,0.3,\(9.81 + sway / 2),\(-sway / 4)"
    }
    let path = try folder.write("time_s,\(columns)\n" + left.joined(separator: "\n") + "\n")
    let layout = try SensorFile.inspection(of: path).layout
    #expect(layout.channels.map(\.nameInFile) == ["time_s"] + full)
    let alone = left.map { row -> String in
      let cells = row.split(separator: ",")
      return ([cells[0]] + cells[4...]).joined(separator: ",")
    }
    let header = "time_s," + full.joined(separator: ",")
    #expect(
      try found("\(header)\n" + alone.joined(separator: "\n") + "\n").sampleCount == 1000)
  }

  @Test func `axes without a sensor are read where nothing else is`() throws {
    #expect(try found(table(header: "time_s,x,y,z", rows: 1000)).sampleCount == 1000)
  }

  @Test(arguments: ["w", "W"])
  func `a quaternion alone is no acceleration`(name: String) throws {
    let error = #expect(throws: SensorFileError.self) {
      try found(table(header: "time_s,x,y,z,\(name)", rows: 1000) { _ in ",0.7" })
    }
    #expect(error?.kind == .missingChannel)
    #expect(error?.description.contains("x, y and z are a quaternion") == true, "\(error as Any)")
    let unknown = try found(table(header: "time_s,x,y,z,weight", rows: 1000) { _ in ",0.7" })
    #expect(unknown.sampleCount == 1000)
    // These are not the quaternion's.
    let beside = try found(
      table(header: "time_s,x,y,z,qx,qy,qz,qw", rows: 1000) { _ in ",0.1,0.2,0.3,0.9" })
    #expect(beside.layout.channels.map(\.nameInFile) == ["time_s", "x", "y", "z"])
    let named = try found(
      table(header: "time_s,X (m/s²),Y (m/s²),Z (m/s²),w", rows: 1000) { _ in ",0.9" })
    #expect(named.sampleCount == 1000)
  }

  @Test(arguments: [
    "# time_s,acc_x,acc_y,acc_z,linacc_x,linacc_y,linacc_z\n",
    "# made by me\n#time_s,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n# s,m/s2,m/s2,m/s2,m/s2,m/s2,m/s2\n",
  ])
  func `a header that NumPy wrote as a comment is one`(header: String) throws {
    let found = try self.found(header + rows { _ in ",0.1,0.2,0.3" })
    #expect(found.sampleCount == 1000 && !found.facts.hasAngularRate)
    #expect(found.layout.channels.map(\.nameInFile) == ["time_s", "acc_x", "acc_y", "acc_z"])
    #expect(found.layout.ignoredChannels.count == 3)
  }

  @Test func `a comment that names no motion, or other columns, stays one`() throws {
    for comment in ["# a,b,c,d,e,f,g\n", "# acc_x, acc_y, acc_z\n", "# recorded, at home\n"] {
      let found = try self.found(comment + rows { "," + "0.1,\(Double($0 % 7) / 9),0.3" })
      #expect(found.facts.hasAngularRate, "\(comment)")
    }
    let error = #expect(throws: SensorFileError.self) {
      try found("# time_s,linacc_x,linacc_y,linacc_z\n" + rows { _ in "" })
    }
    #expect(error?.kind == .missingChannel)
  }

  @Test(arguments: ["deg", "rad", "lsb", "counts"])
  func `a unit of no angular rate behind its name is said`(unit: String) throws {
    let names = ["x", "y", "z"].map { "gyr_\($0)_\(unit)" }
    let extra = { (row: Int) in ",1,\(Double(row % 7)),2" }
    let header = "time_s,acc_x,acc_y,acc_z,"
    let alone = try found(header + names.joined(separator: ",") + "\n" + rows(extra))
    #expect(!alone.facts.hasAngularRate)
    #expect(
      alone.remarks.contains {
        $0.message.contains("\(names.joined(separator: ", ")): the unit \"\(unit)\" is not one")
      }, "\(alone.remarks)")
    let both = try found(
      header + names.joined(separator: ",") + ",gyr_x,gyr_y,gyr_z\n"
        + rows { extra($0) + ",0.1,\(Double($0 % 5) / 10),0.2" })
    #expect(both.layout.channels.map(\.nameInFile).suffix(3) == ["gyr_x", "gyr_y", "gyr_z"])
  }
}
