import GaitStudies

/// What a damaged manifest may do: be read, or have its faults named. `Tools/fuzz` links this file.
enum DamagedManifest {
  /// Reads bytes as a manifest; which promise was broken, or `nil`.
  static func breach(_ bytes: [UInt8]) -> String? {
    do {
      let manifest = try StudyManifest(bytes, name: "study.csv")
      guard (try? StudyManifest(manifest.text.utf8, name: "again.csv")) == manifest else {
        return "written and read again it is another"
      }
      let plan = StudyPlan(manifest, root: "/no/such/root", rule: .name)
      let isWhole = plan.recordings.count + plan.failures.count == manifest.rows.count
      let names = Set(plan.recordings.map(\.folder))
      if !isWhole || names.count != plan.recordings.count { return "recordings without a place" }
      let numbers = manifest.rows.flatMap { [$0.heightMeters, $0.massKilograms, $0.ageYears] }
      return numbers.allSatisfy { $0?.isFinite ?? true } ? nil : "numbers that are none"
    } catch {
      let areNamed = error.faults.allSatisfy { $0.hasPrefix("study.csv: ") }
      return areNamed && !error.faults.isEmpty ? nil : "a fault without a place: \(error)"
    }
  }
}
