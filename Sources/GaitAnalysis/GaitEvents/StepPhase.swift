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

  /// Slower than this is posture, not steps, Hz.
  static let slowestContentHertz = 0.4
  /// Smoothing at these frequencies, and blended between; from half a step a second to four.
  private static let bandHertz = (0..<6).map { 0.6 * pow2($0) }

  private static func pow2(_ half: Int) -> Double {
    var f = 1.0
    for _ in 0..<half { f *= 2.0.squareRoot() }
    return f
  }

  /// The phase of a signal at a tracked step frequency.
  ///
  /// - Parameters:
  ///   - signal: one value per grid sample, m/s².
  ///   - stepHertz: the step frequency at each sample.
  ///   - smoothingSteps: standard deviation of the Gaussian, in steps: a third of a step follows
  ///     irregular walking, half a step gives the steadiest count.
  init(of signal: [Double], stepHertz: [Double], smoothingSteps: Double) {
    let rate = UniformSampling.rateHertz
    let steady = Butterworth.highPass(
      order: 2, cutoffHertz: Self.slowestContentHertz, samplingRateHertz: rate
    ).filteredForwardBackward(signal, padding: Int(3 * rate))
    let carrier = Self.carrier(stepHertz)
    let turned = Demodulation(turningBack: steady, by: carrier, stride: Self.stride)
    let wave = Self.smoothed(turned, stepHertz: stepHertz, smoothingSteps: smoothingSteps)
    let drift = Phase.unwrapped(wave.indices.map { atan2(wave[$0].im, wave[$0].re) })
    let size = wave.map { 2 * hypot($0.re, $0.im) }
    radians = carrier
    amplitude = carrier
    for i in carrier.indices {
      let place = turned.place(of: Double(i))
      radians[i] = carrier[i] + Interpolation.linear(drift, at: place)
      amplitude[i] = Interpolation.linear(size, at: place)
    }
    self.stepHertz = stepHertz
  }

  /// Grid samples per value of the wave while it is smoothed: 25 values a second, eight in the
  /// shortest step.
  private static let stride = 4

  private static func carrier(_ stepHertz: [Double]) -> [Double] {
    var phase = 0.0
    return stepHertz.map { f in
      phase += 2 * Double.pi * f / UniformSampling.rateHertz
      return phase
    }
  }

  /// The wave smoothed with a width that follows the step frequency: blended between fixed widths.
  private static func smoothed(
    _ turned: Demodulation, stepHertz: [Double], smoothingSteps: Double
  ) -> [(re: Double, im: Double)] {
    let places = turned.real.indices.map { k in
      bandPlace(ofHertz: stepHertz[min(stepHertz.count - 1, k * stride + stride / 2)])
    }
    var out = [(re: Double, im: Double)](repeating: (0, 0), count: turned.real.count)
    for (band, hertz) in bandHertz.enumerated() {
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
    let place = log(min(3.3, max(0.6, hertz)) / bandHertz[0]) / log(2.0.squareRoot())
    return min(place, Double(bandHertz.count - 1))
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
