/// How early or late contacts were found, as counts in bins of 10 ms.
///
/// Pairs of a found and a true contact within 0.25 s of each other. A found contact that has no partner is not here:
/// precision and recall say how many these are.
public struct ContactTiming: Sendable, Hashable, Codable {
  /// The dataset.
  public var dataset: String
  /// The laboratory system that is the truth, or `nil` when the truth is a list of events.
  public var system: String?
  /// Which contacts.
  public var event: Event
  /// Found − true at the lower end of the first bin, milliseconds.
  public var firstMilliseconds: Int
  /// Width of a bin, milliseconds.
  public var binMilliseconds: Int
  /// Pairs in each bin; a bin holds its lower end.
  public var counts: [Int]
  /// Found − true of each pair, seconds; none where the bins were read from a file, which has no more than them.
  public private(set) var errors: [Double] = []
  /// The people whose contacts these are, by the study's names; none where it was read from a file.
  public private(set) var people: Set<String> = []

  enum CodingKeys: String, CodingKey {
    case dataset, system, event, counts
    case firstMilliseconds = "first_ms"
    case binMilliseconds = "bin_ms"
  }

  /// Feet touching or leaving the ground.
  public enum Event: String, Sendable, Hashable, Codable {
    /// A foot touches the ground.
    case initialContact = "initial contact"
    /// A foot leaves it.
    case finalContact = "final contact"
  }

  /// What was read from a file is the same without the errors of each pair and their people.
  public static func == (a: ContactTiming, b: ContactTiming) -> Bool {
    a.dataset == b.dataset && a.system == b.system && a.event == b.event && a.counts == b.counts
      && a.firstMilliseconds == b.firstMilliseconds && a.binMilliseconds == b.binMilliseconds
  }

  /// Hashes what two of the same have alike.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(dataset)
    hasher.combine(system)
    hasher.combine(event)
    hasher.combine(counts)
  }

  private static let binWidth = 10
  private static let reach = 250

  /// Counts the errors of recordings, seconds; `nil` for none.
  init?(
    dataset: String, system: String?, event: Event, scores: [RecordingScore],
    errors found: (RecordingScore) -> [Double]
  ) {
    let own = scores.map { (person: $0.recording.description.participant, errors: found($0)) }
    let errors = own.flatMap(\.errors)
    guard !errors.isEmpty else { return nil }
    people = Set(own.filter { !$0.errors.isEmpty }.map(\.person))
    (self.dataset, self.system, self.event, self.errors) = (dataset, system, event, errors)
    (firstMilliseconds, binMilliseconds) = (-Self.reach, Self.binWidth)
    counts = Array(repeating: 0, count: 2 * Self.reach / Self.binWidth)
    for error in errors {
      let bin = Int(((1000 * error + Double(Self.reach)) / Double(Self.binWidth)).rounded(.down))
      counts[min(max(bin, 0), counts.count - 1)] += 1
    }
  }

  /// Those of all datasets and systems that have any.
  static func timings(of scores: [RecordingScore]) -> [ContactTiming] {
    Dictionary(grouping: scores, by: \.recording.dataset).sorted { $0.key < $1.key }
      .flatMap { dataset, scores in
        let systems = Set(scores.flatMap { $0.systems.map(\.system) }).sorted()
        return [
          ContactTiming(
            dataset: dataset, system: nil, event: .initialContact, scores: scores
          ) { $0.contactErrors },
          ContactTiming(
            dataset: dataset, system: nil, event: .finalContact, scores: scores
          ) { $0.phases?.finalContactErrors ?? [] },
        ].compactMap(\.self)
          + systems.compactMap { system in
            ContactTiming(
              dataset: dataset, system: system, event: .initialContact, scores: scores
            ) { $0.system(system)?.contactErrors ?? [] }
          }
      }
  }
}

extension RecordingScore {
  /// Found − true of initial contacts within 0.25 s, seconds.
  fileprivate var contactErrors: [Double] {
    let place = ContactMatching.tolerances.firstIndex(of: ContactMatching.footTolerance)
    return place.flatMap { contacts?.matches[$0].errors } ?? []
  }
}

extension SystemScore {
  fileprivate var contactErrors: [Double] {
    let place = SystemContacts.tolerances.firstIndex(of: ContactMatching.footTolerance)
    return place.flatMap { contacts?[$0].errors } ?? []
  }
}
