import Foundation
import GaitModel
import Signals

/// What the strength of a motion says for a step rather than none.
public struct StepStrength: Hashable, Sendable {
  /// Log-odds per unit of the logarithm of size over usual size.
  public var slope: Double
  /// Log-odds where the size is usual.
  public var intercept: Double
}

/// Finds the most likely sequence of steps at the lower back or hip: all contacts of a walk together.
///
/// One contact by itself is ambiguous, in a turn or at the end of a walk above all; a sequence is not.
/// Each contact earns the evidence of its sample (`ContactEvidence`) and what its strength says for a
/// step rather than none. Each interval costs what it differs from the tracked step, and a pause of up to
/// 3 s, as in a turn on the spot, costs more the more
/// steps it leaves out, though never more than the start of another walk. A walk's first contact must rise and fall,
/// because weight is shifted before the first step; and it may close with a weak one, because the swinging foot is put
/// down beside the other. The contact before that one may be weaker than usual, too: whoever stops brakes with one step
/// and closes with the next (Y. Jian et al., Gait Posture 1:9, 1993). The best sequence among the crests of the evidence
/// is found by dynamic programming; no threshold is applied to a single contact.
///
/// Source: a hidden semi-Markov model, L. R. Rabiner, Proc. IEEE 77:257 (1989); for gait, own. Settings
/// were chosen with `Tools/fit/events/sequence.py`, people left out.
public struct StepSequenceDetector: InitialContactDetector {
  /// Finds the contacts by the phase of the step wave, which are a witness for walks and the contacts of runs.
  public var phase = PhaseInitialContactDetector()
  /// What the evidence is made of.
  public var evidence = ContactEvidenceModel()
  /// Evidence of a usual contact, log-odds; only more than that speaks for a step. 1.3 in the fits; chosen with the
  /// finished program, where bouts then end at the pauses that the laboratory sees (`Tools/fit/README.md`).
  public var usualEvidence = 1.4
  /// Log-odds of a step per unit of `ContactEvidence.level`, and where the level is usual.
  public var strength = StepStrength(slope: 4.2, intercept: 3.0)
  /// The same for the first contact of a walk, per unit of `ContactEvidence.rise`: a shift of weight moves
  /// the body, but does not lift it.
  public var firstStrength = StepStrength(slope: 3.0, intercept: 3.5)
  /// The same for the contact that closes a walk.
  public var closingStrength = StepStrength(slope: 3.0, intercept: 6.0)
  /// The same for the contact before that, with which the person brakes: between a step and the one that closes.
  public var brakingStrength = StepStrength(slope: 3.0, intercept: 5.0)
  /// Strength never counts for more or less than this, log-odds.
  public var strengthLimits = -8.0...1.0
  /// That of a braking or closing contact never counts for more than this, log-odds.
  public var largestClosingStrength = 0.7
  /// What the evidence of a closing contact counts: it is faint.
  public var closingEvidenceShare = 0.75
  /// Evidence of a usual closing contact, log-odds.
  public var usualClosingEvidence = 1.0
  /// The interval before a closing contact.
  public var closingStep = ClosingStep()
  /// Intervals between contacts.
  public var intervals = StepIntervalPrior()
  /// What each tracked step without a contact costs in a pause within a walk, log-odds.
  public var missedStepCost = 2.0
  /// What another walk in the same recording costs, and a pause at most, log-odds: five usual contacts are
  /// worth more, and a shift of weight after a walk is not.
  public var restartCost = 6.0
  /// A longer pause ends a walk, seconds.
  public var longestPauseSeconds = Walk.longestPauseSeconds
  /// How far beyond a gait sequence contacts are searched, in local steps.
  public var reachSteps = 2.0

  /// The method with its settings as they were measured best.
  public init() {}

