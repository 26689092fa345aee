import Foundation
import GaitModel
import Testing

import MATLABFiles
@testable import SensorFiles

/// Files of version 7.3 whose tables lead back to themselves.
struct MATLAB73LoopTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `tables that lead back to themselves come to an end`() throws {
    var writer = HDF5Writer()
    // A header that goes on in itself: it lies behind the 96 bytes of the superblock.
    let loop = HDF5Writer.message(0x10, HDF5Writer.number(112, 8) + HDF5Writer.number(24, 8))
    let header = writer.header([loop], attributes: [])
    try expectRefusal(writer.finish(root: header, userBlock: Self.head), "without end")

    writer = HDF5Writer()
    // A tree whose only child is the tree.
    let node = HDF5Writer.nowhere + HDF5Writer.nowhere + HDF5Writer.number(0, 8)
    let tree = writer.append(
      Array("TREE".utf8) + [0, 0, 1, 0] + node + HDF5Writer.number(96, 8))
    let heap = writer.append(
      Array("HEAP".utf8) + [0, 0, 0, 0] + HDF5Writer.number(8, 8) + HDF5Writer.number(1, 8)
        + HDF5Writer.number(96, 8))
    let table = HDF5Writer.message(0x11, HDF5Writer.number(tree, 8) + HDF5Writer.number(heap, 8))
    let root = writer.header([table], attributes: [])
    try expectRefusal(writer.finish(root: root, userBlock: Self.head), "twice")
  }

  @Test func `a group that lies inside itself is named`() throws {
    var writer = HDF5Writer()
    // The header has 16 bytes and its message 24; so it lies where the table will end.
    var table = writer.group([("a", 0)])
    let address = writer.bytes.count
    writer = HDF5Writer()
    table = writer.group([("a", address)])
    let root = writer.header([table], attributes: [])
    #expect(root == address)
    let path = try folder.write(
      writer.finish(root: root, userBlock: Self.head), to: "inside.mat")
    let file = try MATLABFormat.variables(of: RecordingFile(path: path))
    #expect(file.variables.map(\.name) == ["a"])
    #expect(file.faults == ["variable \"a.a\" is there twice"])
  }

  private static let head =
    MATLABWriter.head("7.3", version: 2) + [UInt8](repeating: 0, count: 384)

  private func expectRefusal(_ bytes: [UInt8], _ words: String) throws {
    let path = try folder.write(bytes, to: "loop.mat")
    let refused = #expect(throws: SensorFileError.self) { try open(path) }
    #expect(refused?.kind == .damaged)
    #expect(refused?.message.contains(words) == true, "\(refused?.message ?? "")")
  }
}
