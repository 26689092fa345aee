import GaitModel
import Testing

@testable import MobilityEstimates

struct TrendTests {
  /// Values of weeks that end on days 7, 14, …; `nil` leaves a week out.
  private func trend(_ values: [Double?]) -> Trend? {
    let weeks = values.enumerated().compactMap { index, value in
      value.map { (lastDay: LocalDay(number: 7 * (index + 1)), value: $0) }
    }
    return TrendRule().trend(of: weeks, endingOn: LocalDay(number: 7 * values.count))
  }

  @Test func `the slope is that of the last six weeks`() throws {
    let found = try #require(trend([0.1, 0.9, 0.80, 0.78, 0.76, 0.74, 0.72, 0.70]))
    #expect(found.count == 6)
    #expect(abs(found.bestFit.perWeek + 0.02) < 1e-12)
    #expect(abs(found.robust.perWeek + 0.02) < 1e-12)
  }

  @Test func `a fall of more than 5 points a week is a flag`() throws {
    let rule = TrendRule()
    let steep = try #require(trend([0.9, 0.84, 0.78, 0.72, 0.66, 0.60]))
    let gentle = try #require(trend([0.9, 0.86, 0.82, 0.78, 0.74, 0.70]))
    #expect(rule.isDeclining(steep))
    #expect(!rule.isDeclining(gentle))
  }

  @Test func `too few weeks make no trend`() {
    #expect(trend([0.9, nil, nil, 0.8, nil, 0.7]) == nil)
    #expect(trend([0.9, nil, 0.8, 0.75, nil, 0.7]) != nil)
  }

  @Test func `one odd week moves the best fit and not the robust slope`() throws {
    let found = try #require(trend([0.80, 0.80, 0.80, 0.80, 0.80, 0.20]))
    #expect(found.bestFit.perWeek < -0.05)
    #expect(found.robust.perWeek == 0)
  }

  @Test func `the best-fit interval holds the true slope in 95 of 100 cases`() throws {
    var dice = SystemDice(seed: 11)
    var (fit, robust) = (0, 0)
    for _ in 0..<4000 {
      let values: [Double?] = (0..<6).map { week in
        let noise = (0..<12).reduce(-6.0) { sum, _ in sum + dice.uniform() }
        return 0.8 - 0.03 * Double(week) + 0.05 * noise
      }
      let found = try #require(trend(values))
      if try #require(found.bestFit.interval).contains(-0.03) { fit += 1 }
      if try #require(found.robust.interval).contains(-0.03) { robust += 1 }
    }
    #expect((3740...3860).contains(fit), "\(fit) of 4000")
    #expect(robust >= 3740, "Sen's interval is at least as wide: \(robust) of 4000")
  }

  /// Slow twins: textbook sums, and the median of all pairs.
  @Test func `the slopes equal their textbook sums`() throws {
    let y = [0.71, 0.69, 0.75, 0.62, 0.60, 0.66]
    let found = try #require(trend(y))
    let n = 6.0
    let x = [0.0, 1, 2, 3, 4, 5]
    let (sx, sy) = (x.reduce(0, +), y.reduce(0, +))
    let sxy = zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
    let sxx = x.reduce(0) { $0 + $1 * $1 }
    #expect(abs(found.bestFit.perWeek - (n * sxy - sx * sy) / (n * sxx - sx * sx)) < 1e-12)
    var slopes: [Double] = []
    for i in 0..<6 { for j in 0..<i { slopes.append((y[i] - y[j]) / (x[i] - x[j])) } }
    slopes.sort()
    #expect(abs(found.robust.perWeek - slopes[7]) < 1e-12)
    // (15 - 1.96 √28.33) / 2 = 2.28: the second from below and from above.
    #expect(found.robust.interval == slopes[1]...slopes[13])
  }

  @Test func `what falls instead of rising has the mirrored interval`() throws {
    let y = [0.52, 0.55, 0.54, 0.61, 0.60, 0.71]
    let rising = try #require(trend(y)?.robust.interval)
    let falling = try #require(trend(y.map { 1 - $0 })?.robust.interval)
    #expect(abs(rising.lowerBound + falling.upperBound) < 1e-12)
    #expect(abs(rising.upperBound + falling.lowerBound) < 1e-12)
  }
}

/// Which scores a trend holds against each other.
struct ScoredWeekTests {
  private static let man = Participant(
    height: Length(meters: 1.75), mass: Mass(kilograms: 80), ageYears: 70, sex: .male)
  private static let woman = Participant(
    height: Length(meters: 1.62), mass: Mass(kilograms: 68), ageYears: 70, sex: .female)

  private func week(of participant: Participant) -> ScoredWeek {
    ScoredWeek(
      lastDay: LocalDay(number: 7), score: 0.7, components: [], participant: participant)
  }

  /// Whether a score can be held against that of the same person who is taller or older by so much.
  private func isOne(
    _ person: Participant, centimeters: Double = 0, years: Double = 0
  ) throws -> Bool {
    var other = person
    other.height = Length(meters: try #require(person.height).meters + centimeters / 100)
    other.ageYears = try #require(person.ageYears) + years
    let isSo = week(of: person).isMade(as: week(of: other))
    #expect(week(of: other).isMade(as: week(of: person)) == isSo)
    return isSo
  }

  @Test func `a mass is said where it moves the norm by as much as two centimeters of a man do`() {
    func isSaid(_ person: Participant, _ kilograms: Double) -> Bool {
      var other = person
      other.mass = person.mass.map { Mass(kilograms: $0.kilograms + kilograms) }
      #expect(week(of: person).isMade(as: week(of: other)))
      return week(of: person).hasOtherMass(than: week(of: other))
    }
    #expect(!isSaid(Self.man, 9) && !isSaid(Self.man, -9) && !isSaid(Self.woman, 7))
    #expect(isSaid(Self.man, 10) && isSaid(Self.man, -10) && isSaid(Self.woman, 8))
  }

  @Test func `a height counts from two centimeters on`() throws {
    #expect(try isOne(Self.man, centimeters: 2) && isOne(Self.woman, centimeters: 2))
    #expect(try !isOne(Self.man, centimeters: 2.5) && !isOne(Self.woman, centimeters: 2.5))
  }

  @Test func `a birthday makes no other norm, and another sex does`() throws {
    for age in [25.0, 50, 74, 80] {
      var (man, woman) = (Self.man, Self.woman)
      (man.ageYears, woman.ageYears) = (age, age)
      #expect(try isOne(man, years: 1) && isOne(woman, years: 1))
    }
    var other = Self.man
    other.sex = .female
    #expect(!week(of: Self.man).isMade(as: week(of: other)))
  }

  @Test func `what is not known of both is the same`() {
    let unknown = Participant(height: Length(meters: 1.7))
    #expect(week(of: unknown).isMade(as: week(of: unknown)))
    #expect(!week(of: unknown).isMade(as: week(of: Participant())))
  }
}