  /// The method where a usual contact says more or less for itself, log-odds.
  public init(usualEvidence: Double) { self.usualEvidence = usualEvidence }

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StepSequenceDetector", question: "initial contacts of a walk at the pelvis",
      citation: "Rabiner 1989, Proc. IEEE 77:257 (hidden Markov models)", doi: "10.1109/5.18626",
      deviations: [
        "durations are part of the state (semi-Markov)",
        "first, braking and closing contact have a strength of their own",
      ], revision: 3)
  }

  /// The method that it asks for contacts by the phase.
  public var parts: [any GaitMethod] { [phase] }

  /// The most likely contacts of the walks; those of runs are by the phase alone.
  public func initialContacts(
    in recording: SequenceRecording, cycle: StepCycle
  ) -> DetectedContacts {
    let byPhase = phase.contacts(in: cycle)
    guard recording.activity == .walking else { return DetectedContacts(byPhase) }
    return DetectedContacts(
      contacts(in: recording, cycle: cycle, byPhase: byPhase), areChosen: true)
  }

  /// The best sequence, in time order; none when no sequence beats standing.
  func contacts(
    in recording: SequenceRecording, cycle: StepCycle, byPhase: [DetectedContact]
  ) -> [DetectedContact] {
    let allowed = allowedSamples(of: recording, stepHertz: cycle.stepHertz)
    guard let first = allowed.firstIndex(of: true), let last = allowed.lastIndex(of: true) else {
      return []
    }
    let evidence = ContactEvidence(
      of: recording, cycle: cycle, wavePositions: byPhase.map(\.position),
      samples: samples(around: first...last, stepHertz: cycle.stepHertz), model: self.evidence)
    let crests = evidence.crests.filter { allowed[$0] }
    let found = bestSequence(evidence, stepHertz: cycle.stepHertz, candidates: crests)
    return found.filter { isOurs($0.sample, in: recording) }.map { sample, role in
      let position = crest(of: evidence.timing, at: sample)
      return DetectedContact(
        position: position, amplitude: cycle.phase.amplitude.value(at: position),
        stepHertz: cycle.stepHertz[sample], isClosing: role == .closing)
    }
  }

  /// Some samples and the steps around that they are compared with.
  private func samples(
    around limits: ClosedRange<SampleIndex>, stepHertz: GridSignal<Double>
  ) -> Range<SampleIndex> {
    func reach(_ i: Int) -> Int {
      Int(4 * evidence.choiceSteps * SampleGrid.rateHertz / stepHertz[i]) + 1
    }
    let low = limits.lowerBound - reach(limits.lowerBound)
    let high = limits.upperBound + reach(limits.upperBound)
    return (low..<(high + 1)).clamped(to: stepHertz.startIndex..<stepHertz.endIndex)
  }

  /// A walk that was cut for its length shares no contact with its continuation.
  private func isOurs(_ sample: SampleIndex, in recording: SequenceRecording) -> Bool {
    let extent = recording.indices(recording.extent)
    return !(recording.isCut.before && sample < extent.lowerBound)
      && !(recording.isCut.after && sample >= extent.upperBound)
  }

  /// Samples in or near a gait sequence, and not in a run. Where a long walk was cut the search goes on
  /// into the neighbor, so that both agree on the contacts at the cut.
  private func allowedSamples(
    of recording: SequenceRecording, stepHertz: GridSignal<Double>
  ) -> GridSignal<Bool> {
    let all = recording.samples
    var allowed = stepHertz.with([Bool](repeating: false, count: all.count))
    for sequence in recording.sequences {
      let low = recording.index(atSeconds: sequence.lowerBound)
      let high = recording.index(atSeconds: sequence.upperBound)
      let before = Int(reachSteps * SampleGrid.rateHertz / stepHertz[low])
      let after = Int(reachSteps * SampleGrid.rateHertz / stepHertz[high])
      for i in max(all.lowerBound, low - before)...min(all.upperBound - 1, high + after) {
        allowed[i] = true
      }
    }
    for run in recording.runs { for i in recording.indices(run) { allowed[i] = false } }
    let extent = recording.indices(recording.extent)
    if recording.isCut.before { for i in all.lowerBound..<extent.lowerBound { allowed[i] = true } }
    if recording.isCut.after { for i in extent.upperBound..<all.upperBound { allowed[i] = true } }
    return allowed
  }

  private func crest(of x: GridSignal<Double>, at i: SampleIndex) -> SamplePosition {
    guard i > x.startIndex, i < x.endIndex - 1 else { return Double(i) }
    let curvature = x[i - 1] - 2 * x[i] + x[i + 1]
    guard curvature < -1e-9 else { return Double(i) }
    return Double(i) + max(-0.5, min(0.5, 0.5 * (x[i - 1] - x[i + 1]) / curvature))
  }

  // MARK: The best sequence

  /// What a contact is in its walk.
  enum Role: Int {
    case step, braking, closing
  }

  /// The value of the best sequence that ends with a candidate in some role, and where it came from: three times the
  /// candidate before, plus its role; -1 for none.
  private struct End {
    var value = -Double.infinity
    var origin = -1

    mutating func improve(_ value: Double, from candidate: Int, _ role: Role) {
      if value > self.value { (self.value, origin) = (value, 3 * candidate + role.rawValue) }
    }
  }

  /// The samples of the best sequence of contacts, and what each is in its walk.
  ///
  /// - Parameters:
  ///   - evidence: what speaks for each sample.
  ///   - stepHertz: the tracked step frequency at every sample.
  ///   - candidates: the samples to choose from, rising.
  /// - Returns: none when no sequence beats standing.
  func bestSequence(
    _ evidence: ContactEvidence, stepHertz: GridSignal<Double>, candidates: [SampleIndex]
  ) -> [(sample: SampleIndex, role: Role)] {
    let longestPause = max(1, Int(longestPauseSeconds * SampleGrid.rateHertz))
    let (density, logClosing) = (intervals.logDensity, log(closingStep.steps))
    // ln of an interval in samples: a handful of intervals are asked for again and again.
    let logarithms = (0..<longestPause).map { log(Double($0)) }
    let missable = missableSteps(stepHertz)
    var steps = [End](repeating: End(), count: candidates.count)
    var (brakings, closings) = (steps, steps)
    var ended = End(value: 0)
    var firstNear = 0
    for (n, i) in candidates.enumerated() {
      while i - candidates[firstNear] >= longestPause {
        ended.improve(steps[firstNear].value - restartCost, from: firstNear, .step)
        ended.improve(closings[firstNear].value - restartCost, from: firstNear, .closing)
        firstNear += 1
      }
      let values = contactValues(evidence, i)
      let logStep = log(SampleGrid.rateHertz / stepHertz[i])
      if ended.value + values.first > steps[n].value {
        steps[n] = End(value: ended.value + values.first, origin: ended.origin)
      }
      for m in firstNear..<n {
        let j = candidates[m]
        let interval = Double(i - j) * stepHertz[i] / SampleGrid.rateHertz
        if interval > intervals.steps.upperBound {
          let missed = missable[i] - missable[j] - 1
          let cost = min(missedStepCost * missed, restartCost)
          steps[n].improve(steps[m].value - cost + values.next, from: m, .step)
        } else if interval >= intervals.steps.lowerBound {
          let logSteps = logarithms[i - j] - logStep
          let usual = steps[m].value + density(ofLogSteps: logSteps)
          steps[n].improve(usual + values.next, from: m, .step)
          brakings[n].improve(usual + values.braking, from: m, .step)
          let closing = closingStep.logDensity(ofLogRatio: logSteps - logClosing) + values.closing
          closings[n].improve(steps[m].value + closing, from: m, .step)
          closings[n].improve(brakings[m].value + closing, from: m, .braking)
        }
      }
    }
    return path([steps, brakings, closings], candidates)
  }

  /// Tracked steps from the first sample to each one.
  private func missableSteps(_ stepHertz: GridSignal<Double>) -> GridSignal<Double> {
    var sum = 0.0
    return stepHertz.each { hertz in
      sum += hertz / SampleGrid.rateHertz
      return sum
    }
  }

  /// What a contact at a sample is worth as the next, the first, the braking and the closing one of a walk.
  private func contactValues(
    _ evidence: ContactEvidence, _ i: SampleIndex
  ) -> (next: Double, first: Double, braking: Double, closing: Double) {
    func held(_ line: StepStrength, _ size: Double, most: Double? = nil) -> Double {
      let odds = line.slope * size + line.intercept
      return max(strengthLimits.lowerBound, min(most ?? strengthLimits.upperBound, odds))
    }
    let (level, timing) = (evidence.level[i], evidence.timing[i])
    return (
      timing - usualEvidence + held(strength, level),
      timing - usualEvidence + held(firstStrength, evidence.rise[i]),
      timing - usualEvidence + held(brakingStrength, level, most: largestClosingStrength),
      closingEvidenceShare * (evidence.shape[i] - usualClosingEvidence)
        + held(closingStrength, level, most: largestClosingStrength)
    )
  }

  /// The way back from the best end; nobody stops in the middle of braking.
  private func path(
    _ ends: [[End]], _ candidates: [SampleIndex]
  ) -> [(sample: SampleIndex, role: Role)] {
    var last = End(value: 0)
    for n in candidates.indices {
      for role in [Role.step, .closing] {
        last.improve(ends[role.rawValue][n].value, from: n, role)
      }
    }
    var samples: [(sample: SampleIndex, role: Role)] = []
    while last.origin >= 0, let role = Role(rawValue: last.origin % 3) {
      samples.append((candidates[last.origin / 3], role))
      last = ends[role.rawValue][last.origin / 3]
    }
    return samples.reversed()
  }
}

