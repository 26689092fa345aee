import Foundation
import Testing

/// Walks whose cadence a laboratory exports in another unit than steps a minute.
struct LaboratoryUnitRunTests {
  @Test func `a cadence of strides is understood, asked for, or found to contradict contacts`()
    throws
  {
    let visit = try LaboratoryVisit()
    let trials = try visit.gait.text(of: "lab/protocol.csv").split(separator: "\n").dropFirst()
    func writeWalks(_ header: String, _ factor: Double) throws -> String {
      let rows = trials.map { line -> String in
        let fields = line.components(separatedBy: ";")
        let seconds = ((Double(fields[3]) ?? 0) - (Double(fields[2]) ?? 0)) / 1000
        let cadence = ((Double(fields[5]) ?? 0) - 1) / seconds * factor
        return "\(fields[0]);\(fields[2]);\(fields[3]);" + String(format: "%.3f", cadence)
      }
      try visit.write(["Session;Begin [ms];End [ms];\(header)"] + rows, "walks.csv")
      let draft = try visit.gait("validate", "--make-mapping", "lab", "--force")
      #expect(draft.code == 0, "\(draft.message)")
      return draft.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func bias() throws -> (code: Int32, text: String, bias: Double?) {
      let found = try visit.validate()
      let rows = GaitProcess.rows(try visit.gait.text(of: "out/agreement.csv"))
      let row = rows.first {
        $0["system"] == "laboratory" && $0["measure"] == "cadence" && $0["level"] == "bout"
          && $0["part"] == "all"
      }
      return (found.code, found.text, row?["bias"].flatMap(Double.init))
    }
    #expect(try !writeWalks("Cadence [strides/min]", 30).contains("is a guess by"))
    let right = try bias()
    #expect(right.code == 0 && abs(right.bias ?? 99) < 3, "\(right)")

    #expect(
      try writeWalks("Cadence [Hz]", 0.5).contains("\"Cadence [Hz]\" says no unit that is known"))
    let asked = try visit.validate()
    #expect(asked.code == 2 && asked.text.contains("\"cadence\" is one of steps/min"), "\(asked)")

    #expect(try writeWalks("Cadence", 30).contains("steps/min is a guess by its numbers"))
    let strides = try visit.validate()
    #expect(strides.code != 0, "\(strides.text)")
    #expect(strides.text.contains("the cadence of walks contradicts the contacts of laboratory"))
  }
}
