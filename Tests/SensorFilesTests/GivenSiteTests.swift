import Foundation
import GaitModel
import TestSupport
import Testing

import MATLABFiles
@testable import SensorFiles

/// Files of several devices beside the site that somebody gives.
struct GivenSiteTests {
  typealias Value = MATLABWriter.Value
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func matlab(_ names: [String]) throws -> String {
    let device = Value.structure([
      ("acc", .columns(StandingSamples().acceleration)), ("fs", .scalar(100)),
    ])
    let path = folder.path + "/walk.mat"
    try MATLABWriter.write([("data", .structure(names.map { ($0, device) }))], to: path, .level5)
    return path
  }

  private func bids(_ points: [String]) throws -> String {
    let base = "sub-01_task-walk_tracksys-imu"
    var channels = "name\tcomponent\ttype\ttracked_point\tunits\tsampling_frequency\n"
    for point in points {
      for axis in ["x", "y", "z"] {
        channels += "\(point)_\(axis)\t\(axis)\tACCEL\t\(point)\tg\t64\n"
      }
    }
    let rows = (0..<400).map { row in
      points.map { _ in "\(Double(row % 7) / 100)\t1.0\t\(Double(row % 5) / 100)" }
        .joined(separator: "\t") + "\n"
    }
    let files = PhoneLoggerFiles(files: [
      base + "_motion.tsv": rows.joined(), base + "_channels.tsv": channels,
    ])
    return try files.folder(in: folder)
  }

  private func inspection(_ path: String, _ site: WearingSite?) throws -> SensorFileInspection {
    try SensorFile.inspection(of: path, options: RecordingOptions(site: site))
  }

  private static let pocket =
    "LowerBack is read as worn at pocket, as is given, and its name says lower_back"

  @Test(
    arguments: [
      (nil, "LowerBack", nil), (.wrist, "RightWrist", nil), (.hip, "Waist", nil),
      (.pocket, "LowerBack", pocket),
    ] as [(WearingSite?, String, String?)])
  func `the device at the site that is given is read, and another one is said`(
    site: WearingSite?, name: String, words: String?
  ) throws {
    let names = ["RightWrist", "LowerBack", "Waist"]
    for path in [try matlab(names), try bids(names)] {
      let found = try inspection(path, site)
      #expect(found.layout.channels.first { $0.name == "acc_x" }?.nameInFile.contains(name) == true)
      let said = found.remarks.map(\.message).filter { $0.contains("as is given") }
      #expect(said.count == (words == nil ? 0 : 1), "\(said)")
      if let words { #expect(said.first?.contains(words) == true, "\(said)") }
    }
  }

  @Test func `the description's site chooses, too`() throws {
    let path = try matlab(["LowerBack", "left_wrist"])
    _ = try folder.write("{\"site\": \"wrist\"}", to: "walk.json")
    let channels = try SensorFile.inspection(of: path).layout.channels
    #expect(channels.contains { $0.nameInFile.contains("left_wrist") })
  }

  @Test(arguments: [
    (["waist_T1", "waist_T2"], 1), (["pre_hip", "post_hip"], 1), (["hip1", "wrist1", "hip2"], 1),
    (["hipright", "hipleft"], 0), (["hip_rt", "hip_lt"], 0), (["RHip", "LHip"], 0),
    (["HIP_DX", "HIP_SX"], 0),
    (["Pelvis", "L5", "LowerBack"], 0), (["lumbar1", "lumbar2"], 1), (["hip_lt_1", "hip_lt_2"], 1),
    (["LeftWrist", "RightWrist"], 0), (["wrist_l", "wrist_r"], 0), (["lwrist", "rwrist"], 0),
    (["LowerBack", "wrist", "waist"], 0),
  ])
  func `a second structure that is called after the same place is said`(
    names: [String], count: Int
  ) throws {
    let said = try inspection(matlab(names), nil).remarks.map(\.message)
      .filter { $0.contains("is called after the same place") }
    #expect(said.count == count, "\(said)")
    if count > 0 {
      #expect(said[0].hasPrefix("\(names[names.count - 1]): not read, because \(names[0])"))
    }
  }
}
