import Foundation

/// What a run took.
struct StudyCost {
  /// Time that passed, seconds.
  let seconds: Double
  /// Processor time of all threads, seconds.
  let processorSeconds: Double
  /// The most memory at one time, MiB.
  let peakMebibytes: Double

  /// The cost so far.
  init(seconds: Double) {
    self.seconds = seconds
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #endif
    func length(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    processorSeconds = length(usage.ru_utime) + length(usage.ru_stime)
    peakMebibytes = Double(StageTimes.peakMemoryBytes) / 1_048_576
  }
}
