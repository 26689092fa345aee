import Foundation
import Signals

/// Where in the step cycle each sample lies, and how strong the step is there.
///
/// The magnitude of the specific force is shifted down in frequency by the tracked step frequency
/// and smoothed; what is left is the slow drift of the step's phase and its amplitude. The
/// magnitude does not depend on how the sensor is turned, so neither does the phase.
///
/// Source: complex demodulation, D. Gabor, J. IEE 93:429 (1946); for gait the smoothing follows the
/// cadence, because a fixed band is too wide for slow and too narrow for fast walking.
struct StepPhase: Sendable {
  /// Phase of the step cycle in radians, rising; 2 pi is one step; 0 is the crest of the wave.
  var radians: [Double]
  /// Amplitude of the step wave, m/s².
  var amplitude: [Double]
  /// The tracked step frequency, Hz.
  var stepHertz: [Double]

  /// The phase of a wave.
  ///
  /// - Parameters:
  ///   - wave: the force, turned back by the tracked step frequency.
  ///   - smoothingSteps: standard deviation of the Gaussian, in steps: a quarter of a step follows
  ///     irregular walking, half a step gives the steadiest rhythm.
  init(of wave: StepWave, smoothingSteps: Double) {
    let smooth = wave.smoothed(smoothingSteps: smoothingSteps)
    let drift = Phase.unwrapped(smooth.map { atan2($0.im, $0.re) })
    let size = smooth.map { 2 * hypot($0.re, $0.im) }
    let fineDrift = wave.grid.everySample(of: drift)
    amplitude = wave.grid.everySample(of: size)
    radians = wave.phase.indices.map { wave.phase[$0] + fineDrift[$0] }
    stepHertz = wave.stepHertz
  }

  /// The sample positions at which the phase passes a target, each turn once.
  func crossings(ofRadians target: Double) -> [Double] {
    var positions: [Double] = []
    var highest = -Double.infinity
    for i in radians.indices {
      let value = max(highest, radians[i] - target)
      if i > 0 {
        var turn = (highest / (2 * .pi)).rounded(.down) + 1
        while turn * 2 * .pi <= value {
          let rise = value - highest
          positions.append(
            rise > 1e-9 ? Double(i - 1) + (turn * 2 * .pi - highest) / rise : Double(i))
          turn += 1
        }
      }
      highest = value
    }
    return positions
  }
}

/// The force, turned back by the tracked step frequency: what is left is slow, and can be smoothed to
/// follow single steps or the rhythm of many.
struct StepWave: Sendable {
  /// The tracked step frequency at each sample, Hz.
  let stepHertz: [Double]
  /// Its phase, radians, rising.
  let phase: [Double]
  /// The force turned back by that phase, several samples at a time.
  let turned: Demodulation
  /// The force without posture, m/s².
  let steady: [Double]

  /// Slower than this is posture, not steps, Hz.
  static let slowestContentHertz = 0.4
  /// Grid samples per value of the wave: 25 values a second, eight in the shortest step.
  static let stride = 4
  /// The wave is smoothed as if the step frequency were one of these, 0.6 to 3.4 Hz, and blended between.
  private static let bandHertz = (0..<6).map { 0.6 * pow(2, Double($0) / 2) }

  /// - Parameters:
  ///   - force: magnitude of the specific force, m/s², one per grid sample.
  ///   - stepHertz: the step frequency at each sample.
  init(of force: [Double], stepHertz: [Double]) {
    let rate = UniformSampling.rateHertz
    steady = Butterworth.highPass(
      order: 2, cutoffHertz: Self.slowestContentHertz, samplingRateHertz: rate
    ).filteredForwardBackward(force, padding: Int(3 * rate))
    var radians = 0.0
    phase = stepHertz.map { f in
      radians += 2 * Double.pi * f / rate
      return radians
    }
    turned = Demodulation(
      turningBack: steady, by: Carrier(radians: phase), stride: Self.stride)
    self.stepHertz = stepHertz
  }

  /// The grid of the wave.
  var grid: CoarseGrid { CoarseGrid(stride: Self.stride, count: phase.count) }

  /// The wave smoothed with a width that follows the step frequency: blended between fixed widths.
  func smoothed(smoothingSteps: Double) -> [(re: Double, im: Double)] {
    let places = turned.real.indices.map { k in
      Self.bandPlace(
        ofHertz: stepHertz[min(stepHertz.count - 1, k * Self.stride + Self.stride / 2)])
    }
    var out = [(re: Double, im: Double)](repeating: (0, 0), count: turned.real.count)
    for (band, hertz) in Self.bandHertz.enumerated() {
      guard places.contains(where: { abs($0 - Double(band)) < 1 }) else { continue }
      let wave = turned.smoothed(sigma: smoothingSteps / hertz * UniformSampling.rateHertz)
      for k in out.indices {
        let weight = max(0, 1 - abs(places[k] - Double(band)))
        out[k].re += weight * wave.real[k]
        out[k].im += weight * wave.imaginary[k]
      }
    }
    return out
  }

  /// Where a frequency lies among the bands, from 0 to the last.
  private static func bandPlace(ofHertz hertz: Double) -> Double {
    let place = log(max(bandHertz[0], hertz) / bandHertz[0]) / log(2.0.squareRoot())
    return min(place, Double(bandHertz.count - 1))
  }
}
