import Foundation
import GaitModel

/// A health export made for tests, in the form of HealthKit's export version 14: a document type
/// declaration, then records whose attributes say everything.
struct HealthExport {
  private(set) var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 > -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)
    ]>
    <HealthData locale="de_DE">
     <ExportDate value="2026-05-08 12:00:00 +0200"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1950-03-29" \
    HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
    HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
    HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="BetaBlockers"/>

    """
  let address: String

  /// The address in memory that the device's name holds differs from export to export.
  init(address: String = "0x282d03020") { self.address = address }

  mutating func record(
    _ type: String, _ value: String, unit: String?, _ start: String, _ end: String,
    metadata: [(String, String)] = [], source: String = "Ada&#39;s &quot;iPhone&quot;"
  ) {
    let device = "&lt;&lt;HKDevice: \(address)&gt;, name:iPhone, model:iPhone, software:17.1&gt;"
    text += """
       <Record type="\(type)" sourceName="\(source)" sourceVersion="17.1" device="\(device)"\
      \(unit.map { " unit=\"\($0)\"" } ?? "") creationDate="\(end)" startDate="\(start)" \
      endDate="\(end)" value="\(value)"
      """
    text += metadata.isEmpty ? "/>\n" : ">\n"
    for (key, value) in metadata {
      text += "  <MetadataEntry key=\"\(key)\" value=\"\(value)\"/>\n"
    }
    text += metadata.isEmpty ? "" : " </Record>\n"
  }

  mutating func add(_ words: String) { text += words + "\n" }

  var document: String { text + "</HealthData>\n" }

  /// One of every kind that is ours, and some that are not.
  static func everything(address: String = "0x282d03020") -> HealthExport {
    var export = HealthExport(address: address)
    let (start, end) = ("2026-05-04 09:30:10 +0200", "2026-05-04 09:30:40 +0200")
    let quantity = "HKQuantityTypeIdentifier"
    for (name, value, unit) in quantities {
      export.record(quantity + name, value, unit: unit, start, end)
    }
    export.record(
      "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent",
      "HKCategoryValueAppleWalkingSteadinessEventRepeatLow", unit: nil, start, end)
    export.record(
      "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", unit: nil,
      start, end, metadata: [("HKTimeZone", "Europe/Berlin")])
    export.record(
      quantity + "BodyMass", "154.3", unit: "lb", start, start,
      metadata: [("HKWasUserEntered", "1"), ("note", "a > b")])
    export.record(quantity + "DietaryWater", "250", unit: "mL", start, end)
    export.add(
      """
       <Correlation type="HKCorrelationTypeIdentifierFood" startDate="\(start)" endDate="\(end)">
        <Record type="\(quantity)DietaryWater" sourceName="x" unit="mL" startDate="\(start)" \
      endDate="\(end)" value="250"/>
       </Correlation>
       <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="30" \
      durationUnit="min" sourceName="Watch" startDate="\(start)" endDate="\(end)">
        <WorkoutStatistics type="\(quantity)StepCount" startDate="\(start)" endDate="\(end)" \
      sum="42" unit="count"/>
        <WorkoutStatistics type="\(quantity)ActiveEnergyBurned" startDate="\(start)" \
      endDate="\(end)" sum="100" unit="Cal"/>
        <WorkoutActivity uuid="A" startDate="\(start)" endDate="\(end)" duration="30" \
      durationUnit="min"/>
       </Workout>
       <ActivitySummary dateComponents="2026-05-04" activeEnergyBurned="300"/>
      """)
    return export
  }

  static let quantities = [
    ("WalkingSpeed", "4.5", "km/hr"), ("WalkingStepLength", "68", "cm"),
    ("WalkingDoubleSupportPercentage", "0.278", "%"), ("WalkingAsymmetryPercentage", "0.05", "%"),
    ("StairAscentSpeed", "1.1", "ft/s"), ("StairDescentSpeed", "0.4", "m/s"),
    ("SixMinuteWalkTestDistance", "480", "m"), ("AppleWalkingSteadiness", "0.87", "%"),
    ("StepCount", "52", "count"), ("DistanceWalkingRunning", "0.1", "mi"),
    ("FlightsClimbed", "2", "count"), ("RunningSpeed", "6", "mi/hr"),
    ("RunningStrideLength", "1.1", "m"), ("RunningGroundContactTime", "251", "ms"),
    ("RunningVerticalOscillation", "8.5", "cm"), ("RunningPower", "240", "W"),
    ("ActiveEnergyBurned", "12", "kcal"), ("BasalEnergyBurned", "20", "Cal"),
    ("HeartRate", "71", "count/min"),
    ("RestingHeartRate", "58", "count/min"), ("HeartRateRecoveryOneMinute", "24", "count/min"),
    ("VO2Max", "38.2", "mL/min·kg"), ("Height", "172", "cm"),
  ]
}
