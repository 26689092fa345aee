/// What a validation found, as its page shows it.
package struct ValidationFindings {
  /// A found value beside the true one.
  package struct Pair {
    /// What was measured, with its unit in brackets.
    package var measure: String
    /// Its place among all pairs of the validation, from 0.
    package var number: Int
    /// The dataset.
    package var dataset: String
    /// The laboratory system that is the truth; `nil` where the truth is a list of events.
    package var system: String?
    /// The study's name for the person.
    package var person: String
    /// The recording.
    package var recording: String
    /// Where the device was worn; empty where it is not given.
    package var site: String
    /// True walking speed of the same stretch, m/s; `nil` where the truth does not say.
    package var trueSpeed: Double?
    /// The found value.
    package var found: Double
    /// The true value.
    package var truth: Double
    /// The cohort in the study's word; `nil` where it is not given.
    package var cohort: String?
    /// What the values are of: a bout, or a whole recording.
    package var level: String

    /// The recording's dataset and name: datasets may name theirs alike.
    var place: [String] { [dataset, recording] }
    /// Found less true.
    var error: Double { found - truth }
    /// The truth: the dataset, with the system. The same walks can have several.
    var source: String { [dataset, system].compactMap(\.self).joined(separator: ", ") }

    /// Makes a pair.
    package init(
      measure: String, number: Int, dataset: String, system: String? = nil, person: String,
      recording: String, site: String, trueSpeed: Double?, found: Double, truth: Double,
      cohort: String? = nil, level: String = "recording"
    ) {
      self.measure = measure
      self.number = number
      self.dataset = dataset
      self.system = system
      self.person = person
      self.recording = recording
      self.site = site
      self.trueSpeed = trueSpeed
      self.found = found
      self.truth = truth
      self.cohort = cohort
      self.level = level
    }
  }

  /// A figure of a stage.
  package struct Row {
    /// The dataset, with site and system.
    package var group: String
    /// What is compared.
    package var stage: String
    /// The figure's name.
    package var figure: String
    /// Its unit; `1` for a share, empty for none.
    package var unit: String
    /// The figure over all recordings.
    package var value: Double
    /// The median of the persons' figures.
    package var median: Double?
    /// The worst person's.
    package var worst: Double?
    /// How many people contribute.
    package var people: Int
    /// What the best other engine reached, with its name.
    package var peer: String

    /// Makes a row.
    package init(
      group: String, stage: String, figure: String, unit: String, value: Double, median: Double?,
      worst: Double?, people: Int, peer: String
    ) {
      self.group = group
      self.stage = stage
      self.figure = figure
      self.unit = unit
      self.value = value
      self.median = median
      self.worst = worst
      self.people = people
      self.peer = peer
    }
  }

  /// A figure under two settings.
  package struct Change {
    /// The figure, with dataset, stage and unit.
    package var figure: String
    /// The figure under the first and the second.
    package var first: Double
    package var second: Double
    /// Mean over people of the second less the first, with its interval.
    package var difference: Double?
    package var interval: ClosedRange<Double>?
    /// How many people.
    package var people: Int
    /// Whether the second is better; `nil` where that is not known.
    package var isBetter: Bool?

    /// Makes a change.
    package init(
      figure: String, first: Double, second: Double, difference: Double?,
      interval: ClosedRange<Double>?, people: Int, isBetter: Bool?
    ) {
      self.figure = figure
      self.first = first
      self.second = second
      self.difference = difference
      self.interval = interval
      self.people = people
      self.isBetter = isBetter
    }
  }

  /// What was lost of a recording that was scored, or contradicts itself in it.
  package struct Trouble {
    /// The dataset.
    package var dataset: String
    /// The recording; the first where it stands for several.
    package var recording: String
    /// For how many recordings of the dataset it stands.
    package var count: Int
    /// What it is.
    package var message: String

    /// Makes a trouble.
    package init(dataset: String, recording: String, count: Int, message: String) {
      (self.dataset, self.recording) = (dataset, recording)
      (self.count, self.message) = (count, message)
    }

    /// A line of the page.
    var text: String {
      let first = "\(dataset)/\(recording)"
      return "\(count == 1 ? first : "\(count) recordings, such as \(first)"): \(message)"
    }
  }

  /// How early or late contacts of one kind were found.
  package struct Timing {
    /// What they are: `initial contacts`.
    package var name: String
    /// Found less true, seconds.
    package var errors: [Double]
    /// How many people they come from.
    package var people: Int

    /// Makes the timing of contacts.
    package init(name: String, errors: [Double], people: Int) {
      (self.name, self.errors, self.people) = (name, errors, people)
    }
  }

  /// Values with their truth.
  package var pairs: [Pair]
  /// Bias and limits of agreement of some of the pairs, all of one measure; `nil` for fewer than two.
  package var limits: @Sendable ([Pair]) -> AgreementLimits?
  /// Found less true times of contacts.
  package var timing: [Timing]
  /// The figures that engines are compared by.
  package var rows: [Row]
  /// Recordings without an analysis, with the reason; where two settings are compared, twice where each has its own.
  package var failures: [(recording: String, reason: String)]
  /// How many recordings these are.
  package var failedCount: Int { Set(failures.map(\.recording)).count }
  /// What is odd in the truths, in sentences.
  package var truthRemarks: [String] = []
  /// What was lost of recordings that were scored, or contradicts itself in them.
  package var troubles: [Trouble]
  /// How many recordings these are of.
  package var troubledCount: Int
  /// What differs between two settings; empty without two.
  package var changes: [Change]
  /// What the two settings are called.
  package var names: (first: String, second: String)
  /// The settings that differ from those measured best, as `key = value`: of the figures, and of those that they are compared
  /// with.
  package var settings: (first: [String], second: [String]) = ([], [])
  /// How many recordings and people.
  package var recordingCount: Int
  package var peopleCount: Int

  /// Takes what was found.
  package init(
    pairs: [Pair], limits: @escaping @Sendable ([Pair]) -> AgreementLimits?,
    timing: [Timing], rows: [Row], failures: [(recording: String, reason: String)],
    troubles: [Trouble] = [], troubledCount: Int = 0, changes: [Change] = [],
    names: (first: String, second: String) = ("", ""), recordingCount: Int, peopleCount: Int
  ) {
    self.pairs = pairs
    self.limits = limits
    self.timing = timing
    self.rows = rows
    self.failures = failures
    self.troubles = troubles
    self.troubledCount = troubledCount
    self.changes = changes
    self.names = names
    self.recordingCount = recordingCount
    self.peopleCount = peopleCount
  }
}

