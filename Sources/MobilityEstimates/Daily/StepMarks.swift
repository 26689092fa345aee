import Foundation
import GaitModel

/// What samples say of how their steps were measured, where walks are too few for their lengths to show it.
///
/// ```
///   a walk's samples                                          its steps
///   speed and step length                                     measured
///   speed alone: the analysis keeps no length that it assumed assumed
///   step length by the assuming method, or without a method
///   from a site away from the pelvis                          assumed
///   another program's                                         as it says, unmarked
/// ```
struct StepMarks {
  /// When step lengths began that were not measured, milliseconds since 1970.
  var assumed: Set<Int64> = []
  /// Whether the walks are those of another program, as a phone's.
  var areElsewhere = false

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
  }

  /// Whether a source is the analysis of this package.
  static func isAnalysis(_ source: String) -> Bool {
    SampleSource.areSame(source, SampleSource.analysisName)
  }
}
