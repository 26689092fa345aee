/// A format in which a folder or zip file with a table for each sensor is one recording. Other recordings may lie in it:
/// they are none of its tables.
protocol LoggerFolder: SensorFileFormat {
  /// Whether the logger wrote a table, by its columns.
  static func isOwn(_ table: RecordingFile) -> Bool
}

extension LoggerFolder {
  /// Whether a file in the folder belongs to the recording: a table of the logger, or one that is no recording, such as what
  /// it says about itself.
  ///
  /// - Parameters:
  ///   - name: the file's name.
  ///   - file: the file; `nil` where nothing can be read of it.
  /// - Returns: whether it belongs to the recording.
  static func hasPart(_ name: String, _ file: RecordingFile?) -> Bool {
    let low = name.lowercased()
    guard
      ["csv", "tsv", "txt"].contains(where: {
        low.hasSuffix("." + $0) || low.hasSuffix(".\($0).gz")
      })
    else { return false }
    // Loggers leave tables empty of sensors that gave nothing.
    guard let file else { return true }
    guard SensorFileFormats.known(file) == DelimitedText.self else { return false }
    return isOwn(file) || (try? TableHeader(of: file)) == nil
  }

  /// What to say of other recordings beside the tables, and of descriptions of single tables, which nobody reads.
  static func wordsOnOthers(in folder: RecordingFile) -> [String] {
    let others = folder.members.filter { name in
      RecordingSearch.takes(name) && !hasPart(name, try? folder.member(name))
    }
    let members = Set(folder.members)
    let descriptions = folder.members.filter {
      $0.hasSuffix(".json") && members.contains($0.dropLast("json".count) + "csv")
        && !others.contains($0.dropLast("json".count) + "csv")
    }
    let unread = descriptions.map {
      "\($0) was not read; the description of this recording lies beside it and is called \(folder.name).json"
    }
    guard !others.isEmpty else { return unread }
    let written = others.map { folder.container?.writtenName(of: $0) ?? $0 }
    return unread + [
      "\(written.joined(separator: ", ")): not part of this recording, which is of \(Self.name); give "
        + (others.count == 1 ? "its own path" : "the path of each")
    ]
  }
}
