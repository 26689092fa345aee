import GaitModel

extension EventReference {
  /// Whether no figure can be made of it.
  var isWithoutFigure: Bool {
    activity == nil && carryingLeg == nil && walkingBouts == nil && initialContacts.isEmpty
      && stepCount == nil && trials.isEmpty
  }

  /// What it says all the same, and what that is compared beside, each in a sentence.
  fileprivate var uncompared: [String] {
    var sentences: [String] = []
    if !segments.isEmpty {
      sentences.append(
        "activity_segments are not compared without walking_bouts, or activity for the whole recording"
      )
    }
    if !finalContacts.isEmpty {
      sentences.append("toe_offs_s are not compared without initial_contacts_s")
    }
    if !countIntervals.isEmpty {
      sentences.append("the stretches that were counted are not compared without step_count")
    }
    return sentences
  }
}

extension RecordingScore {
  /// Whether its truth says nothing that a figure can be made of.
  public var isWithoutFigure: Bool {
    (reference.events?.isWithoutFigure ?? true) && reference.systems.allSatisfy { $0.bouts.isEmpty }
  }

  /// What is odd in the truth, each in a sentence.
  fileprivate var remarks: [String] {
    let events = reference.events
    var sentences = reference.remarks + (events?.remarks ?? []) + reference.contradictions
    guard isWithoutFigure else { return sentences }
    // A mapping is the truth of all its recordings.
    guard recording.referenceURL.lastPathComponent == "\(recording.name).reference.json" else {
      return sentences + ["no row of the tables that is of it gives a figure"]
    }
    sentences += events?.uncompared ?? []
    sentences.append(
      "the truth gives no figure; it must have walking_bouts, initial_contacts_s, step_count, activity or the times and "
        + "meters of a walk")
    return sentences
  }

  /// Contacts of the truth that follow one of the same foot, on straight ways: in a turn a foot may step twice. 0 where a
  /// laboratory's tables say it for themselves, or where feet are not told of enough to judge.
  fileprivate var repeatedCount: Int {
    guard reference.finding == nil, let truth = reference.events, !isOfOneFoot else { return 0 }
    let count = LaboratoryEvents.repeated(truth.initialContacts).count {
      truth.turnAround?.overlaps($0) != true
    }
    return Self.fewestBetween * count > truth.initialContacts.count ? count : 0
  }

  /// More than one contact in so many is told, as of a laboratory's tables.
  private static let fewestBetween = 50

  /// Contacts of the truth whose foot nobody knows, where that of others is known. 0 where a laboratory's tables say it for
  /// themselves.
  fileprivate var unknownCount: Int {
    guard reference.finding == nil else { return 0 }
    let lists =
      [reference.events?.initialContacts ?? []]
      + reference.systems.map { $0.contacts.map { TimedFoot(seconds: $0.seconds, foot: $0.foot) } }
    return lists.reduce(0) { $0 + $1.withoutFoot.count }
  }

  /// Whether the contacts of the truth are those of one foot.
  fileprivate var isOfOneFoot: Bool {
    let contacts = reference.events?.initialContacts ?? []
    let feet = Set(contacts.map(\.foot))
    return reference.finding == nil && contacts.count > 1 && feet.count == 1
      && feet.first != .some(nil)
  }
}

extension Validation {
  /// What is odd in the truths and keeps figures from being made, or makes them wrong: keys that lack another, contacts
  /// that are missing, recordings that name nobody.
  ///
  /// - Parameter scores: those of the recordings.
  /// - Returns: sentences; one for all recordings of a dataset of which it says the same.
  public static func remarks(on scores: [RecordingScore]) -> [String] {
    Dictionary(grouping: scores, by: \.recording.dataset).sorted { $0.key < $1.key }
      .flatMap { dataset, scores in
        nobody(in: dataset, scores) + told(in: dataset, scores) + contacts(in: dataset, scores)
      }
  }

  private static func nobody(in dataset: String, _ scores: [RecordingScore]) -> [String] {
    let count = scores.count {
      $0.recording.description.participant == TrialDescription.unknownParticipant
    }
    return count < 2
      ? []
      : [
        "\(count) recordings of \(dataset) name nobody and count as one person; give \"participant\" in each NAME.json"
      ]
  }

  private static func told(in dataset: String, _ scores: [RecordingScore]) -> [String] {
    var (order, places) = ([String](), [String: [RecordingScore]]())
    for score in scores {
      for remark in score.remarks {
        if places[remark] == nil { order.append(remark) }
        places[remark, default: []].append(score)
      }
    }
    return order.map { "\(names(of: places[$0] ?? [], in: dataset)): \($0)" }
  }

  private static func contacts(in dataset: String, _ scores: [RecordingScore]) -> [String] {
    func told(_ own: [RecordingScore], _ words: String) -> [String] {
      own.isEmpty ? [] : ["\(names(of: own, in: dataset)): \(words)"]
    }
    let unknown = scores.filter { $0.unknownCount > 0 }
    let unknownCount = unknown.reduce(0) { $0 + $1.unknownCount }
    let repeated = scores.filter { $0.repeatedCount > 0 }
    let count = repeated.reduce(0) { $0 + $1.repeatedCount }
    return told(
      unknown,
      "\(unknownCount.counted("contact")) \(unknownCount.verb("has", "have")) no foot, where others have one: their feet are "
        + "neither right nor wrong, and no true stride or phase is drawn over them")
      + told(
        repeated,
        "\(count.counted("contact")) \(count.verb("follows", "follow")) one of the same foot: contacts are missing there, or "
          + "too many, and true strides and phases over them are wrong")
      + told(
        scores.filter(\.isOfOneFoot),
        "contacts are of one foot only, so that true steps and cadence are half of what was walked")
  }

  /// One recording by its name, several by their number and the first.
  private static func names(of scores: [RecordingScore], in dataset: String) -> String {
    let first = "\(dataset)/\(scores.first?.recording.name ?? "")"
    return scores.count == 1 ? first : "\(scores.count) recordings, such as \(first)"
  }
}
