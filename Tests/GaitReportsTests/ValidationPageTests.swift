import Testing

@testable import GaitReports

/// The figures of a validation are those of Bland and Altman.
struct ValidationPageTests {
  private func findings(_ errors: [Double]) -> ValidationFindings {
    ValidationFindings(
      pairs: errors.enumerated().map { place, error in
        ValidationFindings.Pair(
          measure: ValidationPage.speed, source: "lab", person: "P\(place)", recording: "r\(place)",
          site: place.isMultiple(of: 2) ? "hip" : "", trueSpeed: 0.7 + 0.2 * Double(place),
          found: 1 + error, truth: 1)
      }, timing: [("initial contacts", [-0.011, 0.004, 0.012])], rows: [], failures: [],
      recordingCount: errors.count, peopleCount: errors.count)
  }

  @Test func `bias and limits are the textbook's`() throws {
    // Mean 0.1; standard deviation √((0.04 + 0 + 0.04) / 2) = 0.2.
    let limits = try #require(AgreementLimits([-0.1, 0.1, 0.3]))
    #expect(abs(limits.bias - 0.1) < 1e-12 && abs(limits.upper - 0.492) < 1e-12)
    #expect(abs(limits.lower + 0.292) < 1e-12 && AgreementLimits([1]) == nil)
  }

  @Test func `the worst case comes first, and nothing is drawn of nothing`() {
    let page = ValidationPage(name: "lab", findings: findings([0.01, -0.4, 0.02, 0.03]))
    #expect(page.worstRecordings.first == "r1")
    let names = page.page(program: "gait").figures.map(\.name)
    #expect(
      names == [
        "bland-altman-walking-speed", "errors-by-speed", "errors-by-site", "contact-timing",
      ])
    let none = ValidationFindings(
      pairs: [], timing: [], rows: [], failures: [], recordingCount: 0, peopleCount: 0)
    #expect(ValidationPage(name: "lab", findings: none).page(program: "gait").figures.isEmpty)
  }
}
