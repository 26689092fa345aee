import GaitModel

/// What an analysis of a recording was made with, as its samples say it: of whose body, worn where, begun when, by which
/// methods.
struct AnalysisTraits {
  private let participant: String
  private let recording: RecordingReference
  private var sites: Set<WearingSite?> = []
  private var zones: Set<String> = []
  /// The person's own factors in lengths and speeds.
  private var factors: Set<String> = []
  /// What the recording says of the person, by kind.
  private var facts: [String: Double] = [:]
  /// Revision and settings of each method.
  private var methods: [String: Set<String>] = [:]

  /// Looks through the samples.
  init(of analysis: some GivesSamples) throws {
    (participant, recording) = (analysis.participant, analysis.recording)
    try analysis.forEach { sample in
      let metadata = sample.metadata
      sites.insert(metadata.site)
      if let zone = metadata.timeZoneIdentifier { zones.insert(zone) }
      if let factor = metadata.other[CalibrationWords.factor] { factors.insert(factor) }
      if Self.facts.contains(sample.kind) { facts[sample.kind.name] = sample.value }
      guard let method = metadata.method else { return }
      methods[method, default: []].insert("\(metadata.revision ?? 0) \(metadata.settings ?? "")")
    }
  }

  private static let facts: Set<AnySampleKind> = [
    SampleKind.height.erased, SampleKind.bodyMass.erased, .age, .sex,
  ]

  /// What differs, in words: `start`, `time zone`, `site`, `personal factor`, `height`,
  /// `PendulumStepLength (revision or settings)`; empty where nothing does that is known. A method that found something
  /// in one of both only is no difference.
  func differences(from old: AnalysisTraits) -> [String] {
    let kinds = Set(facts.keys).union(old.facts.keys).sorted()
    let made = methods.filter { old.methods[$0.key]?.isDisjoint(with: $0.value) == true }.keys
    return (participant != old.participant ? ["person"] : [])
      + (recording.name != old.recording.name ? ["name"] : [])
      + (recording.start != old.recording.start ? ["start"] : [])
      + (zones != old.zones ? ["time zone"] : [])
      + (sites != old.sites && !sites.isEmpty && !old.sites.isEmpty ? ["site"] : [])
      + (factors != old.factors ? ["personal factor"] : [])
      + kinds.filter { facts[$0] != old.facts[$0] }
      + made.sorted().map { "\($0) (revision or settings)" }
  }
}
