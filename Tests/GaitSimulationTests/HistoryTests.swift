import Foundation
import GaitModel
import GaitSimulation
import Testing

struct HistoryTests {
  private func history(
    _ scenario: HistoryScenario, seed: UInt64 = 3, days: Int? = nil
  ) throws -> SimulatedHistory {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    return scenario.history(
      participant: "P07", seed: seed, firstDay: Date(timeIntervalSince1970: 1_767_600_000),
      days: days, timeZone: zone)
  }

  @Test func `the same seed gives the same history, another one another person`() throws {
    let (a, b) = (try history(.kneeSurgery, days: 20), try history(.kneeSurgery, days: 20))
    #expect(a.samples == b.samples && a.truth == b.truth && a.person == b.person)
    #expect(try history(.kneeSurgery, seed: 4, days: 20).person != a.person)
  }

  @Test(arguments: HistoryScenario.allCases)
  func `every scenario has days, walks and truth`(scenario: HistoryScenario) throws {
    let found = try history(scenario, days: 130)
    #expect(found.truth.count == 130)
    #expect(found.samples.count > 10_000)
    #expect(found.truth.allSatisfy { $0.sixMinuteWalkMeters > 30 && $0.relativeFallRate > 0.3 })
    #expect(!scenario.summary.isEmpty)
  }

  @Test func `a day changes nothing on another`() throws {
    let (short, long) = (try history(.steady, days: 10), try history(.steady, days: 20))
    #expect(Array(long.samples.prefix(short.samples.count)) == short.samples)
  }

  @Test func `an operation halves the truth and months bring it back`() throws {
    let truth = try history(.kneeSurgery).truth.map(\.sixMinuteWalkMeters)
    #expect(truth[90] < 0.75 * truth[89])
    #expect(truth[181] > truth[89])
    #expect(truth.indices.dropFirst(91).allSatisfy { truth[$0] > truth[$0 - 1] })
  }

  @Test func `a sprained ankle limps for a month and heals`() throws {
    let truth = try history(.ankleInjury).truth
    #expect(truth[60].sixMinuteWalkMeters < 0.8 * truth[59].sixMinuteWalkMeters)
    #expect(truth[60].condition.unevenSteps > 0.2 && truth[90].condition.unevenSteps < 0.2)
    #expect(truth[150].sixMinuteWalkMeters > 0.99 * truth[59].sixMinuteWalkMeters)
  }

  @Test func `ageing slows by 1.5 % a year, and training gives more than that back`() throws {
    let aged = try history(.ageing).truth
    let share = aged[729].sixMinuteWalkMeters / aged[0].sixMinuteWalkMeters
    #expect((0.955...0.985).contains(share), "each person ages at a pace of their own")
    let trained = try history(.fitness).truth
    #expect(trained[130].greatestUptake > 1.1 * trained[41].greatestUptake)
    #expect(trained[130].sixMinuteWalkMeters > 1.05 * trained[41].sixMinuteWalkMeters)
  }

  @Test func `who gets unsteady varies more from stride to stride, and recovers`() throws {
    let found = try history(.unsteadiness)
    func variability(_ days: Range<Int>) -> Double {
      let (first, last) = (found.truth[days.lowerBound].start, found.truth[days.upperBound].start)
      let values = found.samples.filter {
        $0.kind == SampleKind.strideTimeVariability.erased && $0.start >= first && $0.start < last
      }.map(\.value)
      return values.reduce(0, +) / Double(values.count)
    }
    #expect(variability(110..<140) > 1.3 * variability(0..<50))
    #expect(abs(variability(310..<350) - variability(0..<50)) < 0.002)
  }

  @Test func `on holiday there is nothing, and a phone left at home knows nothing`() throws {
    let away = Set(try history(.holidays).truth.filter { $0.wornHours == 0 }.map(\.index))
    #expect(away.isSuperset(of: Array(42..<56) + Array(112..<126)))
    let home = try history(.phoneAtHome).truth.count { $0.wornHours == 0 }
    #expect((40...95).contains(home))
  }

  @Test func `people differ in every constant`() {
    let people = (1...40).map { HistoryPerson(identifier: "P", seed: $0) }
    func spread(_ value: (HistoryPerson) -> Double) -> Bool {
      Set(people.map(value)).count > 30
    }
    #expect(
      spread(\.sixMinuteWalkMeters) && spread(\.testOverDaily) && spread(\.gait.deviceFactor)
        && spread(\.gait.deviceOffset) && spread(\.gait.walkRatio) && spread(\.gait.speedSpread)
        && spread(\.gait.shortWalkShare) && spread(\.gait.doubleSupport)
        && spread(\.gait.doubleSupportSlope) && spread(\.gait.unevenSteps)
        && spread(\.gait.strideVariation) && spread(\.gait.stepVariation)
        && spread(\.gait.signs.capacity) && spread(\.gait.unsteadiness) && spread(\.life.outings)
        && spread(\.life.dailyPace) && spread(\.life.dailyVolume) && spread(\.life.weekend))
    #expect(people.map(\.sixMinuteWalkMeters).min() ?? 0 < 200)
    #expect(people.map(\.sixMinuteWalkMeters).max() ?? 0 > 550)
    #expect(
      people.contains { $0.gait.unevenSteps > 0.25 }
        && people.contains { $0.gait.walkRatio < 0.0045 })
  }

  @Test func `in a pocket a step is a share of the height, which is no sample of its length`()
    throws
  {
    let found = try history(.pocket, days: 20).samples
    #expect(!found.contains { $0.kind == SampleKind.stepLength.erased })
    #expect(!found.contains { $0.kind == SampleKind.doubleSupport.erased })
    #expect(found.allSatisfy { $0.metadata.site == .pocket })
  }

  @Test func `a second device records every walk again`() throws {
    let found = try history(.twoDevices, days: 5).samples.filter {
      $0.kind == SampleKind.cadence.erased
    }
    #expect(found.count { $0.source.device == "second" } * 2 == found.count)
  }

  @Test func `walks lie on the person's day, and wear covers them`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let found = try history(.steady, days: 100)
    for day in found.truth { #expect(calendar.startOfDay(for: day.start) == day.start) }
    let walks = found.samples.filter { $0.kind == SampleKind.walkingSpeed.erased }
    #expect(walks.allSatisfy { (5...23).contains(calendar.component(.hour, from: $0.start)) })
  }

  @Test func `only training comes with a heart rate`() throws {
    let kinds = Set(try history(.fitness, days: 10).samples.map(\.kind))
    #expect(kinds.contains(SampleKind.heartRate.erased))
    #expect(
      try !Set(history(.steady, days: 10).samples.map(\.kind)).contains(SampleKind.heartRate.erased)
    )
  }
}