/// How likely each interval between two contacts is, before anything is seen there.
///
/// The logarithm of the interval in tracked steps is normal, with a small share of much wider spread
/// for hesitations. Intervals beyond both limits are pauses, and not judged here.
public struct StepIntervalPrior: Hashable, Sendable {
  /// Spread of the logarithm from step to step: irregular walking, and errors of the tracked frequency.
  public var spread = 0.2
  /// The same in a hesitation.
  public var wideSpread = 0.4
  /// Share of hesitations.
  public var wideShare = 0.08
  /// Shortest and longest interval, tracked steps.
  public var steps = 0.45...2.0

  /// The same as a function that is asked often.
  var logDensity: LogDensity { LogDensity(self) }

  /// ln of the density at an interval over that at one tracked step.
  struct LogDensity {
    private let spread: Double
    private let wideSpread: Double
    /// ln of both parts at one tracked step, as shares of their sum.
    private let usual: Double
    private let wide: Double

    fileprivate init(_ prior: StepIntervalPrior) {
      (spread, wideSpread) = (prior.spread, prior.wideSpread)
      let (usual, wide) = (
        (1 - prior.wideShare) / prior.spread, prior.wideShare / prior.wideSpread
      )
      (self.usual, self.wide) = (log(usual / (usual + wide)), log(wide / (usual + wide)))
    }

    /// At the logarithm of an interval in tracked steps.
    func callAsFunction(ofLogSteps x: Double) -> Double {
      let a = usual - 0.5 * (x / spread) * (x / spread)
      let b = wide - 0.5 * (x / wideSpread) * (x / wideSpread)
      return max(a, b) + log1p(exp(-abs(a - b)))
    }
  }
}

/// The step that closes a walk, against a usual one.
public struct ClosingStep: Hashable, Sendable {
  /// Usual interval before it, in tracked steps.
  public var steps = 0.92
  /// Spread of its logarithm.
  public var spread = 0.2

  /// ln of the density at an interval over that at the usual one, given ln of the interval over it.
  func logDensity(ofLogRatio logRatio: Double) -> Double {
    let x = logRatio / spread
    return -0.5 * x * x
  }
}
