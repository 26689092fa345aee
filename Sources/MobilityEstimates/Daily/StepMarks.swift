import Foundation
import GaitModel

/// What samples say of how their steps were measured, where their lengths do not show it: of few walks, or some without one.
///
/// ```
///   a walk's samples                                          its steps
///   speed and step length                                     measured
///   speed alone: the analysis keeps no length that it assumed assumed
///   step length by the assuming method, or without a method
///   from a site away from the pelvis                          assumed
///   another program's                                         as it says, unmarked
/// ```
/// A person's own factor is a mark, too: days with it are longer in all their lengths, and nobody walks otherwise. By the
/// assuming method a factor lets a length grow with cadence and nothing else, also beside walks whose lengths vary.
struct StepMarks {
  /// When step lengths began that were not measured, milliseconds since 1970.
  var assumed: Set<Int64> = []
  /// When walks began whose step lengths are cadence and a factor of the person's own, milliseconds since 1970.
  var byCadence: Set<Int64> = []
  /// Whether the walks are those of another program, as a phone's.
  var areElsewhere = false
  /// The person's own factor in walking speeds that have one, by when they began, milliseconds since 1970.
  var factors: [Int64: Double] = [:]

  /// Makes marks; without any, every step length was measured.
  init(assumed: Set<Int64> = [], areElsewhere: Bool = false) {
    (self.assumed, self.areElsewhere) = (assumed, areElsewhere)
  }

  /// The marks of samples; among walks of several programs those of the analysis count.
  init(of samples: [Sample]) {
    assumed = Set(samples.filter(\.isAssumedStepLength).map(\.start.millisecondsSince1970))
    let walks = samples.filter {
      $0.kind == SampleKind.walkingSpeed.erased || $0.kind == SampleKind.cadence.erased
    }
    areElsewhere =
      !walks.isEmpty && !walks.contains { Self.isAnalysis($0.source.name) }
    takeFactors(of: samples) { $0.start }
  }

  /// Takes the factors that walking speeds have, by when they began.
  mutating func takeFactors(of samples: [Sample], start: (Sample) -> Date) {
    for sample in samples where sample.kind == SampleKind.walkingSpeed.erased {
      guard let factor = sample.metadata.other[CalibrationWords.factor].flatMap(Double.init),
        factor > 0
      else { continue }
      let start = start(sample).millisecondsSince1970
      factors[start] = factor
      if sample.metadata.method == StepLengthWords.assumingMethod { byCadence.insert(start) }
    }
  }

  /// What the mean speed of walks is over what it would be without factors, to four decimals as factors are written; `nil`
  /// where none has one.
  func factor(of speeds: ArraySlice<SampleRow>) -> Double? {
    guard !factors.isEmpty, speeds.contains(where: { factors[$0.start] != nil }) else { return nil }
    var (with, without) = (0.0, 0.0)
    for walk in speeds {
      with += walk.value * walk.seconds
      without += walk.value * walk.seconds / (factors[walk.start] ?? 1)
    }
    return without > 0 ? (with / without * 10_000).rounded() / 10_000 : nil
  }

  /// Whether a source is the analysis of this package.
  static func isAnalysis(_ source: String) -> Bool {
    SampleSource.areSame(source, SampleSource.analysisName)
  }
}
