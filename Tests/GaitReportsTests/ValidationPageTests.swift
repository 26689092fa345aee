import Testing

@testable import GaitReports

/// The page of a validation shows the limits of agreement that it is given, each truth apart.
struct ValidationPageTests {
  private func findings(
    _ errors: [Double], systems: [String?] = [nil]
  ) -> ValidationFindings {
    let pairs = systems.flatMap { system in
      errors.enumerated().map { place, error in
        ValidationFindings.Pair(
          measure: ValidationPage.speed, number: place, dataset: "lab", system: system,
          person: "P\(place)", recording: "r\(place)", site: place.isMultiple(of: 2) ? "hip" : "",
          trueSpeed: 0.7 + 0.2 * Double(place), found: 1 + error, truth: 1)
      }
    }
    return ValidationFindings(
      pairs: pairs,
      limits: { pairs in
        pairs.count < 2 ? nil : AgreementLimits(bias: 0.125, lower: -0.25, upper: 0.5)
      }, timing: [.init(name: "initial contacts", errors: [-0.011, 0.004, 0.012], people: 2)],
      rows: [], failures: [],
      recordingCount: errors.count, peopleCount: errors.count)
  }

  @Test func `head, chart and table hold the same limits`() throws {
    let page = ValidationPage(name: "lab", findings: findings([-0.1, 0.1, 0.3]))
      .page(program: "gait")
    #expect(page.lead.last?.hasSuffix("0.50 m/s of the truth.") == true)
    let figure = try #require(page.figures.first)
    #expect(figure.name == "bland-altman-walking-speed" && figure.caption.contains("and 0.500,"))
    let table = page.sections.flatMap(\.blocks).compactMap { block -> PageTable? in
      if case .table(let table) = block { table } else { nil }
    }.first
    #expect(
      table?.rows.first?.map(\.text).dropFirst(5).map { $0.suffix(5) } == [
        "0.125", "0.250", "0.500", "0.167",
      ])
  }

  @Test func `the same walks beside two truths are those of the same people`() {
    let findings = findings([-0.1, 0.1, 0.3], systems: ["INDIP", "Stereophoto"])
    let page = ValidationPage(name: "lab", findings: findings).page(program: "gait")
    let agreement = page.figures.filter { $0.name.hasPrefix("bland-altman") }
    #expect(
      agreement.map(\.name) == [
        "bland-altman-walking-speed-lab-indip", "bland-altman-walking-speed-lab-stereophoto",
      ])
    #expect(agreement.allSatisfy { $0.caption.hasSuffix("3 recordings of 3 people.") })
    let sites = page.figures.filter { $0.name.hasPrefix("errors-by-site") }
    #expect(
      sites.map(\.name) == ["errors-by-site-lab-indip", "errors-by-site-lab-stereophoto"])
    #expect(sites.allSatisfy { $0.caption.hasSuffix("3 recordings of 3 people.") })
    #expect(page.lead.dropFirst().allSatisfy { $0.hasPrefix("Against lab, ") })
  }

  @Test func `a recording that fails with two settings in two ways is one`() {
    var findings = findings([-0.1, 0.1, 0.3])
    findings.failures = [
      ("lab/a", "with \"ours\": it is broken"), ("lab/b", "it is short"),
      ("lab/a", "with \"others\": it is gone"),
    ]
    let page = ValidationPage(name: "lab", findings: findings).page(program: "gait")
    #expect(page.lead.first?.hasSuffix("; 2 recordings could not be analyzed.") == true)
  }

  @Test func `a figure by group counts what is in its groups`() throws {
    var findings = findings([-0.1, 0.1, 0.3])
    findings.pairs[0].cohort = "PD"
    findings.pairs[2].cohort = "HA"
    let page = ValidationPage(name: "lab", findings: findings).page(program: "gait")
    func caption(_ name: String) -> String? { page.figures.first { $0.name == name }?.caption }
    #expect(
      caption("errors-by-cohort")?.hasSuffix("2 recordings of 2 people; 1 other is in no group.")
        == true)
    #expect(caption("errors-by-site")?.hasSuffix("3 recordings of 3 people.") == true)
  }

  @Test func `what the values of a measure are of is said beside each`() throws {
    var findings = findings([-0.1, 0.1, 0.3])
    findings.pairs = findings.pairs.map { pair in
      var pair = pair
      pair.level = "bout"
      return pair
    }
    findings.pairs += [0, 1].map { place in
      .init(
        measure: "cadence (steps/min)", number: 3 + place, dataset: "lab", person: "P\(place)",
        recording: "r\(place)", site: "hip", trueSpeed: nil, found: 100, truth: 101)
    }
    let page = ValidationPage(name: "lab", findings: findings).page(program: "gait")
    let captions = page.figures.prefix(2).map(\.caption)
    #expect(captions.first?.hasSuffix("3 bouts of 3 people.") == true)
    #expect(captions.last?.hasSuffix("2 recordings of 2 people.") == true)
    #expect(page.lead.last?.hasPrefix("Walking speed of bouts is off by ") == true)
    #expect(page.tiles.contains { $0.note == "3 bouts" })
    let table = page.sections.flatMap(\.blocks).compactMap { block -> PageTable? in
      if case .table(let table) = block { table } else { nil }
    }.first
    #expect(table?.rows.map { $0[2].text } == ["bouts", "recordings"])
  }

  @Test func `contacts are those of the people who have some`() throws {
    let page = ValidationPage(name: "lab", findings: findings([-0.1, 0.1, 0.3]))
      .page(program: "gait")
    let figure = try #require(page.figures.first { $0.name == "contact-timing" })
    #expect(figure.caption.hasSuffix("3 initial contacts of 2 people."), "\(figure.caption)")
  }

  @Test(arguments: [24, 30])
  func `of many figures under two settings those are drawn that differ most`(count: Int) throws {
    var findings = findings([0.1, 0.2])
    findings.names = ("a", "b")
    findings.changes = (1...count).map { number in
      let middle = number == count ? -9 : Double(number)
      return ValidationFindings.Change(
        figure: "f\(number)", first: 1, second: 1 + middle, difference: middle,
        interval: middle - 1...middle + 1, people: 3, isBetter: nil)
    }
    let page = ValidationPage(name: "lab", findings: findings).page(program: "gait")
    let figure = try #require(page.figures.first { $0.name == "changes" })
    guard case .words(let drawn) = figure.chart.y.scale else {
      Issue.record("no words")
      return
    }
    // The last differs by 9, as much as the ninth: the first six differ least.
    let expected = count == 24 ? Array(1...24) : Array(7...30)
    #expect(drawn == expected.map { "f\($0)" })
    #expect(figure.caption.contains("24 of 30 figures") == (count == 30), "\(figure.caption)")
    #expect(figure.caption.hasSuffix("p to 3 people."))
  }

  @Test func `the worst case comes first, and nothing is drawn of nothing`() {
    let page = ValidationPage(name: "lab", findings: findings([0.01, -0.4, 0.02, 0.03]))
    #expect(page.worstRecordings.first?.last == "r1")
    let names = page.page(program: "gait").figures.map(\.name)
    #expect(
      names == [
        "bland-altman-walking-speed", "errors-by-speed", "errors-by-site", "contact-timing",
      ])
    let none = ValidationFindings(
      pairs: [], limits: { _ in nil }, timing: [], rows: [], failures: [], recordingCount: 0,
      peopleCount: 0)
    #expect(ValidationPage(name: "lab", findings: none).page(program: "gait").figures.isEmpty)
  }
}
