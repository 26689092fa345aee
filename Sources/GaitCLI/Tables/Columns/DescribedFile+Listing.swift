import GaitModel
import GaitResults

extension DescribedFile {
  /// The columns as a person reads them.
  var listing: String {
    let lines = columns.map { column in
      let unit = column.unit.isEmpty ? "" : " (\(column.unit))"
      return column.name + unit + "\n"
        + WrappedText.text("    " + column.meaning, indent: 4) + "\n"
    }
    return "\(name): \(row)\n\n" + lines.joined()
  }
}
