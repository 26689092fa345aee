import Dispatch
import Foundation
import Synchronization

/// Hands the program over to libFuzzer.
public enum Fuzzing {
  /// What is done with the bytes. Set once, before libFuzzer starts its single thread.
  nonisolated(unsafe) fileprivate static var breach: ([UInt8]) -> String? = { _ in nil }

  /// Feeds a reader with bytes until the options on the command line say stop; does not return when the reader
  /// breaks a promise.
  ///
  /// - Parameter breach: reads the bytes and says which promise was broken, in words; `nil` when all were kept.
  public static func run(_ breach: @escaping ([UInt8]) -> String?) -> Never {
    Self.breach = breach
    // An abort is what libFuzzer keeps the file of.
    signal(SIGPROF) { _ in abort() }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, fuzzOne))
  }

  /// Waits for an answer that takes other threads: libFuzzer's own cannot do anything else meanwhile.
  public static func waiting(for answer: @escaping @Sendable () async -> String?) -> String? {
    let done = DispatchSemaphore(value: 0)
    let words = Mutex<String?>(nil)
    Task {
      let answer = await answer()
      words.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    return words.withLock { $0 }
  }

  /// A folder for what can only be read as a file. `Tools/fuzz/run` sets TMPDIR to one of memory.
  public static func folder() -> String {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/dev/shm"
    let path = "\(parent)/gaitkit-fuzz-\(getpid())"
    mkdir(path, 0o700)
    return path
  }
}

/// What takes longer for a few kilobytes, under the sanitizer, hangs: seconds of the processor. libFuzzer's own limit
/// is one of the clock, by which a busy machine hangs, too.
private let longestSeconds = 20

#if canImport(Glibc)
  private let processorTime = __itimer_which_t(ITIMER_PROF.rawValue)
#else
  private let processorTime = ITIMER_PROF
#endif

private let fuzzOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { start, count in
  var limit = itimerval(
    it_interval: timeval(), it_value: timeval(tv_sec: longestSeconds, tv_usec: 0))
  setitimer(processorTime, &limit, nil)
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let words = Fuzzing.breach(bytes) { fatalError(words) }
  return 0
}

// libFuzzer's own entry for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
