import Foundation
import GaitModel
import Signals

/// How much longer the left foot's steps last than the right's, by a phone on one thigh.
///
/// A thigh feels the landing of its own leg otherwise than that of the other. So every pocket, leg and phone has a level
/// of its own, up to a third for people whose feet are even: the level says nothing of the person. A change against the
/// person's own walks with the phone on the same leg does.
///
/// Source: the logarithm after M. Plotnik et al., Exp. Brain Res. 181:561 (2007), with its sign, because a change has
/// one. `Tools/fit/sites/pockets.py` has what two phones, one on each thigh, say of the same walks, and how much of a
/// known change is found.
public struct PocketAsymmetry: Hashable, Sendable {
  /// Left out at both ends of a walk, seconds: starting and stopping.
  public var marginSeconds = 0.8
  /// Steps outside this share of the median step time are pauses or missed contacts.
  public var plausibleShare = 0.55...1.7
  /// Fewer steps than this say nothing about a foot: a median of eight is known to 2 to 3 %, about what a change is worth.
  public var leastStepsPerFoot = 8
  /// Share of a change that the contacts show: the phase that gives them is smoothed over a quarter of a step. Of steps
  /// that alternate, theory leaves 8/π² · exp(-π²/32) = .60; 60 walks in which time itself was made to run unevenly show
  /// .53 (.49 to .57 by person).
  public var shownShare = 0.53
  /// What a pocket and a person change from walk to walk, a logarithm: with .04 and the scatter of the steps .66 and .94 of
  /// 93 walks of 5 people lie within one and 1.96 errors of the mean of their person, pocket and leg.
  public var betweenWalks = 0.04

  /// The difference of a walk, and its standard error against other walks with the same leg.
  ///
  /// - Parameters:
  ///   - contacts: the contacts with their feet, in time order.
  ///   - turns: steps in turns are left out.
  /// - Returns: ln(median time of the left foot's steps / of the right's) over `shownShare`, each step ending with the
  ///   contact of its foot; missing with too few straight steps, or without feet.
  func difference(
    of contacts: [InitialContact], turns: [Turn]
  ) -> (value: Measured<Double>, error: Double?) {
    guard contacts.contains(where: { $0.foot != .unknown }) else {
      return (.missing(.siteNotSupported), nil)
    }
    let (left, right) = logs(of: contacts, turns: turns)
    guard min(left.count, right.count) >= leastStepsPerFoot, let a = Statistics.median(left),
      let b = Statistics.median(right)
    else { return (.missing(.tooFewSteps), nil) }
    let scatter = hypot(errorOfMedian(left), errorOfMedian(right)) / shownShare
    return (.known((a - b) / shownShare), hypot(betweenWalks, scatter))
  }

  /// Logarithms of the times of straight, usual steps of either foot.
  private func logs(
    of contacts: [InitialContact], turns: [Turn]
  ) -> (left: [Double], right: [Double]) {
    guard let first = contacts.first?.seconds, let last = contacts.last?.seconds,
      let usual = Statistics.median(zip(contacts.dropFirst(), contacts).map(Self.seconds))
    else { return ([], []) }
    var logs: [Foot: [Double]] = [:]
    for (end, start) in zip(contacts.dropFirst(), contacts)
    where start.seconds >= first + marginSeconds && end.seconds <= last - marginSeconds {
      let step = start.seconds..<end.seconds
      guard end.foot == start.foot.other, plausibleShare.contains(Self.seconds(end, start) / usual),
        !turns.contains(where: { $0.seconds.overlaps(step) })
      else { continue }
      logs[end.foot, default: []].append(log(Self.seconds(end, start)))
    }
    return (logs[.left] ?? [], logs[.right] ?? [])
  }

  /// Standard error of a median of normal values: √(π/2) of that of a mean.
  private func errorOfMedian(_ x: [Double]) -> Double {
    let middle = Statistics.median(x) ?? 0
    let deviation = Statistics.median(x.map { abs($0 - middle) }) ?? 0
    return Statistics.deviationPerMedianDeviation * deviation
      * (.pi / 2 / Double(x.count)).squareRoot()
  }

  private static func seconds(_ end: InitialContact, _ start: InitialContact) -> Double {
    end.seconds - start.seconds
  }
}
