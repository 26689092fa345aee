import Foundation
import Testing

/// A file that a logger is still writing to.
struct GrowingFileTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  /// A shell that puts the second half of the walk behind the first, then more of the same, a line at a time until it is
  /// killed. It must be killed: a program may ignore gentler words, and its children with it.
  private func appending(_ line: String) throws -> GaitProcess.Ending {
    try gait.shell(
      """
      mkdir -p rec/P01 && head -n 2500 \(walk) > rec/P01/walk.csv
      echo '{"site":"lower_back","height_m":1.72,"start_datetime":"2026-05-04T09:30:00+02:00"}' > rec/P01/walk.json
      ( tail -n +2501 \(walk) | head -n 1900 | while read -r row; do echo "$row"; done >> rec/P01/walk.csv
        while :; do tail -n 1 rec/P01/walk.csv | awk -F, -v OFS=, '{ $1 = $1 + 0.01; print }' >> rec/P01/walk.csv; done
      ) & logger=$!
      sleep 0.3
      \(line)
      code=$?
      kill -KILL $logger; wait $logger 2>/dev/null
      exit $code
      """)
  }

  @Test func `analyze says that the file grew, and what was found is whole`() throws {
    let ending = try appending(
      "$GAIT analyze rec/P01/walk.csv --output out --store s.gait --participant P01")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.message.contains("while it was read"), "\(ending.message)")
    #expect(try gait("store", "check", "--store", "s.gait").code == 0)
    #expect(try gait.text(of: "out/walk/bouts.csv").split(separator: "\n").count == 2)
  }

  @Test func `the next batch does it again, and nothing counts twice`() throws {
    let first = try appending("$GAIT batch rec --store s.gait --output out")
    #expect(first.code == 0 && first.message.contains("while it was read"), "\(first.message)")
    let next = try gait("batch", "rec", "--store", "s.gait", "--output", "out")
    #expect(next.code == 0 && next.message.contains("1 analyzed"), "\(next.message)")
    #expect(next.message.contains("is another recording than before"), "\(next.message)")
    let steps = try gait("query", "step-count", "--store", "s.gait", "--format", "csv").output
    #expect(steps.split(separator: "\n").count == 2)
    let aside = try gait(
      "query", "step-count", "--superseded", "--store", "s.gait", "--format", "csv"
    ).output
    #expect(aside.contains("its file holds another recording now"))
    let last = try gait("batch", "rec", "--store", "s.gait", "--output", "out")
    #expect(last.message.contains("0 analyzed, 1 unchanged"), "\(last.message)")
  }
}
