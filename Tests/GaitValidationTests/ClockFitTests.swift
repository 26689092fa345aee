import Foundation
import Testing

@testable import GaitValidation

@Suite struct `The clock of a laboratory` {
  /// Walks of 10 to 17 steps with pauses of different length, as by a recording's clock.
  private func contacts(walks: Int, dice: inout Dice, regular: Bool = false) -> [Double] {
    var (time, contacts) = (5.0, [Double]())
    for walk in 0..<walks {
      for _ in 0..<(10 + walk % 8) {
        contacts.append(time)
        time += 0.52 + (regular ? 0 : dice.error(0.03))
      }
      time += 6 + 5 * abs(dice.error(1))
    }
    return contacts
  }

  /// What a detector makes of contacts: late or early, some missed, some made up.
  private func found(_ contacts: [Double], dice: inout Dice) -> [Double] {
    var found = contacts.enumerated().filter { $0.offset % 11 != 4 }
      .map { $0.element + 0.012 + dice.error(0.02) }
    found += stride(from: 20, to: contacts.last ?? 20, by: 61).map { $0 }
    return found.sorted()
  }

  @Test(arguments: [
    (3.2, 40.0), (-127.5, -85.0), (1_700_000_000.25, 12.0), (0.0, 0.0),
  ])
  func `is found with offset, drift and their errors`(offset: Double, ppm: Double) throws {
    var dice = Dice(seed: 7)
    let times = contacts(walks: 40, dice: &dice)
    let found = found(times, dice: &dice)
    let truth = times.map { offset + $0 * (1 + ppm * 1e-6) }
    let fit = try #require(ClockFit(truth: truth, found: found))
    #expect(fit.isUnambiguous && !fit.isAtLimit)
    // The detector is 12 ms late on average; that is part of the offset.
    #expect(abs(fit.offsetSeconds - (offset - 0.012)) < max(4 * fit.offsetError, 0.003))
    #expect(abs(fit.driftPPM - ppm) < 4 * fit.driftError + 1)
    #expect(fit.driftError < 15 && fit.offsetError < 0.01)
    #expect(fit.matchedCount > 8 * fit.trueCount / 10)
    #expect(fit.residualMilliseconds < 30)
    // With or without its drift a fit says the same of the middle.
    let middle = offset + fit.centerSeconds * (1 + ppm * 1e-6)
    for drift in [0, ppm] {
      let seconds = fit.conversion(driftPPM: drift).seconds(middle)
      #expect(abs(seconds - fit.centerSeconds - 0.012) < 0.01)
    }
    let back = fit.conversion.seconds(truth[100])
    #expect(abs(back - times[100] - 0.012) < 0.015)
  }

  @Test func `is ambiguous where one walk looks like another`() throws {
    var dice = Dice(seed: 3)
    // Evenly spaced contacts fit at every step.
    let times = (0..<60).map { 5 + 0.5 * Double($0) }
    let truth = Array(times[10..<30]).map { $0 + 100 }
    let found = times.map { $0 + dice.error(0.02) }
    let fit = try #require(ClockFit(truth: truth, found: found))
    #expect(!fit.isUnambiguous)
    #expect(fit.rivalOffsetSeconds != nil)
  }

  @Test(arguments: [-1000.0, -640, 700])
  func `is not known where it would drift as no clock does`(ppm: Double) throws {
    var dice = Dice(seed: 7)
    let times = contacts(walks: 16, dice: &dice)
    let found = found(times, dice: &dice)
    let fit = try #require(ClockFit(truth: times.map { 3 + $0 * (1 + ppm * 1e-6) }, found: found))
    #expect(fit.isAtLimit && abs(fit.driftPPM - (ppm < 0 ? -500 : 500)) < 1e-6)
  }

  @Test func `is not found from a handful of contacts, nor from another recording's`() throws {
    #expect(ClockFit(truth: [1, 2, 3], found: [1, 2, 3]) == nil)
    var dice = Dice(seed: 11)
    let one = contacts(walks: 12, dice: &dice)
    let other = contacts(walks: 12, dice: &dice)
    let fit = ClockFit(truth: one.map { $0 + 50 }, found: other)
    #expect(fit?.isUnambiguous != true)
  }
}
