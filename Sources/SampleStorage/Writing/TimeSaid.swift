import Foundation
import GaitModel

/// When something was said: of two values that speak of the same, the one that was said later stays.
///
/// Of two that exports of a phone say, the one of the later export is the later word, whichever was read last.
struct TimeSaid: Hashable {
  /// When it was stored, milliseconds since 1970; 0 where that is not known.
  var stored: Int64 = 0
  /// When the phone's export was written that says it, milliseconds since 1970; `nil` where that is not known, or none
  /// says it.
  var exported: Int64?
  /// When it is stored anew as it was deleted and comes back, milliseconds since 1970: beside other values it is as old as
  /// before, beside the deletion it is the later word.
  var restored: Int64?
  /// When the phone's export was written by whose clock it is, milliseconds since 1970, where that was an earlier one; `nil`
  /// where it is the one that says it.
  var clock: Int64?

  /// When the phone's export was written by whose clock it is; `nil` where that is not known.
  var clockTime: Int64? { clock ?? exported }

  /// The same by the clock of an export that was written then.
  func byClock(of written: Int64?) -> TimeSaid {
    var said = self
    said.clock = written == exported ? nil : written
    return said
  }

  /// When it is stored where it is taken, milliseconds since 1970.
  var kept: Int64 { restored ?? stored }

  /// Of what is read now, from an export or from anything else: it comes after all that is stored, whatever the clocks said.
  static func now(_ export: PhoneExport?) -> TimeSaid {
    TimeSaid(stored: .max, exported: export?.written?.millisecondsSince1970)
  }

  /// The first time first, for a run through all of them.
  var order: (Int64, Int64) { (stored, exported ?? .min) }

  /// Whether something else was said later.
  func isBefore(_ other: TimeSaid) -> Bool {
    if let exports = exports(other) { return exports.own < exports.other }
    return order < other.order
  }

  /// Whether both were said at the same time.
  func isAtOnce(with other: TimeSaid) -> Bool { !isBefore(other) && !other.isBefore(self) }

  /// The export of a person that says it; `nil` where none is known.
  func export(of participant: String) -> PhoneExport? {
    exported.map {
      var export = PhoneExport(
        participant: participant, written: Date(millisecondsSince1970: $0))
      export.clock = clock.map { Date(millisecondsSince1970: $0) }
      return export
    }
  }

  /// Why and when something gives way to what was said later.
  ///
  /// - Parameters:
  ///   - other: when that was said.
  ///   - instant: when it gives way, milliseconds since 1970; `nil` for the first of the times at which both were stored,
  ///     before which what stays was stored in no store.
  /// - Returns: a reason that names exports where they decide.
  func givingWay(to other: TimeSaid, at instant: Int64? = nil) -> Superseding {
    let instant = instant ?? min(stored, other.stored)
    var superseding =
      exports(other) == nil
      ? StoreMerge.later(than: instant) : PhoneExport.superseding(at: instant)
    superseding.stored = stored == 0 ? nil : Date(millisecondsSince1970: stored)
    return superseding
  }

  /// When both exports were written, where that tells which is the later word.
  private func exports(_ other: TimeSaid) -> (own: Int64, other: Int64)? {
    guard let exported, let last = other.exported, exported != last else { return nil }
    return (exported, last)
  }
}
