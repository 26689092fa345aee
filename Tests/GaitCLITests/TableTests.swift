import Foundation
import GaitModel
import GaitResults
import Testing

@testable import GaitCLI

struct TableTests {
  private static let contract = [
    "bouts": """
    bout,start_s,end_s,start_time,end_time,activity,terrain,is_steady,n_steps,n_strides,\
    walking_speed_mps,walking_speed_se_mps,step_length_m,stride_length_m,cadence_spm,\
    double_support_fraction,asymmetry_fraction,step_time_asymmetry,distance_m,turn_count,\
    left_out_reason,walking_speed_own_past_se_mps,double_support_se_fraction,\
    double_support_expected_fraction,double_support_observed_fraction,step_length_asymmetry,\
    stride_time_sd_s,stride_time_variation,step_time_sd_s,step_time_variation,step_regularity,\
    stride_regularity,gait_symmetry,harmonic_ratio_vertical,harmonic_ratio_anteroposterior,\
    harmonic_ratio_mediolateral,improved_harmonic_ratio_vertical,\
    improved_harmonic_ratio_anteroposterior,improved_harmonic_ratio_mediolateral,log_smoothness,\
    contact_time_s,vertical_oscillation_m,participant,site,recording,speed_difference,\
    step_time_asymmetry_own_past_se,pocket_leg,pocket_step_time_asymmetry,\
    is_step_length_assumed,step_rate_confidence,likely_place,likely_place_probability,\
    n_steps_se,step_length_se_m,stride_length_se_m,cadence_se_spm,distance_se_m,\
    step_time_asymmetry_se
    """,
    "gait_sequences": "start_s,end_s",
    "initial_contacts": "time_s,side,bout",
    "final_contacts": "time_s,side,bout",
    "strides": """
    bout,side,start_s,end_s,length_m,speed_mps,stance_s,swing_s,double_support_s,is_turning,\
    left_out_reason,single_support_s
    """,
    "stairs": """
    start_s,end_s,direction,n_steps,height_m,vertical_speed_mps,height_se_m,\
    vertical_speed_se_mps,is_counted,is_height_assumed
    """,
    "turns": "start_s,end_s,angle_deg",
  ]

  @Test func `the columns are those of the contract`() {
    let tables = SampleAnalysis.known.tables
    #expect(Set(tables.map(\.name)) == Set(Self.contract.keys))
    for table in tables {
      #expect(table.csv.split(separator: "\n").first.map(String.init) == Self.contract[table.name])
    }
  }

  @Test func `every row has a field for every column`() {
    for table in SampleAnalysis.known.tables {
      #expect(table.rows.allSatisfy { $0.count == table.columns.count })
    }
  }

  @Test func `a bout is one row, with nothing where there is no value`() {
    let csv = BoutTable.table(of: SampleAnalysis.known.analysis).csv
    let row = """
      1,1.0000,4.2500,,,walking,level,false,3,1,1.2000,0.0700,0.6600,1.3200,109.0900,0.2500,\
      0.0200,0.0130,3.9000,,unsteady,,,,,,,,,,,,,,,,,,,,,,,,walk,,,,,\
      false,,,,,,,,,
      """
    #expect(csv.split(separator: "\n").last.map(String.init) == row)
  }

  @Test func `a wall clock gives the bouts their times of day`() {
    let clock = WallClock(secondsSince1970: 1_568_741_602, utcOffsetSeconds: 7200)
    let recording = SampleAnalysis.recording(SampleAnalysis.known.analysis.bouts, start: clock)
    #expect(
      BoutTable.table(of: recording.analysis).csv
        .contains(",2019-09-17T19:33:23.000+02:00,2019-09-17T19:33:26.250+02:00,"))
  }

  @Test func `what is missing is counted by column and reason`() {
    let bout = SampleAnalysis.bout(speed: .missing(.heightUnknown))
    let counts = BoutTable.table(of: SampleAnalysis.recording([bout, bout]).analysis).missingCounts
    let speed = counts.first { $0.column == "walking_speed_mps" }
    #expect(speed?.counts.map(\.reason) == ["height_unknown"])
    #expect(speed?.counts.map(\.count) == [2])
    #expect(!counts.contains { $0.column == "left_out_reason" })
  }

  @Test func `words that CSV must quote are quoted`() {
    let table = Table("t", columns: ["a", "b"], of: ["x,\"y\""]) { [.word($0), .count(1)] }
    #expect(table.csv == "a,b\n\"x,\"\"y\"\"\",1\n")
  }
}

struct SummaryDocumentTests {
  private func decoded(_ recording: AnalyzedRecording) throws -> [String: Any] {
    let text = SummaryDocument.document(of: recording).document
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `the document is JSON with all parts`() throws {
    let document = try decoded(SampleAnalysis.known)
    let parts = [
      "program", "recording", "quality", "totals", "left_out", "missing", "remarks", "methods",
      "settings", "bouts", "wearing", "samples_crc32",
    ]
    #expect(Set(document.keys) == Set(parts))
    let facts = try #require(document["recording"] as? [String: Any])
    #expect(facts["device"] as? String == "a \"sensor\"")
    let totals = try #require(document["totals"] as? [String: Any])
    #expect(totals["steps"] as? Int == 3)
    #expect(totals["short_flights"] as? Int == 1)
    #expect(totals["distance_m"] as? Double == 3.9)
  }

  @Test func `what was left out is counted by reason`() throws {
    let document = try decoded(SampleAnalysis.known)
    let leftOut = try #require(document["left_out"] as? [String: [String: Int]])
    #expect(leftOut == ["bouts": ["unsteady": 1], "strides": ["turning": 1]])
  }

  @Test func `flights of stairs that nobody looked for are no zero`() throws {
    var recording = SampleAnalysis.known
    recording.analysis.stairFlights = .missing(.noMethod)
    let document = try decoded(recording)
    let totals = try #require(document["totals"] as? [String: Any])
    #expect(totals["flights_up"] is NSNull && totals["flights_down"] is NSNull)
    let missing = try #require(document["missing"] as? [String: Any])
    #expect(missing["stairs"] as? [String: String] == ["all_rows": "no_method"])
  }

  @Test func `the direction of up stands beside the quality`() throws {
    var recording = SampleAnalysis.known
    recording.analysis.quality.upWhileWalking = SIMD3(0, -1, 0.5)
    let quality = try #require(try decoded(recording)["quality"] as? [String: Any])
    #expect(quality["up_while_walking"] as? [Double] == [0, -1, 0.5])
  }

  @Test func `turns that cannot be told have a reason`() throws {
    let document = try decoded(SampleAnalysis.known)
    let missing = try #require(document["missing"] as? [String: Any])
    #expect(missing["turns"] as? [String: String] == ["all_rows": "no_gyroscope"])
  }

  @Test func `a table to read makes each row once`() {
    var made = 0
    let table = Table("walks", columns: ["value", "start_time", "label"], of: 0..<50) { number in
      made += 1
      return [.count(number), .word("2026-05-04T09:30:00"), .blank]
    }
    #expect(table.text(.table).contains("49"))
    #expect(made == 50)
  }
}
