import Foundation
import Testing

/// Exports of two phones under one name.
struct OtherPersonTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Imports an export that names a sex and a date of birth; gives what is said of it.
  private func importing(_ sex: String, _ birth: String, written month: Int) throws -> String {
    let text = """
      <?xml version="1.0"?>
      <HealthData locale="en">
      <ExportDate value="2026-0\(month)-02 10:12:00 +0200"/>
      <Me HKCharacteristicTypeIdentifierDateOfBirth="\(birth)" \
      HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSex\(sex)"/>
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let ending = try gait("import", "export.xml", "--participant", "Q", "--store", "s.gait")
    #expect(ending.code == 0, "\(ending.message)")
    return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `a later export that names another sex or birth is told`() throws {
    for month in 4...5 {
      let same = try importing("Female", "1956-02-03", written: month)
      #expect(!same.contains("another person's"), "\(same)")
    }
    let other = try importing("Male", "1949-02-03", written: 6)
    #expect(
      other.contains("Q is now male, which was female, and born about 1949, which was 1956"),
      "\(other)")
  }

  @Test func `what stays aside for another person's later export is said with the way back`() throws
  {
    func sexes() throws -> [Substring] {
      try gait.done("query", "sex", "--store", "s.gait", "--format", "csv").output.split(
        separator: "\n"
      ).dropFirst().map { $0.split(separator: ",")[2] }
    }
    _ = try importing("Female", "1956-02-03", written: 4)
    _ = try importing("Male", "1949-02-03", written: 6)
    let again = try importing("Female", "1956-02-03", written: 4)
    #expect(
      again.contains("2 records that it gave before stay aside for what that later one says"),
      "\(again)")
    #expect(again.contains("--everything --source NAME for each of Health, and import"), "\(again)")
    #expect(try sexes() == ["male"])
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "Q", "--everything", "--source", "Health")
    try gait.done(
      "import", "export.xml", "--participant", "Q", "--store", "s.gait", "--with-deleted")
    #expect(try sexes() == ["female"])
  }
}
