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
      "The last day that is over; else the last with data, or that of a run before.",
      valueName: "date"))
  var until: String?

  @Option(
    name: .customLong("low-limit"),
    help: ArgumentHelp("Steadiness below it is low, 0-1; else 0.60.", valueName: "score"))
  var lowLimit: Double?

  @Option(
    name: .customLong("very-low-limit"),
    help: ArgumentHelp("Steadiness below it is very low, 0-1; else 0.22.", valueName: "score"))
  var veryLowLimit: Double?

  @Flag(help: "Estimate everything again, and not only what is new.")
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
          "--low-limit \(low) and --very-low-limit \(veryLow) cannot be: both lie between 0 and 1, and"
            + " very low below low; for example 0.6 and 0.3")
      }
      return SteadinessLimits(low: low, veryLow: veryLow)
    }
  }

  /// Today where the person lives, by this machine's clock.
  func today(_ calendar: DayCalendar) -> LocalDay { calendar.day(containing: Date()) }
}
