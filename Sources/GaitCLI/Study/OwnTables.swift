import Foundation
import GaitResults
import GaitStudies

/// Tables that the program wrote: results, tables of studies, exports and listings, manifests. None is a recording, however
/// it is called.
enum OwnTables {
  /// Bytes in which every header of ours ends.
  private static let headBytes = 1 << 16

  /// Whether a file begins with the columns of one of our tables.
  static func contains(_ path: String) -> Bool {
    firstLine(of: path).map { isOfFindings($0) || isManifest($0) } ?? false
  }

  /// Whether a file says what was found in recordings. Columns of starts and ends alone may be anybody's, and are ours beside
  /// our bouts.
  static func holdsFindings(_ path: String) -> Bool {
    guard let line = firstLine(of: path), isOfFindings(line) else { return false }
    return line.split(separator: ",").count > 2
      || contains((path as NSString).deletingLastPathComponent + "/bouts.csv")
  }

  private static func firstLine(of path: String) -> String? {
    guard path.lowercased().hasSuffix(".csv"), let file = FileHandle(forReadingAtPath: path) else {
      return nil
    }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: headBytes) else { return nil }
    return String(decoding: head.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
  }

  private static func isOfFindings(_ line: String) -> Bool {
    headers.contains(line) || beginnings.contains { line.hasPrefix($0) }
      || line.hasPrefix("participant,") && studyHeaders.contains { $0.hasPrefix(line + ",") }
  }

  /// Leaves our tables out of the files of a folder.
  ///
  /// - Returns: what is left, and the tables.
  static func split(_ paths: [String], in folder: String) -> (others: [String], own: [String]) {
    var parts = (others: [String](), own: [String]())
    for path in paths {
      if contains("\(folder)/\(path)") { parts.own.append(path) } else { parts.others.append(path) }
    }
    return parts
  }

  /// Whether a file of a folder lies among results of the program: in those of a study, or of one recording.
  static func liesAmongResults(_ path: String, in folder: String) -> Bool {
    var outer = folder
    for part in path.split(separator: "/").dropLast() {
      if ["ledger", "recordings", "tables"].contains(part),
        FileManager.default.fileExists(atPath: outer + "/ledger")
      {
        return true
      }
      outer += "/\(part)"
    }
    return contains(outer + "/bouts.csv")
  }

  /// What was left out, in words; `nil` where nothing was.
  static func sentence(_ own: [String]) -> String? {
    guard !own.isEmpty else { return nil }
    let some = own.prefix(3).map(PrintableText.of).joined(separator: ", ")
    return "\(StudyText.count(own.count, "table")) left out, because gait wrote "
      + "\(own.count == 1 ? "it" : "them") and \(own.count == 1 ? "it is no recording" : "they are no recordings"): "
      + some + (own.count > 3 ? ", …" : "")
  }

  private static let headers = Set(
    (DescribedFiles.all + DescribedFiles.printed).map {
      $0.columns.map(\.name).joined(separator: ",")
    } + studyHeaders + formerHeaders + [StudyTables.dictionaryHeader])

  /// Those of results of older versions.
  private static let formerHeaders = [
    StairTable.columns.filter { $0 != "is_height_assumed" }.joined(separator: ",")
  ]

  /// Those of studies' tables: older versions wrote fewer columns, behind which new ones stand.
  private static let studyHeaders = StudyTables.described.map {
    $0.columns.map(\.name).joined(separator: ",")
  }

  /// Listings whose last columns depend on what was asked for.
  private static let beginnings = [
    "participant,kind,value,unit,start_time,end_time,",
    "participant,kind,unit,start_time,end_time,",
  ]

  /// Manifests of studies: a person may have taken columns out or put them in another order.
  private static func isManifest(_ line: String) -> Bool {
    let columns = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return columns.contains("path") && columns.allSatisfy(StudyManifest.columns.contains)
  }
}
