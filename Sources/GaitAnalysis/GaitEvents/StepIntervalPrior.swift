import Foundation
import Signals

/// How likely each interval between two contacts is, before anything is seen there.
///
/// The logarithm of the interval in tracked steps is normal, with a small share of much wider spread
/// for hesitations. Intervals beyond both limits are pauses, and not judged here.
struct StepIntervalPrior: Hashable, Sendable {
  /// Spread of the logarithm from step to step: irregular walking, and errors of the tracked frequency.
  var spread = 0.2
  /// The same in a hesitation.
  var wideSpread = 0.4
  /// Share of hesitations.
  var wideShare = 0.08
  /// Shortest and longest interval, tracked steps.
  var steps = 0.45...2.0

  /// ln of the density at an interval over that at one tracked step.
  func logDensity(ofSteps steps: Double) -> Double {
    let x = log(steps)
    return log(
      (1 - wideShare) * exp(-0.5 * (x / spread) * (x / spread)) / spread
        + wideShare * exp(-0.5 * (x / wideSpread) * (x / wideSpread)) / wideSpread)
      - log((1 - wideShare) / spread + wideShare / wideSpread)
  }

  /// Both densities, ready to be looked up.
  func table(closing: ClosingStep) -> StepIntervalTable {
    StepIntervalTable(prior: self, closing: closing)
  }
}

/// The step that closes a walk, against a usual one.
struct ClosingStep: Hashable, Sendable {
  /// Usual interval before it, in tracked steps.
  var steps = 0.92
  /// Spread of its logarithm.
  var spread = 0.2

  /// ln of the density at an interval over that at the usual one.
  func logDensity(ofSteps steps: Double) -> Double {
    let x = log(steps / self.steps) / spread
    return -0.5 * x * x
  }
}

/// Densities of intervals at close places of their logarithm: a sample has a hundred intervals to choose
/// from.
struct StepIntervalTable: Sendable {
  private let limits: ClosedRange<Double>
  private let first: Double
  private let logLags: [Double]
  private let usual: [Double]
  private let closing: [Double]

  /// Entries per unit of the logarithm; the nearest is wrong by less than 0.01 log-odds.
  private static let resolution = 1000.0
  /// The longest lag in samples: two of the slowest steps.
  private static let longestLag = Int(
    2.5 * UniformSampling.rateHertz / StepFrequencyRidge.slowestHertz)

  init(prior: StepIntervalPrior, closing step: ClosingStep) {
    limits = prior.steps
    first = log(prior.steps.lowerBound) - 0.1
    let count = Int((log(prior.steps.upperBound) + 0.1 - first) * Self.resolution) + 1
    let places = (0..<count).map { [first] in exp(first + Double($0) / Self.resolution) }
    usual = places.map { prior.logDensity(ofSteps: $0) }
    closing = places.map { step.logDensity(ofSteps: $0) }
    logLags = [0] + (1...Self.longestLag).map { log(Double($0)) }
  }

  /// The lags that are a step, samples, where a step is so long.
  func lags(stepSamples: Double) -> Range<Int> {
    let low = max(1, Int((limits.lowerBound * stepSamples).rounded(.up)))
    let high = min(Self.longestLag, Int(limits.upperBound * stepSamples))
    return low..<max(low, high) + 1
  }

  /// A contact before, and what the sequence is worth with the interval from there.
  struct Step {
    var index: Int
    var value: Double
  }

  /// The best contacts before a sample for a usual and for a closing step; `nil` where there is none.
  func best(
    before i: Int, lags: Range<Int>, stepSamples: Double, values: [Double]
  ) -> (step: Step?, closing: Step?) {
    let shift = -log(stepSamples) - first
    var (top, topClosing) = (-Double.infinity, -Double.infinity)
    var (at, atClosing) = (-1, -1)
    values.withUnsafeBufferPointer { values in
      for lag in lags.clamped(to: 0..<(i + 1)) {
        let value = values[i - lag]
        guard value > -.infinity else { continue }
        let place = Int((logLags[lag] + shift) * Self.resolution)
        if value + usual[place] > top { (top, at) = (value + usual[place], i - lag) }
        if value + closing[place] > topClosing {
          (topClosing, atClosing) = (value + closing[place], i - lag)
        }
      }
    }
    return (
      at < 0 ? nil : Step(index: at, value: top),
      atClosing < 0 ? nil : Step(index: atClosing, value: topClosing)
    )
  }
}

/// The largest of the values in a window that moves forward.
struct RunningMaximum: Sendable {
  private var candidates: [Int] = []
  private var head = 0
  private var next = 0

  /// Where the largest value is; `nil` while the window is empty.
  var index: Int? { head < candidates.count ? candidates[head] : nil }

  /// Extends the window's end to just before an index.
  mutating func admit(before end: Int, of values: [Double]) {
    while next < end {
      while candidates.count > head, values[candidates[candidates.count - 1]] <= values[next] {
        candidates.removeLast()
      }
      candidates.append(next)
      next += 1
    }
  }

  /// Moves the window's start to an index.
  mutating func forget(before start: Int) {
    while head < candidates.count, candidates[head] < start { head += 1 }
    if head > 4096 {
      candidates.removeFirst(head)
      head = 0
    }
  }
}
