import Foundation
import Fuzzing
import GaitModel
import SensorFiles

/// Reads bytes as a recording and ends the program when the reader breaks a promise.
///
/// What a reader may do with any bytes: throw a `SensorFileError`, or hand out blocks that keep the
/// promises of `RecordingSource`. What it may not do: crash, hang, or hand out anything else.
public enum FuzzedRecording {
  /// More samples than this from a few kilobytes are made up.
  private static let sampleLimit = 50_000_000

  /// Where the files lie: a folder of memory.
  private static let folder = Fuzzing.folder()

  /// Feeds a reader with bytes until the options on the command line say stop.
  public static func run(_ target: FuzzTarget) -> Never {
    Fuzzing.run { bytes in
      read(bytes, of: target)
      return nil
    }
  }

  /// Writes a target's files, opens the recording among them and reads it to its end.
  private static func read(_ bytes: [UInt8], of target: FuzzTarget) {
    let files = target.files(in: bytes)
    for file in files {
      if file.name.contains("/") { mkdir(folder(of: file.name), 0o700) }
      write(file.bytes, to: folder + "/" + file.name)
    }
    read(target.recording.map { folder + "/" + $0 } ?? folder)
    // A file that is one byte string's and not the next one's must not stay; one that every string has is written over.
    for file in files.dropFirst() { unlink(folder + "/" + file.name) }
  }

  private static func folder(of name: String) -> String {
    let path = folder + "/" + name
    return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }

  private static func read(_ path: String) {
    do {
      var source = try SensorFile.open(path)
      var last = -Double.infinity
      var count = 0
      while let block = try source.nextBlock() {
        check(block, after: last, hasAngularRate: source.facts.hasAngularRate)
        last = block.seconds.last ?? last
        count += block.seconds.count
        expect(count <= sampleLimit, "samples without end")
      }
      expect(source.facts.samplingRateHertz > 0, "a rate that is none")
      _ = source.remarks
    } catch let error as SensorFileError {
      expect(!error.message.isEmpty, "an error without words")
    } catch {
      fatalError("an error of another kind: \(error)")
    }
  }

  private static func check(_ block: RecordingBlock, after last: Double, hasAngularRate: Bool) {
    expect(!block.seconds.isEmpty, "an empty block")
    expect((block.angularRate != nil) == hasAngularRate, "facts and block disagree")
    var last = last
    for second in block.seconds {
      expect(second > last && second.isFinite, "stamps that do not rise")
      last = second
    }
    for axes in [block.acceleration, block.angularRate].compactMap(\.self) {
      expect(axes.count == block.seconds.count, "channels of another length")
      expect((axes.x + axes.y + axes.z).allSatisfy(\.isFinite), "values that are not finite")
    }
    for samples in block.side.values {
      expect(!samples.seconds.isEmpty, "a slow sensor without a sample")
      expect(samples.seconds.count == samples.values.count, "slow values without a stamp")
      expect(
        zip(samples.seconds, samples.seconds.dropFirst()).allSatisfy { $0 < $1 },
        "slow stamps that do not rise")
      expect(samples.values.allSatisfy(\.isFinite), "slow values that are not finite")
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    expect(file >= 0, "\(path) cannot be written")
    _ = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// Ends the program with these words, which a `precondition` keeps to itself when optimized.
  private static func expect(_ isKept: Bool, _ words: @autoclosure () -> String) {
    if !isKept { fatalError(words()) }
  }
}
