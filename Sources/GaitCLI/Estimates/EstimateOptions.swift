import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Which store, how its people's days are counted, and what is estimated.
struct EstimateOptions: ParsableArguments {
  @OptionGroup
  var days: StoreDaysOptions

  @Option(
    help: ArgumentHelp(
      """
      The last day that is over, without what was entered for later ones; else the last with data, or, without --everything, that of a run before, or the end of \
      its week where an estimate of that came from another store.
      """,
      valueName: "date"))
  var until: String?

  @Option(
    name: .customLong("low-limit"),
    help: ArgumentHelp("Steadiness below it is low, 0-1; else 0.60.", valueName: "score"),
    transform: ValueText.number)
  var lowLimit: Double?

  @Option(
    name: .customLong("very-low-limit"),
    help: ArgumentHelp("Steadiness below it is very low, 0-1; else 0.22.", valueName: "score"),
    transform: ValueText.number)
  var veryLowLimit: Double?

  @Flag(
    help:
      "Estimate everything again, and not only what is new; with --until, estimates of later days are kept aside."
  )
  var everything = false

  func validate() throws {
    _ = try steadinessLimits
    if let until, DayCalendar(timeZone: .gmt).day(until) == nil {
      throw days.noDate(until, "--until")
    }
  }

  /// The limits of the classes of steadiness.
  var steadinessLimits: SteadinessLimits {
    get throws {
      let usual = SteadinessLimits.standard
      let (low, veryLow) = (lowLimit ?? usual.low, veryLowLimit ?? usual.veryLow)
      guard veryLow > 0, low < 1, veryLow < low else {
        throw ValidationError(
          "\(Self.words("--low-limit", lowLimit, usual.low)) and "
            + Self.words("--very-low-limit", veryLowLimit, usual.veryLow)
            + " cannot be: steadiness is a score of 0 to 1, both lie between these, and very low below low; for example 0.6 "
            + "and 0.3")
      }
      return SteadinessLimits(low: low, veryLow: veryLow)
    }
  }

  /// A limit as it was given, or the usual one.
  private static func words(_ option: String, _ given: Double?, _ usual: Double) -> String {
    let score =
      given.map { DecimalText.trimmed($0) ?? "\($0)" } ?? DecimalText.text(usual, decimals: 2)
    return "\(option) \(score ?? "")" + (given == nil ? ", which it has if not given," : "")
  }

  /// Today where the person lives, by this machine's clock.
  func today(_ calendar: DayCalendar) -> LocalDay { calendar.day(containing: Date()) }
}