extension ValidationFindings {
  /// The pairs of a measure by their truth, in the order of its name.
  func truths(of measure: String) -> [(truth: String, pairs: [Pair])] {
    Dictionary(grouping: pairs.filter { $0.measure == measure }, by: \.source)
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// What pairs are of, for more than one: `bouts`, `recordings`; `values` where it is not the same of all.
  static func level(of pairs: [Pair], _ count: Int = 2) -> String {
    let levels = Set(pairs.map(\.level))
    let level = levels.count == 1 ? levels.first : nil
    return (level ?? "value") + (count == 1 ? "" : "s")
  }

  /// `9 bouts`.
  static func counted(_ pairs: [Pair]) -> String {
    "\(PageText.grouped(pairs.count)) \(level(of: pairs, pairs.count))"
  }
}

/// Bias and limits of agreement (Bland and Altman, Lancet 327:307, 1986).
package struct AgreementLimits {
  /// Mean of found less true.
  let bias: Double
  /// Below and above which 2.5 of 100 differences of new people lie.
  let lower, upper: Double
  /// The 95 % intervals of bias and limits, those that there are.
  let intervals: [ClosedRange<Double>]

  /// Takes bias and limits with their intervals.
  package init(
    bias: Double, lower: Double, upper: Double, intervals: [ClosedRange<Double>] = []
  ) {
    (self.bias, self.lower, self.upper, self.intervals) = (bias, lower, upper, intervals)
  }
}
