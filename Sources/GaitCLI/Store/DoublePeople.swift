import GaitModel
import SampleStorage

extension SampleStore {
  /// Says of people who are new that somebody else has the same samples: one person under two names, as a code of an
  /// export beside the name or a name with a typing error, counts twice.
  ///
  /// - Parameter known: the people who were there before.
  /// - Returns: a sentence for each of the new people.
  /// - Throws: what the store throws.
  func doubles(besides known: [String]) async throws -> [String] {
    var sentences: [String] = []
    for name in try await everybody() where !known.contains(name) {
      let some = try await samples(
        matching: SampleQuery(participant: name, includesLeftOut: true, limit: Self.looked)
      ).filter { $0.durationSeconds > 0 }.prefix(Self.compared)
      guard let other = try await otherName(with: Array(some)) else { continue }
      sentences.append(
        "\(name) has the same samples as \(other) and counts as another person; if they are one, "
          + "gait delete --participant \(name) --everything takes the second away")
    }
    return sentences
  }

  /// So many samples tell whether two people are one: chance makes no two walks of the same length to the millisecond.
  private static var compared: Int { 20 }
  /// Among so many the first that last are found: facts and heart rates are instants.
  private static var looked: Int { 500 }
}
