// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CGaitKit
import Foundation
import GaitModel
import GaitResults
import SensorFiles

/// A recording that C reads block by block.
private final class OpenRecording {
  private var source: any RecordingSource
  private let texts = Texts()
  /// The facts as JSON.
  let facts: UnsafePointer<CChar>
  /// The arrays of the block that was read last.
  private var stamps: Numbers<Double>?
  private var axes: [Numbers<Float>] = []
  private var block: RecordingBlock?
  private var side: [SideChannel: (seconds: Numbers<Double>, values: Numbers<Double>)] = [:]

  init(path: String, options: Options) throws {
    source = try SensorFile.open(path, options: options.recording)
    let known = options.work.identity.completed(source.facts)
    let name = RecordingInput(path: path).name
    facts = texts.text(SummaryDocument.facts(known, name: name).document)
  }

  /// The next block; `nil` after the last.
  func next() throws -> gait_block? {
    (stamps, axes, side) = (nil, [], [:])
    block = try source.nextBlock()
    guard let block else { return nil }
    let stamps = Numbers(block.seconds)
    self.stamps = stamps
    axes = [block.acceleration, block.angularRate].compactMap(\.self).flatMap {
      [Numbers($0.x), Numbers($0.y), Numbers($0.z)]
    }
    var read = gait_block()
    read.count = block.seconds.count
    read.time_s = stamps.first
    read.acceleration = (axes[0].first, axes[1].first, axes[2].first)
    if axes.count == 6 { read.angular_rate = (axes[3].first, axes[4].first, axes[5].first) }
    return read
  }

  /// What a slower sensor gave in the block that was read last.
  func side(_ name: UnsafePointer<CChar>) -> gait_side_channel {
    var given = gait_side_channel(name: name, count: 0, time_s: nil, values: nil)
    guard let channel = SideChannel(rawValue: String(cString: name)) else { return given }
    given.name = texts.text(channel.rawValue)
    guard let samples = block?.side[channel] else { return given }
    let kept = side[channel] ?? (Numbers(samples.seconds), Numbers(samples.values.map(Double.init)))
    side[channel] = kept
    given.count = samples.seconds.count
    given.time_s = kept.seconds.first
    given.values = kept.values.first
    return given
  }
}

/// Opens a recording of any known format; `gaitkit.h` has the details of this and all others.
@c @implementation
public func gait_recording_open(
  _ path: UnsafePointer<CChar>, _ options: UnsafePointer<gait_options>?,
  _ error: UnsafeMutablePointer<gait_error>?
) -> OpaquePointer? {
  Call.handle(error) { try OpenRecording(path: Call.path(path), options: Options(options)) }
}

/// What is known of a recording before it is read, as JSON.
@c @implementation
public func gait_recording_facts(_ recording: OpaquePointer) -> UnsafePointer<CChar> {
  Call.object(behind: recording, as: OpenRecording.self).facts
}

/// Reads the next stretch of a recording.
@c @implementation
public func gait_recording_next(
  _ recording: OpaquePointer, _ block: UnsafeMutablePointer<gait_block>,
  _ error: UnsafeMutablePointer<gait_error>?
) -> gait_status {
  block.pointee = gait_block()
  return Call.status(error) {
    guard let read = try Call.object(behind: recording, as: OpenRecording.self).next() else {
      return GAIT_END
    }
    block.pointee = read
    return GAIT_OK
  }
}

/// What a slower sensor gave in the stretch that was read last.
@c @implementation
public func gait_recording_side(
  _ recording: OpaquePointer, _ name: UnsafePointer<CChar>
) -> gait_side_channel {
  Call.object(behind: recording, as: OpenRecording.self).side(name)
}

/// Closes a recording.
@c @implementation
public func gait_recording_close(_ recording: OpaquePointer?) {
  Call.close(recording, as: OpenRecording.self)
}

/// A number for the state of all files that are read with a recording.
@c @implementation
public func gait_recording_state(_ path: UnsafePointer<CChar>) -> UInt64 {
  guard let files = try? RecordingAddress(Call.path(path)).files() else { return 0 }
  let lines = files.map { file -> String in
    var status = stat()
    guard stat(file, &status) == 0 else { return file }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(file) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
  }
  return UInt64(Digest.text(of: lines.joined(separator: "\n")), radix: 16) ?? 0
}
