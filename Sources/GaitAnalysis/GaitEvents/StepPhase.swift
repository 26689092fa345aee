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
    let (real, imaginary) = Self.smoothed(
      steady, carrier: carrier, stepHertz: stepHertz, smoothingSteps: smoothingSteps)
    let drift = Phase.unwrapped(real.indices.map { atan2(imaginary[$0], real[$0]) })
    radians = drift.indices.map { carrier[$0] + drift[$0] }
    amplitude = real.indices.map { 2 * hypot(real[$0], imaginary[$0]) }
    self.stepHertz = stepHertz
  }

  private static func carrier(_ stepHertz: [Double]) -> [Double] {
    var phase = 0.0
    return stepHertz.map { f in
      phase += 2 * Double.pi * f / UniformSampling.rateHertz
      return phase
    }
  }

  /// The demodulated signal, smoothed with a width that follows the step frequency.
  private static func smoothed(
    _ x: [Double], carrier: [Double], stepHertz: [Double], smoothingSteps: Double
  ) -> ([Double], [Double]) {
    let real = x.indices.map { x[$0] * cos(carrier[$0]) }
    let imaginary = x.indices.map { -x[$0] * sin(carrier[$0]) }
    var outReal = [Double](repeating: 0, count: x.count)
    var outImaginary = outReal
    for (band, hertz) in bandHertz.enumerated() {
      let weights = stepHertz.map { weight(of: band, at: $0) }
      guard weights.contains(where: { $0 > 0 }) else { continue }
      let kernel = FiniteImpulseResponse.gaussian(
        sigmaSamples: smoothingSteps / hertz * UniformSampling.rateHertz)
      let r = kernel.convolved(real, edge: .constant)
      let i = kernel.convolved(imaginary, edge: .constant)
      for k in x.indices where weights[k] > 0 {
        outReal[k] += weights[k] * r[k]
        outImaginary[k] += weights[k] * i[k]
      }
    }
    return (outReal, outImaginary)
  }

  private static func weight(of band: Int, at hertz: Double) -> Double {
    let place = log(min(3.3, max(0.6, hertz)) / bandHertz[0]) / log(2.0.squareRoot())
    return max(0, 1 - abs(min(place, Double(bandHertz.count - 1)) - Double(band)))
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
