import GaitModel
import Signals

/// One walk in its body's axes, with some seconds before and after it.
struct WalkMotion: Sendable {
  /// Upward acceleration, m/s², mean over the excerpt removed.
  var vertical: [Double]
  /// Forward acceleration, m/s².
  var anteroposterior: [Double]
  /// Acceleration to the right, m/s².
  var mediolateral: [Double]
  /// Rate of rolling about forward, rad/s; `nil` without a gyroscope.
  var rollRate: [Double]?
  /// Sample positions of the contacts in these signals, rising.
  var contacts: [Double]
  /// Whether forward and sideways are told apart; if not, the two lie along any horizontal lines.
  var isHeadingKnown: Bool
  /// Grid index of the first sample.
  private var start: Int

  /// Filters need a little before and after a walk, seconds; the constants were fitted with as much.
  static let marginSeconds = 5.0

  init(of walk: Walk, heading: BodyAxes?, in context: ExcerptContext) {
    let margin = Int(Self.marginSeconds * UniformSampling.rateHertz)
    let wide = (walk.samples.lowerBound - margin)..<(walk.samples.upperBound + margin)
    let samples = wide.clamped(to: 0..<context.excerpt.count)
    let excerpt = context.excerpt
    let up = excerpt.summedForce(over: walk.samples.clamped(to: samples)).unit
    let anyLine = up.somePerpendicular
    let line = heading?.anteroposterior ?? anyLine
    vertical = Array(context.body.vertical[samples])
    anteroposterior = []
    mediolateral = []
    var roll: [Double] = []
    for i in samples {
      let ahead = (line - context.body.up[i] * line.dot(context.body.up[i])).unit
      anteroposterior.append(excerpt.acceleration[i].dot(ahead))
      mediolateral.append(excerpt.acceleration[i].dot(ahead.cross(context.body.up[i])))
      if let rate = excerpt.angularRate { roll.append(rate[i].dot(ahead)) }
    }
    rollRate = excerpt.angularRate == nil ? nil : roll
    contacts = walk.positions.map { $0 - Double(samples.lowerBound) }
    isHeadingKnown = heading != nil
    start = excerpt.start + samples.lowerBound
  }

  /// Seconds of the recording at a contact.
  func seconds(at contact: Int) -> Double {
    (Double(start) + contacts[contact]) / UniformSampling.rateHertz
  }
}

extension GaitExcerpt {
  /// Specific force summed over samples, sensor axes; over a walk it points up.
  func summedForce(over samples: Range<Int>) -> SIMD3<Double> {
    acceleration[samples.clamped(to: 0..<count)].reduce(.zero, +)
  }
}
