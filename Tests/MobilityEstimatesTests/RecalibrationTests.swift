import Testing

@testable import MobilityEstimates

struct RecalibrationTests {
  private func window(
    endingOn last: Int, recalibratedFrom day: Int, storedThrough: Int? = nil
  ) throws -> RecalibrationWindow {
    let request = try Recalibration(
      .sixMinuteWalkDistance, from: LocalDay(number: day),
      storedThrough: storedThrough.map(LocalDay.init(number:)))
    return RecalibrationWindow(
      of: .sixMinuteWalkDistance, endingOn: LocalDay(number: last), normalDays: 28,
      recalibrations: [request])
  }

  @Test func `only data after the date are used`() throws {
    let window = try window(endingOn: 110, recalibratedFrom: 100)
    #expect(window.firstDay.number == 100)
    #expect(window.recalibration != nil)
  }

  @Test func `without a recalibration the normal window has 28 days`() {
    let window = RecalibrationWindow(
      of: .sixMinuteWalkDistance, endingOn: LocalDay(number: 110), normalDays: 28,
      recalibrations: [])
    #expect(window.days.count == 28)
    #expect(window.lastDay.number == 110)
  }

  @Test func `once the date lies before the normal window, the normal window applies again`() throws
  {
    #expect(try window(endingOn: 126, recalibratedFrom: 100).firstDay.number == 100)
    #expect(try window(endingOn: 127, recalibratedFrom: 100).recalibration == nil)
    #expect(try window(endingOn: 140, recalibratedFrom: 100).firstDay.number == 113)
  }

  @Test func `estimates of days before the date know nothing of it`() throws {
    #expect(try window(endingOn: 99, recalibratedFrom: 100).recalibration == nil)
    #expect(try window(endingOn: 99, recalibratedFrom: 100).firstDay.number == 72)
  }

  @Test func `already stored estimates stay untouched`() throws {
    let untouched = try window(endingOn: 104, recalibratedFrom: 100, storedThrough: 104)
    #expect(untouched.recalibration == nil)
    #expect(
      try window(endingOn: 105, recalibratedFrom: 100, storedThrough: 104).firstDay.number == 100)
  }

  @Test func `of several dates the latest counts`() throws {
    let requests = try [100, 108, 95].map {
      try Recalibration(.sixMinuteWalkDistance, from: LocalDay(number: $0))
    }
    for order in [requests, requests.reversed()] {
      let window = RecalibrationWindow(
        of: .sixMinuteWalkDistance, endingOn: LocalDay(number: 112), normalDays: 28,
        recalibrations: order)
      #expect(window.firstDay.number == 108)
    }
  }

  @Test(arguments: [EstimateKind.walkingSteadiness, .cardioFitness])
  func `estimates that do not allow it refuse and say which do`(kind: EstimateKind) {
    #expect(throws: RecalibrationError.notAllowed(kind)) {
      try Recalibration(kind, from: LocalDay(number: 100))
    }
    #expect(
      "\(RecalibrationError.notAllowed(kind))"
        == "\(kind.rawValue) cannot be recalibrated: only six-minute-walk-distance can; leave the "
        + "estimate out, or name one of these")
  }
}
