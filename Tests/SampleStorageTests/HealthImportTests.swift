import Foundation
import GaitModel
import SampleStorage
import Testing

struct HealthImportTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Reads a document in pieces of so many bytes.
  private func samples(_ document: String, pieceBytes: Int = 4096) throws -> [Sample] {
    var rest = Array(document.utf8)[...]
    var reader = HealthExportReader(participant: "P01", path: "export.xml") {
      defer { rest = rest.dropFirst(pieceBytes) }
      return rest.isEmpty ? nil : Array(rest.prefix(pieceBytes))
    }
    var samples: [Sample] = []
    while let next = try reader.next() { samples += next }
    return samples
  }

  private func value<Value>(_ kind: SampleKind<Value>, _ samples: [Sample]) -> Value? {
    samples.lazy.compactMap { $0.value(as: kind) }.first
  }

  @Test func `the phone's walking measures come in our kinds and units`() throws {
    let samples = try samples(HealthExport.everything().document)
    #expect(value(.walkingSpeed, samples) == Speed(metersPerSecond: 4.5 * (1 / 3.6)))
    #expect(value(.stepLength, samples) == Length(meters: 68 * 0.01))
    #expect(value(.doubleSupport, samples) == Fraction(0.278))
    #expect(value(.walkingAsymmetry, samples) == Fraction(0.05))
    #expect(value(.stairAscentSpeed, samples) == Speed(metersPerSecond: 1.1 * 0.3048))
    #expect(value(.stairDescentSpeed, samples) == Speed(metersPerSecond: 0.4))
    #expect(value(.sixMinuteWalkDistance, samples) == Length(meters: 480))
    #expect(value(.walkingSteadiness, samples) == Fraction(0.87))
    #expect(value(.steadinessEvent, samples) == .repeatLow)
    #expect(value(.stepCount, samples) == Count(52))
    #expect(value(.distance, samples) == Length(meters: 0.1 * 1609.344))
    #expect(value(.flightsClimbed, samples) == Count(2))
    #expect(value(.heartRate, samples) == HeartRate(beatsPerMinute: 71))
    #expect(value(.heartRateRecovery, samples) == HeartRate(beatsPerMinute: 24))
    #expect(value(.vo2Max, samples) == OxygenUptake(millilitersPerKilogramMinute: 38.2))
    #expect(value(.bodyMass, samples) == Mass(kilograms: 154.3 * 0.453_592_37))
  }

  @Test func `a time zone that no database has is left out, and the offset counts`() throws {
    let document = HealthExport.everything().document.replacing("Europe/Berlin", with: "Mars/Hill")
    var rest: [UInt8]? = Array(document.utf8)
    var reader = HealthExportReader(participant: "P01", path: "export.xml") {
      defer { rest = nil }
      return rest
    }
    let samples = try #require(try reader.next())
    #expect(reader.unknownZones == ["Mars/Hill": 1])
    let known = try self.samples(HealthExport.everything().document)
    #expect(known.compactMap(\.metadata.timeZoneIdentifier) == ["Europe/Berlin"])
    #expect(samples.count == known.count)
    #expect(samples.allSatisfy { $0.metadata.timeZoneIdentifier == nil })
    #expect(samples.contains { $0.metadata.utcOffsetSeconds == 7200 })
  }

  @Test func `running and energy come with their units`() throws {
    let samples = try samples(HealthExport.everything().document)
    #expect(value(.runningGroundContactTime, samples) == .seconds(251 * 0.001))
    #expect(value(.runningVerticalOscillation, samples) == Length(meters: 8.5 * 0.01))
    #expect(value(.runningPower, samples) == Power(watts: 240))
    #expect(value(.runningSpeed, samples) == Speed(metersPerSecond: 6 * 0.44704))
    #expect(value(.activeEnergy, samples) == Energy(kilojoules: 12 * 4.184))
    #expect(value(.restingEnergy, samples) == Energy(kilojoules: 20 * 4.184))
  }

  @Test func `date of birth, sex and medicines become facts, the same in every export`() throws {
    let samples = try samples(HealthExport.everything().document)
    let age = try #require(samples.first { $0.kind == .age })
    #expect(age.value == 41 && age.start == Date(timeIntervalSince1970: 670_248_000))
    #expect(samples.first { $0.kind == .sex }?.value == 2)
    #expect(value(.heartMedication, samples) == .betaBlockers)
    let facts = samples.filter { $0.source.name == "Health" }
    #expect(facts.count == 3 && facts.allSatisfy(\.metadata.isEnteredByHand))
    #expect(facts.allSatisfy { $0.impossibility(now: Date()) == nil })
  }

  @Test(arguments: [
    ("None", HeartMedication.noMedicine), ("HKCardioFitnessMedicationsUseNotSet", nil),
    ("HKCardioFitnessMedicationsUseUnknown", nil),
    ("HKCardioFitnessMedicationsUseCalciumChannelBlockers", .calciumChannelBlockers),
    ("BetaBlockers CalciumChannelBlockers", .both),
    ("HKCardioFitnessMedicationsUseCombination", .both),
  ])
  func `medicines are read however a phone writes them`(word: String, found: HeartMedication?)
    throws
  {
    let document = HealthExport.everything().document.replacing(
      "MedicationsUse=\"BetaBlockers\"", with: "MedicationsUse=\"\(word)\"")
    #expect(value(.heartMedication, try samples(document)) == found)
  }

  @Test func `an estimate's calibration and earliest date are ours, and a recovery's context`()
    throws
  {
    var export = HealthExport()
    let time = "2026-05-04 09:30:10 +0200"
    export.record(
      "HKQuantityTypeIdentifierSixMinuteWalkTestDistance", "412", unit: "m", time, time,
      metadata: [
        ("HKDateOfEarliestDataUsedForEstimate", "2026-04-06 22:00:00 +0000"),
        ("HKMetadataKeyAppleDeviceCalibrated", "1"),
      ])
    export.record(
      "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute", "38.6", unit: "count/min", time, time,
      metadata: [
        ("HKMetadataKeyHeartRateRecoveryActivityType", "52"),
        ("HKMetadataKeyHeartRateRecoveryActivityDuration", "865.696 s"),
        ("HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate", "131 count/min"),
      ])
    let samples = try samples(export.document)
    let walk = try #require(samples.first { $0.kind == AnySampleKind(.sixMinuteWalkDistance) })
    #expect(walk.metadata.isCalibrated == true)
    #expect(walk.metadata.earliestDataUsed == Date(timeIntervalSince1970: 1_775_512_800))
    #expect(walk.metadata.other.keys.sorted() == ["sourceVersion"])
    let recovery = try #require(samples.first { $0.kind == AnySampleKind(.heartRateRecovery) })
    let other = recovery.metadata.other
    #expect(
      other[RecoveryWords.activity] == "walking" && other[RecoveryWords.seconds] == "865.696"
        && other[RecoveryWords.peakRate] == "131")
  }

  @Test(arguments: [
    ("1500 s", "110 count/min", "1500", "110"), ("25 min", "110 count/min", "1500", "110"),
    ("0.5 hr", "110.25 bpm", "1800", "110.25"),
  ])
  func `a recovery is in our units, whatever the phone's are`(
    duration: String, peak: String, seconds: String, rate: String
  ) throws {
    let other = try recovery(duration, peak)
    #expect(other[RecoveryWords.seconds] == seconds && other[RecoveryWords.peakRate] == rate)
  }

  @Test func `what of a recovery is in no unit that is known stays the phone's`() throws {
    let other = try recovery("25", "1.8333 count/s")
    #expect(other[RecoveryWords.seconds] == nil && other[RecoveryWords.peakRate] == nil)
    #expect(other["HKHeartRateRecoveryActivityDuration"] == "25")
    #expect(other["HKHeartRateRecoveryMaxObservedRecoveryHeartRate"] == "1.8333 count/s")
  }

  /// What is kept beside a heart's recovery.
  private func recovery(_ duration: String, _ peak: String) throws -> [String: String] {
    var export = HealthExport()
    let time = "2026-05-04 09:30:10 +0200"
    export.record(
      "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute", "22", unit: "count/min", time, time,
      metadata: [
        ("HKHeartRateRecoveryActivityDuration", duration),
        ("HKHeartRateRecoveryMaxObservedRecoveryHeartRate", peak),
      ])
    let found = try samples(export.document).first {
      $0.kind == AnySampleKind(.heartRateRecovery)
    }
    return try #require(found).metadata.other
  }

  @Test func `times, source, device and metadata are kept`() throws {
    let samples = try samples(HealthExport.everything().document)
    let speed = try #require(samples.first { $0.kind == AnySampleKind(.walkingSpeed) })
    #expect(speed.start == AnalyzedSamples.instant(day: 0, seconds: 10))
    #expect(speed.durationSeconds == 30)
    #expect(speed.source.name == "Ada's \"iPhone\"")
    #expect(speed.source.device == "name:iPhone, model:iPhone, software:17.1")
    #expect(speed.metadata.utcOffsetSeconds == 7200)
    let mass = try #require(samples.first { $0.kind == AnySampleKind(.bodyMass) })
    #expect(mass.metadata.isEnteredByHand && mass.metadata.other["note"] == "a > b")
  }

  @Test func `unknown kinds are kept as they are, not dropped`() throws {
    let samples = try samples(HealthExport.everything().document)
    let water = samples.filter { $0.kind.name == "HKQuantityTypeIdentifierDietaryWater" }
    #expect(water.map(\.value) == [250] && water[0].metadata.unit == "mL")
    let sleep = try #require(
      samples.first { $0.kind.name == "HKCategoryTypeIdentifierSleepAnalysis" })
    #expect(sleep.metadata.other["value"] == "HKCategoryValueSleepAnalysisAsleepREM")
    #expect(sleep.metadata.timeZoneIdentifier == "Europe/Berlin")
  }

  @Test func `workouts come with their activities and figures`() throws {
    let samples = try samples(HealthExport.everything().document)
    let workout = try #require(samples.first { $0.kind == AnySampleKind(.workout) })
    #expect(workout.metadata.label == "walking")
    #expect(workout.metadata.other["step-count.sum"] == "42 count")
    #expect(workout.metadata.other["active-energy.sum"] == "418.4 kJ")
    let activity = try #require(samples.first { $0.kind == AnySampleKind(.activity) })
    #expect(activity.metadata.label == "walking" && activity.source.name == "Watch")
  }

  @Test(arguments: [1, 7, 64, 1000]) func `however the file is cut, the samples are the same`(
    pieceBytes: Int
  ) throws {
    let document = HealthExport.everything().document
    #expect(try samples(document, pieceBytes: pieceBytes) == samples(document))
  }

  @Test(arguments: [1, 7, 64, 4096])
  func `an export says its encoding, however the file is cut`(pieceBytes: Int) throws {
    let utf8 = HealthExport.everything().document.replacing("Ada", with: "Zoë")
    let text = utf8.replacing("encoding=\"UTF-8\"", with: "encoding=\"iso-8859-1\"")
    var rest = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }[...]
    var reader = HealthExportReader(participant: "P01", path: "export.xml") {
      defer { rest = rest.dropFirst(pieceBytes) }
      return rest.isEmpty ? nil : Array(rest.prefix(pieceBytes))
    }
    var found: [Sample] = []
    while let next = try reader.next() { found += next }
    let expected = try samples(utf8)
    #expect(expected.contains { $0.source.name.hasPrefix("Zoë") })
    #expect(found == expected)
  }

  @Test func `a second export of the same data changes nothing`() async throws {
    let store = try folder.store()
    let first = try await store.keep(try samples(HealthExport.everything().document))
    let second = try await store.keep(
      try samples(HealthExport.everything(address: "0x999").document))
    #expect(first.written > 20 && second.written == 0 && second.unchanged == first.written)
  }

  /// An older program rounded otherwise on the way from miles or pounds.
  @Test func `a value whose last digit an older program rounded otherwise is the same`()
    async throws
  {
    let store = try folder.store()
    let right = try samples(HealthExport.everything().document)
    let old = right.map { sample in
      var copy = sample
      copy.value = sample.value == 0 ? 0 : sample.value.nextUp
      return copy
    }
    let first = try await store.keep(old)
    let again = try await store.keep(right)
    #expect(again.written == 0 && again.superseded == 0)
    #expect(again.unchanged == first.written)
    let corrected = right.map { sample in
      var copy = sample
      copy.value = sample.value * (1 + 1e-12) + 1e-12
      return copy
    }
    #expect(try await store.keep(corrected).written > 20)
  }

  @Test func `two records that differ in their value alone are both kept`() async throws {
    var export = HealthExport()
    let time = "2026-05-04 09:30:10 +0200"
    for value in ["60", "61"] {
      export.record(
        "HKQuantityTypeIdentifierHeartRate", value, unit: "count/min", time, time)
    }
    let store = try folder.store()
    try await store.save(try samples(export.document))
    #expect(
      try await store.samples(of: .heartRate).map(\.value.beatsPerMinute).sorted() == [60, 61])
  }

  @Test func `a file that is no export or is cut off says so`() throws {
    #expect(throws: ImportError.self) { try samples("<html><body/></html>") }
    #expect(throws: ImportError.self) { try samples("time_s,acc_x\n0,1\n") }
    let document = HealthExport.everything().document
    let cut = document.dropLast(document.count / 3)
    #expect(throws: ImportError.self) { try samples(String(cut) + "<Record type=\"x") }
  }

  @Test func `the phone's estimates stand beside ours`() async throws {
    let store = try await folder.filledStore()
    let ours = try await store.samples(of: .walkingSpeed, participant: "P01")
    // A phone that reads 0.1 m/s too much, over the second half of each bout.
    for speed in ours {
      let middle = speed.sample.start.addingTimeInterval(speed.sample.durationSeconds / 2)
      try await store.save([
        Sample(
          .walkingSpeed, Speed(metersPerSecond: speed.value.metersPerSecond + 0.1), start: middle,
          end: speed.sample.end, participant: "P01", source: SampleSource(name: "iPhone"))
      ])
    }
    for span in SourceComparison.Span.allCases {
      let pairs = try await SourceComparison(.walkingSpeed, by: span, in: .berlin).pairs(in: store)
      #expect(pairs.count == [.day: 3, .week: 1, .bout: ours.count][span])
      let agreement = try #require(Agreement(pairs))
      #expect(abs(agreement.bias + 0.1) < 1e-9)
      #expect(abs(agreement.meanAbsoluteError - 0.1) < 1e-9)
      guard pairs.count > 1 else { continue }
      #expect(abs(try #require(agreement.limits).upperBound + 0.1) < 1e-6)
    }
  }
}
