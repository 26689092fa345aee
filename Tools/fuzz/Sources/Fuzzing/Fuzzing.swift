import Foundation

/// Hands the program over to libFuzzer.
public enum Fuzzing {
  /// What is done with the bytes. Set once, before libFuzzer starts its single thread.
  nonisolated(unsafe) fileprivate static var read: ([UInt8]) -> Void = { _ in }

  /// Feeds a reader with bytes until the options on the command line say stop; does not return when
  /// the reader breaks a promise.
  public static func run(_ target: FuzzTarget) -> Never {
    run { FuzzedRecording.read($0, of: target) }
  }

  /// The same for a door of the store.
  public static func run(_ read: @escaping ([UInt8]) -> Void) -> Never {
    Self.read = read
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, fuzzOne))
  }
}

private let fuzzOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { start, count in
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  Fuzzing.read(bytes)
  return 0
}

// libFuzzer's own entry for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
