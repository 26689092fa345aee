import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct GENEActivDecodingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func samples(_ bytes: [UInt8], _ name: String = "walk.bin") throws -> RecordingBlock {
    let path = try folder.write(bytes, to: name)
    return try #require(try RecordingSourceContract.allSamples(of: open(path)))
  }

  private func expectContract(_ bytes: [UInt8]) throws {
    let path = try folder.write(bytes, to: "contract.bin")
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `every number that three digits can be is read`() throws {
    var page = GENEActivFile.Page()
    page.steps = { (($0 * 7919 + $1 * 1363) % 4096) - 2048 }
    let bytes = GENEActivFile.recording(20, like: page)
    let read = try samples(bytes)
    #expect(read.acceleration.count == 6000)
    for sample in 0..<6000 {
      let place = sample % 300 + sample / 300
      #expect(read.acceleration.x[sample] == page.acceleration(place, 0))
      #expect(read.acceleration.y[sample] == page.acceleration(place, 1))
      #expect(read.acceleration.z[sample] == page.acceleration(place, 2))
    }
    try expectContract(bytes)
  }

  /// The plain twin: three digits at a time, through the standard library.
  private func plain(_ text: String, _ calibration: GENEActivCalibration) -> [[Float]] {
    let letters = Array(text)
    return (0..<3).map { axis in
      stride(from: axis * 3, to: letters.count, by: 12).map { place in
        let number = Int(String(letters[place..<place + 3]), radix: 16) ?? 0
        let steps = number > 2047 ? number - 4096 : number
        return Float(
          (Double(steps) * 100 - calibration.offsets[axis]) / calibration.gains[axis]
            * standardGravity)
      }
    }
  }

  @Test func `the tables decode as the standard library does, in capitals or not`() throws {
    var calibration = GENEActivCalibration()
    calibration.gains = [25_100, 26_000, 24_700]
    calibration.offsets = [-300, 12, 999]
    let decoder = GENEActivDecoder(calibration)
    var random = SystemSeed(state: 3)
    let letters = Array("0123456789ABCDEFabcdef".utf8)
    let text = (0..<4800).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
    let values = try #require(decoder.samples(text, count: 400)).values
    let expected = plain(String(decoding: text, as: UTF8.self), calibration)
    #expect(values == expected[0] + expected[1] + expected[2])
    for letter in UInt8.min...UInt8.max {
      var damaged = text
      damaged[4799] = letter
      let isDigit = letters.contains(letter)
      #expect((decoder.samples(damaged, count: 400) != nil) == isDigit)
      #expect(decoder.readable(damaged, count: 400).count == (isDigit ? 400 : 399))
    }
  }

  @Test(arguments: [("100.0", 3.0), ("85.7", 3.5), ("66.7", 4.5), ("50.0", 6), ("10.0", 30)])
  func `a page lasts tenths of a second, whatever its rounded rate`(
    rate: String, duration: Double
  ) throws {
    var page = GENEActivFile.Page()
    (page.rate, page.duration) = (rate, duration)
    let bytes = GENEActivFile.recording(7, like: page)
    let read = try samples(bytes)
    for sample in 0..<2100 {
      #expect(abs(read.seconds[sample] - Double(sample) * duration / 300) < 1e-5)
    }
    try expectContract(bytes)
  }

  @Test func `times run linearly from page to page when the clock drifts`() throws {
    var page = GENEActivFile.Page()
    page.duration = 3.006
    let read = try samples(GENEActivFile.recording(100, like: page))
    // The last page has none after it.
    for sample in 0..<29_700 {
      #expect(abs(read.seconds[sample] - Double(sample) * 0.01002) < 1e-5)
    }
  }

  @Test func `a pause stays a gap, also half a second`() throws {
    let bytes = GENEActivFile.recording(20) { place, page in
      if place == 5 { page.start += 0.5 }
      if place == 10 { page.start += 3600 }
    }
    let path = try folder.write(bytes, to: "walk.bin")
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.gapCount == 2)
    #expect(abs(inspection.gapSeconds - 3600.52) < 0.001)
    #expect(abs(inspection.durationSeconds - 3660.49) < 0.001)
    #expect(inspection.remarks.allSatisfy { $0.kind == .converted })
    try expectContract(bytes)
  }

  @Test func `a change of the rate is read and reported`() throws {
    let bytes = GENEActivFile.recording(20) { place, page in
      if place >= 8 { (page.rate, page.duration) = ("50.0", 6) }
    }
    let path = try folder.write(bytes, to: "walk.bin")
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.gapCount == 0)
    #expect(abs(inspection.durationSeconds - 8 * 3 - 12 * 6 + 0.02) < 0.001)
    let changes = inspection.remarks.filter { $0.kind == .inconsistent }
    #expect(changes.map(\.sampleCount) == [0])
    #expect(changes.first?.message.contains("number 8, 100.0 to 50.0 Hz") == true)
    try expectContract(bytes)
  }

  @Test func `each page gives its temperature once, however the blocks are cut`() throws {
    let bytes = GENEActivFile.recording(12) { place, page in
      page.temperature = ["\(20 + place).5", "\(20 + place),5"][place % 2]
    }
    let read = try #require(try samples(bytes).side[.temperature])
    let temperatures = (0..<12).map { page -> Float in Float(20 + page) + 0.5 }
    #expect(read.values == temperatures)
    #expect(zip(read.seconds, 0..<12).allSatisfy { abs($0 - Double($1) * 3) < 1e-6 })
    try expectContract(bytes)
  }

  @Test func `line ends of Windows and compression change nothing`() throws {
    var page = GENEActivFile.Page()
    let plain = GENEActivFile.recording(90, like: page)
    page.lineEnd = "\r\n"
    let windows = GENEActivFile.recording(90, like: page)
    let expected = try samples(plain)
    #expect(try samples(windows) == expected)
    #expect(try samples(ScratchFolder.gzip(plain), "walk.bin.gz") == expected)
    #expect(try SensorFile.inspection(of: folder.path + "/walk.bin").remarks.count == 1)
  }

  @Test func `the header names the person, the description and the options win`() throws {
    let subject = [
      "Subject Code": "P07", "Device Location Code": "left wrist", "Date of Birth": "1953-11-14",
      "Sex": "Male", "Height": "176", "Weight": "81,5",
    ]
    let page = GENEActivFile.bytes(GENEActivFile.Page())
    let path = try folder.write(
      GENEActivFile.header(pages: 1, subject: subject) + page, to: "walk.bin")
    let facts = try SensorFile.open(path).facts
    #expect(facts.participant.identifier == "P07")
    #expect(facts.participant.height?.meters == 1.76)
    #expect(facts.participant.mass?.kilograms == 81.5)
    #expect(facts.participant.sex == .male)
    #expect(abs((facts.participant.ageYears ?? 0) - 70) < 0.01)
    #expect(facts.site == .wrist)
    #expect(facts.start?.utcOffsetSeconds == 3600)
    #expect(facts.start?.secondsSince1970 == Double(GENEActivFile.second - 3600))
    _ = try folder.write(#"{"participant": "A1", "site": "arm", "height_m": 1.7}"#, to: "walk.json")
    let described = try SensorFile.open(path, options: RecordingOptions(site: .hip)).facts
    #expect(described.participant.identifier == "A1")
    #expect(described.participant.height?.meters == 1.7)
    #expect(described.participant.mass?.kilograms == 81.5)
    #expect(described.site == .hip)
  }

  @Test func `words that cannot be understood are named and say nothing`() throws {
    let subject = [
      "Device Location Code": "left ankle", "Date of Birth": "1900-1-1", "Sex": "unknown",
      "Height": "5 ft 8", "Weight": "180 lb",
    ]
    let page = GENEActivFile.bytes(GENEActivFile.Page())
    let header = GENEActivFile.header(pages: 1, zone: "", subject: subject)
    let source = try SensorFile.open(folder.write(header + page, to: "walk.bin"))
    let facts = source.facts
    #expect(facts.participant == Participant())
    #expect(facts.site == nil)
    #expect(facts.start?.utcOffsetSeconds == 0)
    let remarks = source.remarks.map(\.message).filter { $0.contains("was not used") }
    #expect(remarks.count == 3, "\(remarks)")
    for line in ["Device Location Code: left ankle", "Height: 5 ft 8", "Weight: 180 lb"] {
      #expect(remarks.contains { $0.contains(line) }, "\(remarks)")
    }
  }

  @Test(
    arguments: [("69", nil), ("98 cm", 0.98), ("1.72", 1.72), ("172", 1.72)] as [(String, Double?)])
  func `a height below 100 without a unit may be one of inches`(word: String, meters: Double?)
    throws
  {
    let page = GENEActivFile.bytes(GENEActivFile.Page())
    let header = GENEActivFile.header(pages: 1, zone: "", subject: ["Height": word])
    let source = try SensorFile.open(folder.write(header + page, to: "walk.bin"))
    #expect(source.facts.participant.height?.meters == meters)
    let remarks = source.remarks.map(\.message).filter { $0.contains("was not used") }
    #expect(remarks.count == (meters == nil ? 1 : 0), "\(remarks)")
  }

  @Test func `notes of several lines do not move the calibration`() throws {
    let page = GENEActivFile.Page()
    let notes = "fell ill\non Tuesday\nand later\nHeight of the stairs: 12"
    let header = GENEActivFile.header(pages: 1, subject: ["Subject Notes": notes])
    let read = try samples(header + GENEActivFile.bytes(page))
    #expect(read.acceleration.y[17] == page.acceleration(17, 1))
  }

  /// Whoever sets up or reads out a device writes what they like into its notes, also what reads like a field.
  @Test(arguments: ["Config Notes", "Extract Notes", "Subject Notes"])
  func `fields in notes of several lines are notes`(notes: String) throws {
    let person = ["Height": "172.0", "Subject Code": "P01", "Device Location Code": "lower back"]
    for own in [person, [:]] {
      let header = String(
        decoding: GENEActivFile.header(pages: 1, subject: own), as: UTF8.self)
      let line = try #require(header.split(separator: "\n").first { $0.hasPrefix(notes) })
      let written = header.replacing(
        line,
        with: "\(notes):came late\nHeight:150\nSex:male\nSubject Code:P99\nWeight:60\n"
          + "Device Location Code:left wrist\nTime Zone:GMT +09:00\nHeigth:1")
      let source = try SensorFile.open(
        folder.write(
          Array(written.utf8) + GENEActivFile.bytes(GENEActivFile.Page()), to: "walk.bin"))
      let facts = source.facts
      #expect(facts.participant.identifier == own["Subject Code"])
      #expect(facts.participant.height?.meters == (own.isEmpty ? nil : 1.72))
      #expect(facts.participant.sex == nil && facts.participant.mass == nil)
      #expect(facts.site == (own.isEmpty ? nil : .lowerBack))
      #expect(facts.start?.utcOffsetSeconds == 3600)
      #expect(!source.remarks.contains { $0.message.contains("Heigth") })
    }
  }

  /// A heading that another firmware writes otherwise, or that is damaged, loses nobody.
  @Test(arguments: ["", "Subject info", "Subject Info:", "Subject Inf\u{1}", "Person"])
  func `the person is read under any heading`(heading: String) throws {
    let person = ["Height": "172.0", "Subject Code": "P01", "Device Location Code": "lower back"]
    let header = String(decoding: GENEActivFile.header(pages: 1, subject: person), as: UTF8.self)
      .replacing("Subject Info\n", with: heading.isEmpty ? "" : heading + "\n")
    for header in [header, header.replacing("Calibration Data\n", with: "")] {
      let page = GENEActivFile.Page()
      let read = try SensorFile.open(
        folder.write(Array(header.utf8) + GENEActivFile.bytes(page), to: "walk.bin"))
      #expect(read.facts.participant.identifier == "P01")
      #expect(read.facts.participant.height?.meters == 1.72 && read.facts.site == .lowerBack)
      let samples = try samples(Array(header.utf8) + GENEActivFile.bytes(page))
      #expect(samples.acceleration.y[17] == page.acceleration(17, 1))
    }
  }

  @Test func `notes before the fields of their part hide none of them`() throws {
    let header = String(
      decoding: GENEActivFile.header(pages: 1, subject: ["Height": "172.0"]), as: UTF8.self
    ).replacing("Subject Info\n", with: "Subject Info\nSubject Notes:two\nlines\n")
    let source = try SensorFile.open(
      folder.write(
        Array(header.utf8) + GENEActivFile.bytes(GENEActivFile.Page()), to: "walk.bin"))
    #expect(source.facts.participant.height?.meters == 1.72)
  }

  @Test func `presses of the button are counted over the ends of pages`() throws {
    let bytes = GENEActivFile.recording(6) { place, page in
      // Down at the end of page 1 and the beginning of page 2, and twice in page 4.
      page.rest = { sample in
        let isDown =
          (place == 1 && sample > 290) || (place == 2 && sample < 5)
          || (place == 4 && (sample == 7 || (20..<40).contains(sample)))
        return 0x7f0 | (isDown ? 2 : 0)
      }
    }
    let path = try folder.write(bytes, to: "walk.bin")
    let details = try SensorFile.inspection(of: path).layout.details
    #expect(details.contains("presses of the button: 3"))
    #expect(details.contains("at the start: battery 4.16 V, temperature 21.5 °C"))
    #expect(details.contains("at the end: battery 4.16 V, temperature 21.5 °C"))
    #expect(details.contains("study center: Clinic"))
  }
}
