import Foundation
import GaitModel
import SampleStorage

// store-bench FILE [people] [days] [recordings per save] [process|power]
// Fills a store (unless the file is there), then asks it; prints what each took.

let arguments = CommandLine.arguments
let path = arguments.count > 1 ? arguments[1] : "bench.gait"
let cohort = Cohort(
  people: arguments.count > 2 ? Int(arguments[2]) ?? 100 : 100,
  days: arguments.count > 3 ? Int(arguments[3]) ?? 365 : 365)
let perSave = arguments.count > 4 ? Int(arguments[4]) ?? 1 : 1
let durability: StoreSettings.Durability =
  arguments.count > 5 && arguments[5] == "power" ? .power : .process

/// Processor time of the whole process so far, seconds: what a busy machine does not change.
func processorSeconds() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6
}

func best(of runs: Int, _ name: String, _ work: () async throws -> Int) async throws {
  var least = Duration.seconds(1_000_000)
  var leastProcessor = Double.infinity
  var count = 0
  for _ in 0..<runs {
    let before = processorSeconds()
    least = min(least, try await ContinuousClock().measure { count = try await work() })
    leastProcessor = min(leastProcessor, processorSeconds() - before)
  }
  print(
    "\(name): \(least), \(leastProcessor) s of processor (\(count) results, best of \(runs))")
}

let isNew = !FileManager.default.fileExists(atPath: path)
let store = try SampleStore.open(
  path, access: .everything, settings: StoreSettings(durability: durability))
if isNew {
  var spent = Duration.zero
  var processor = 0.0
  var dice = Dice()
  for person in 0..<cohort.people {
    for first in stride(from: 0, to: cohort.days, by: perSave) {
      let batch = (first..<min(first + perSave, cohort.days)).map {
        cohort.recording(person, $0, &dice)
      }
      let before = processorSeconds()
      spent += try await ContinuousClock().measure { try await store.save(batch) }
      processor += processorSeconds() - before
    }
  }
  let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
  print(
    """
    inserts: \(cohort.sampleCount) in \(spent), \(processor) s of processor: \
    \(Int(Double(cohort.sampleCount) / seconds))/s
    """)
}
let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
print("file: \(size) bytes, \(Double(size) / Double(cohort.sampleCount)) per sample")

var calendar = Calendar(identifier: .gregorian)
if let zone = TimeZone(identifier: "Europe/Berlin") { calendar.timeZone = zone }
var days = StatisticsQuery(.walkingSpeed, every: .days(1), in: calendar)
days.percentiles = [0.95]
days.samples.participant = Cohort.name(cohort.people / 2)
try await best(of: 5, "a year's daily P95 of one person") { [days] in
  try await store.statistics(days).count
}
try await best(of: 3, "a year's walking speeds of one person as samples") {
  try await store.samples(of: .walkingSpeed, participant: Cohort.name(1)).count
}
try await best(of: 3, "everybody's weekly means, one kind") { [calendar] in
  try await store.statistics(StatisticsQuery(.walkingSpeed, every: .weeks(1), in: calendar)).count
}
try await best(of: 1, "everybody's weekly means, all \(Cohort.kinds.count) kinds side by side") {
  [calendar] in
  try await withThrowingTaskGroup(of: Int.self) { group in
    for kind in Cohort.kinds {
      group.addTask { [store, calendar] in
        let weeks = StatisticsQuery(kind: kind, every: .weeks(1), in: calendar)
        return try await store.statistics(weeks).count
      }
    }
    var count = 0
    for try await weeks in group { count += weeks }
    return count
  }
}

// A phone's health export, made by health_export.py.
if let place = arguments.firstIndex(of: "--health"), place + 1 < arguments.count {
  guard let file = FileHandle(forReadingAtPath: arguments[place + 1]) else { exit(2) }
  var reader = HealthExportReader(participant: "P1", path: arguments[place + 1]) {
    try file.read(upToCount: 1 << 18).map { Array($0) }
  }
  let before = processorSeconds()
  var count = 0
  let spent = try await ContinuousClock().measure {
    while let samples = try reader.next() {
      try await store.save(samples)
      count += samples.count
    }
  }
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  print(
    """
    health export: \(count) records in \(spent), \(processorSeconds() - before) s of processor, \
    \(usage.ru_maxrss / 1024) MiB at most
    """)
}
