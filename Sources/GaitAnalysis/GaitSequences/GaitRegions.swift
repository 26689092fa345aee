/// Detected stretches that are so close that they must be looked at together.
struct GaitRegion: Hashable, Sendable {
  /// Frames of each detected stretch, in time order.
  var cores: [Range<Int>]
  /// Whether the region begins or ends only because it had grown too long.
  var isCut = (before: false, after: false)

  /// From the first to the last frame.
  var frames: Range<Int> { cores[0].lowerBound..<cores[cores.count - 1].upperBound }

  static func == (a: Self, b: Self) -> Bool { a.cores == b.cores && a.isCut == b.isCut }
  func hash(into hasher: inout Hasher) { hasher.combine(cores) }
}

/// Gathers decided frames into regions of gait.
struct GaitRegions: Sendable {
  /// Stretches closer than this share a region: contacts are sought a second outside each, a pause of
  /// 3 s does not end a walk, and the filters need a little more.
  static let mergeFrames = Int((6.4 / SlowAcceleration.hopSeconds).rounded())
  /// A region is analyzed after so many frames at the latest, half an hour, so that memory is bounded.
  static let longestRegion = Int(1800 / SlowAcceleration.hopSeconds)

  /// The region that may still grow.
  private(set) var open: GaitRegion?
  private var frame = 0
  private var startsCut = false

  /// Takes the next frame's state; returns a region that can no longer grow.
  mutating func append(isGait: Bool) -> GaitRegion? {
    defer { frame += 1 }
    if isGait { grow() } else if open == nil { startsCut = false }
    guard var region = open else { return nil }
    if region.frames.count >= Self.longestRegion {
      region.isCut.after = isGait
      startsCut = isGait
      open = nil
      return region
    }
    guard frame - region.frames.upperBound >= Self.mergeFrames else { return nil }
    open = nil
    return region
  }

  /// Ends the stretch; returns what was still open.
  mutating func finish() -> GaitRegion? {
    defer { open = nil }
    return open
  }

  /// Frames before this one are no longer needed for any region to come.
  var firstNeeded: Int { open?.frames.lowerBound ?? frame }

  private mutating func grow() {
    guard var region = open else {
      open = GaitRegion(cores: [frame..<(frame + 1)], isCut: (startsCut, false))
      startsCut = false
      return
    }
    let last = region.cores.count - 1
    if region.cores[last].upperBound == frame {
      region.cores[last] = region.cores[last].lowerBound..<(frame + 1)
    } else {
      region.cores.append(frame..<(frame + 1))
    }
    open = region
  }
}
