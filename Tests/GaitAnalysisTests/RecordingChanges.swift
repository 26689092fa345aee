import GaitModel
import Signals

/// Changes to a recording that must not change what is found, or only in a known way.
extension TestRecording {
  /// From the first sample to the last, seconds.
  var span: ClosedRange<Double> {
    (block.seconds.first ?? 0)...(block.seconds.last ?? 0)
  }

  /// The sensor turned in its pouch: rows are the new axes in the old ones.
  func turned(_ rows: [SIMD3<Double>]) -> TestRecording {
    func turned(_ axes: Axes) -> Axes {
      Axes(axes.vectors.map { v in SIMD3(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v)) })
    }
    var copy = self
    copy.block.acceleration = turned(block.acceleration)
    copy.block.angularRate = block.angularRate.map(turned)
    return copy
  }

  /// The walk seen in a mirror along the sensor's y axis. A rotation seen in a mirror keeps its
  /// component along the mirrored axis and reverses the other two.
  func mirrored() -> TestRecording {
    var copy = self
    copy.block.acceleration.y = block.acceleration.y.map { -$0 }
    copy.block.angularRate?.x = block.angularRate?.x.map { -$0 } ?? []
    copy.block.angularRate?.z = block.angularRate?.z.map { -$0 } ?? []
    return copy
  }

  /// All stamps later by so many seconds.
  func delayed(bySeconds delay: Double) -> TestRecording {
    var copy = self
    copy.block.seconds = block.seconds.map { $0 + delay }
    copy.block.side = block.side.mapValues { slow in
      SideSamples(seconds: slow.seconds.map { $0 + delay }, values: slow.values)
    }
    return copy
  }

  /// The samples in a range of time, counted from the first of them.
  func cut(to seconds: Range<Double>) -> TestRecording {
    let first = block.seconds.firstIndex { $0 >= seconds.lowerBound } ?? block.count
    let end = block.seconds.firstIndex { $0 >= seconds.upperBound } ?? block.count
    var copy = self
    copy.block = block.sliced(first..<max(first, end))
    let start = copy.block.seconds.first ?? 0
    return copy.delayed(bySeconds: -start)
  }

  /// The walk with steps as long but so many times as many a second: what is slower than 0.2 Hz stays, the motion grows with the
  /// square of the rate, and rotations with the rate.
  func quickened(by factor: Double) -> TestRecording {
    let posture = Butterworth.lowPass(
      order: 2, cutoffHertz: 0.2, samplingRateHertz: facts.samplingRateHertz)
    let force = block.acceleration.vectors
    let slow = posture.filteredForwardBackward(force, edge: .even)
    var copy = self
    copy.facts.samplingRateHertz *= factor
    copy.block.seconds = block.seconds.map { $0 / factor }
    copy.block.acceleration = Axes(
      zip(force, slow).map { $1 + factor * factor * ($0 - $1) })
    copy.block.angularRate = block.angularRate.map { Axes($0.vectors.map { factor * $0 }) }
    return copy
  }

  /// Every other sample, as a sensor of half the rate would have taken it.
  func everyOther() -> TestRecording {
    let kept = stride(from: 0, to: block.count, by: 2)
    func half(_ axes: Axes) -> Axes {
      Axes(x: kept.map { axes.x[$0] }, y: kept.map { axes.y[$0] }, z: kept.map { axes.z[$0] })
    }
    var copy = self
    copy.facts.samplingRateHertz /= 2
    copy.block = RecordingBlock(
      seconds: kept.map { block.seconds[$0] }, acceleration: half(block.acceleration),
      angularRate: block.angularRate.map(half))
    return copy
  }
}

extension SIMD3<Double> {
  fileprivate func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }
}
