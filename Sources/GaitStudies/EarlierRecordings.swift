import Foundation
import SensorFiles

/// What earlier runs found in files that are gone: whose it was and what it is called, which nobody else may say any more.
public struct EarlierRecordings: Hashable, Sendable {
  /// A recording with results.
  private struct Found: Hashable {
    var participant: String
    var name: String
    /// Whether a `.json` lay beside the file.
    var isDescribed: Bool
  }

  private var found: [String: [Found]] = [:]

  /// Nothing: all files are there.
  public init() {}

  /// Whether there is nothing.
  var isEmpty: Bool { found.isEmpty }

  /// Takes note of what was found in a file.
  ///
  /// - Parameters:
  ///   - record: what was done with it; without a result nothing was found.
  ///   - participant: whose it was.
  ///   - name: what it is called.
  ///   - path: where the file lay, from where the program stands.
  public mutating func add(
    _ record: StudyRecord, of participant: String, name: String, at path: String
  ) {
    guard record.result != nil else { return }
    found[path, default: []].append(
      Found(
        participant: participant, name: name,
        isDescribed: record.description.map { !$0.isEmpty } ?? false))
  }

  /// Whose the recording of a file was; `nil` where nothing, or something of several people, was found in it.
  func person(of path: String) -> String? {
    let people = Set((found[path] ?? []).map(\.participant))
    return people.count == 1 ? people.first : nil
  }

  /// The same where the `.json` may have said so that lay beside the file and is gone, too.
  func describedPerson(of path: String) -> String? {
    guard let found = found[path], found.contains(where: \.isDescribed),
      RecordingAddress(path).descriptionFile == nil
    else { return nil }
    return person(of: path)
  }

  /// What the recording of a file is called; `nil` where nothing, or more than one of the person, was found in it.
  func name(of path: String, of participant: String) -> String? {
    let own = (found[path] ?? []).filter { $0.participant == participant }
    return own.count == 1 ? own.first?.name : nil
  }
}
