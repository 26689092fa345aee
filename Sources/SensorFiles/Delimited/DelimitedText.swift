import GaitModel

/// Tables of text: a header row, then one sample in a line.
enum DelimitedText: SensorFileFormat {
  static let name = "table of text (CSV)"

  /// Text has no zero bytes, and no control characters but tabs and line ends.
  static func recognizes(_ file: RecordingFile) -> Bool {
    !file.head.isEmpty
      && file.head.prefix(4096).allSatisfy { $0 >= 32 || $0 == 9 || $0 == 10 || $0 == 13 }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let plan: TablePlan
    do throws(SensorFileError) {
      plan = try TablePlan(for: file, settings: settings)
    } catch {
      if let tables = try? SharedTable.tables(in: file, settings: settings) {
        return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
      }
      throw error
    }
    if plan.incompleteShare > SharedTable.leastShare,
      let tables = try? SharedTable.tables(in: file, settings: settings)
    {
      return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
    }
    return try DelimitedTextSource(file, plan: plan, settings: settings)
  }
}
