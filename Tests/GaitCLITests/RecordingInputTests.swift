import Foundation
import GaitResults
import SensorFiles
import Testing

@testable import GaitCLI

struct RecordingInputTests {
  @Test(arguments: [
    ("walk.csv", "walk"), ("a/b/walk.csv.gz", "walk"), ("walk", "walk"), ("a.b/x.y.csv", "x.y"),
    ("logger.2024/", "logger.2024"), (".hidden", ".hidden"),
  ])
  func `a recording is called like its file without extension`(path: String, name: String) {
    #expect(RecordingInput(path: path).name == name)
  }

  @Test func `two recordings of one name clash`() {
    let inputs = ["a/walk.csv", "b/run.csv", "b/walk.csv.gz"].map { RecordingInput(path: $0) }
    let clash = RecordingInput.clash(among: inputs)
    #expect(clash?.name == "walk" && clash?.first == "a/walk.csv")
    #expect(clash?.second == "b/walk.csv.gz")
    #expect(RecordingInput.clash(among: Array(inputs.prefix(2))) == nil)
  }

  @Test func `a recording is the same in every spelling of its path`() {
    func inputs(_ paths: String...) -> [RecordingInput] { paths.map { RecordingInput(path: $0) } }
    let found = RecordingInput.distinct(
      inputs("a/walk.csv", "b/walk.csv", "./a/walk.csv", "a/b/../walk.csv", "a/walk.csv.gz", "b/"))
    #expect(found.inputs.map(\.path) == ["a/walk.csv", "b/walk.csv", "a/walk.csv.gz", "b/"])
    #expect(found.repeated == ["./a/walk.csv", "a/b/../walk.csv"])
    #expect(RecordingInput.distinct(inputs("b", "b/")).inputs.count == 1)
  }

  @Test func `a recording inside a file is called like both`() throws {
    let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).mat"
    try Data([0]).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let input = RecordingInput(path: file + "#Test4/Trial1")
    #expect(input.name == RecordingInput(path: file).name + "_Test4_Trial1")
    #expect(RecordingInput(path: "none.mat#Trial1").name == "none")
    let failure = InputFailure(
      input, SensorFileError(.damaged, path: file, "no recording can be read."))
    #expect(failure.description == input.path + ": no recording can be read.")
  }

  @Test func `what cannot be read is one recording until it is opened`() {
    let paths = ["nowhere/a.mat", "b.csv"]
    #expect(RecordingInput.expanded(paths).map(\.path) == paths)
  }

  @Test(arguments: [("a/walk.csv: broken"), ("walk.csv: broken"), ("broken")])
  func `a failure names its input once`(message: String) {
    struct Trouble: Error, CustomStringConvertible { var description: String }
    let failure = InputFailure(RecordingInput(path: "a/walk.csv"), Trouble(description: message))
    #expect(failure.description == "a/walk.csv: broken")
  }

  @Test func `results come in the order of the inputs`() async {
    var taken: [Int] = []
    await OrderedTasks.run(Array(0..<50), atOnce: 4) { index, input in
      (0..<(50 - index) * 200).reduce(input) { sum, _ in sum }
    } take: { index, output in
      #expect(index == output)
      taken.append(index)
    }
    #expect(taken == Array(0..<50))
  }
}
