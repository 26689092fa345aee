import Foundation
import GaitModel
import Signals

/// Follows the step frequency through gait sequences.
public protocol StepFrequencyTracker: ConfigurableMethod {
  /// The step frequency at every sample, Hz.
  ///
  /// - Parameter recording: gait sequences with the frames that they were found in.
  /// - Returns: one positive value per sample.
  func stepHertz(in recording: SequenceRecording) -> GridSignal<Double>

  /// The cycle of the steps at that frequency.
  func cycle(of recording: SequenceRecording) -> StepCycle
}

extension StepFrequencyTracker {
  /// The cycle of a wave that repeats with every step.
  public func cycle(of recording: SequenceRecording) -> StepCycle {
    StepCycle(of: recording, stepHertz: stepHertz(in: recording))
  }
}

/// The cycle of the steps through gait sequences, made once for all methods: how fast, in which phase, how
/// strong.
public struct StepCycle: Sendable {
  /// The tracked step frequency at each sample, Hz.
  public let stepHertz: GridSignal<Double>
  /// Phase of the steps, narrow enough for irregular ones.
  public let phase: StepPhase
  /// Phase of the steps, smoothed for steadiness rather than for single steps.
  public let rhythm: StepPhase
  /// Half of that phase: one turn is one stride.
  let strideCarrier: Carrier
  /// Magnitude of the force from 0.4 to 8 Hz, m/s²: the step without posture and without ringing.
  public var loading: GridSignal<Double> { madeLoading.value }
  /// Whether the rate might be the stride's where it was taken as the step's, or the other way round; `nil` where no
  /// method asked.
  var rateDoubt: StepRateDoubt?
  /// The grid of what changes slowly.
  let grid: CoarseGrid
  private let madeLoading: MadeOnce<GridSignal<Double>>

  /// The samples it covers: those of the recording, or fewer around its gait.
  var samples: Range<SampleIndex> { stepHertz.startIndex..<stepHertz.endIndex }

  /// Smoothing of the step phase, standard deviation in steps: a quarter of a step follows irregular walking.
  static let phaseSmoothingSteps = 0.25
  /// Smoothing of the rhythm, standard deviation in steps: about half a step gives the steadiest.
  static let rhythmSmoothingSteps = 0.45
  /// Force above this frequency rings rather than shapes the step, Hz.
  static let loadingCutoffHertz = 8.0
  private static let loadingFilter = Butterworth.lowPass(
    order: 4, cutoffHertz: loadingCutoffHertz, samplingRateHertz: SampleGrid.rateHertz)

  /// The cycle of the steps.
  ///
  /// - Parameters:
  ///   - recording: where the force comes from.
  ///   - stepHertz: the tracked step frequency at each of its samples.
  ///   - stepsPerWave: steps in which the force repeats, at each sample: 2 where only the stride shows; `nil` where
  ///     every step does.
  public init(
    of recording: SequenceRecording, stepHertz: GridSignal<Double>, stepsPerWave: [Double]? = nil
  ) {
    self.init(
      of: recording.magnitude(over: recording.samples), stepHertz: stepHertz,
      stepsPerWave: stepsPerWave)
  }

  /// The cycle of the steps in the magnitude of a force, m/s², over the samples of `stepHertz`. `steady` is what
  /// ``StepWave/steadying`` leaves of it, where it is known.
  init(
    of magnitude: GridSignal<Double>, stepHertz: GridSignal<Double>,
    stepsPerWave: [Double]? = nil, steady: [Double]? = nil
  ) {
    let waveHertz =
      stepsPerWave.map { steps in
        stepHertz.with(zip(stepHertz.values, steps).map { $0 / $1 })
      } ?? stepHertz
    let wave = StepWave(of: magnitude, stepHertz: waveHertz, steady: steady)
    self.stepHertz = stepHertz
    grid = wave.grid
    func phase(_ smoothingSteps: Double) -> StepPhase {
      let phase = StepPhase(of: wave, smoothingSteps: smoothingSteps)
      return stepsPerWave.map(phase.counting) ?? phase
    }
    self.phase = phase(Self.phaseSmoothingSteps)
    rhythm = phase(Self.rhythmSmoothingSteps)
    strideCarrier = Carrier(radians: rhythm.radians.each { $0 / 2 })
    let force = stepHertz.with(wave.steady)
    madeLoading = MadeOnce {
      force.with(
        Self.loadingFilter.filteredForwardBackward(
          force.values, padding: Int(SampleGrid.rateHertz / 2)))
    }
  }
}

/// Where in the step cycle each sample lies, and how strong the step is there.
///
/// The magnitude of the specific force is shifted down in frequency by the tracked step frequency
/// and smoothed; the result is the slow drift of the step's phase and its amplitude. The
/// magnitude does not depend on how the sensor is turned, so neither does the phase.
///
/// Source: complex demodulation, D. Gabor, J. IEE 93:429 (1946); for gait the smoothing follows the
/// cadence, because a fixed band is too wide for slow and too narrow for fast walking.
public struct StepPhase: Sendable {
  /// Phase of the step cycle in radians, rising; 2 pi is one step; 0 is the crest of the wave.
  public var radians: GridSignal<Double>
  /// Amplitude of the step wave, m/s².
  public var amplitude: GridSignal<Double>

  /// The phase of a wave.
  ///
  /// - Parameters:
  ///   - wave: the force, demodulated at the tracked step frequency.
  ///   - smoothingSteps: standard deviation of the Gaussian, in steps.
  init(of wave: StepWave, smoothingSteps: Double) {
    let smooth = Elementary.polar(of: wave.smoothed(smoothingSteps: smoothingSteps))
    let fineDrift = wave.grid.everySample(of: Phase.unwrapped(smooth.radians))
    amplitude = wave.stepHertz.with(wave.grid.everySample(of: smooth.lengths.map { 2 * $0 }))
    let turned = wave.phase.withUnsafeBufferPointer { phase in
      fineDrift.withUnsafeBufferPointer { drift in
        [Double](count: phase.count) { phase[$0] + drift[$0] }
      }
    }
    radians = wave.stepHertz.with(turned)
  }

  /// The phase of the steps from that of a wave that repeats only after some of them: each turn of the wave is as
  /// many turns of the step.
  func counting(stepsPerWave: [Double]) -> StepPhase {
    var counted = self
    var turned = (radians.values.first ?? 0) * (stepsPerWave.first ?? 1)
    counted.radians = radians.with(
      radians.values.indices.map { i in
        if i > 0 { turned += stepsPerWave[i] * (radians.values[i] - radians.values[i - 1]) }
        return turned
      })
    return counted
  }

  /// The positions at which the phase passes a target, each turn once.
  public func crossings(ofRadians target: Double) -> [SamplePosition] {
    var positions: [SamplePosition] = []
    var highest = -Double.infinity
    let start = radians.startIndex
    // Below this no turn ends.
    var quiet = -Double.infinity
    for (i, phase) in radians.values.enumerated() {
      let value = max(highest, phase - target)
      if i > 0, value >= quiet {
        var turn = (highest / (2 * .pi)).rounded(.down) + 1
        quiet = turn * 2 * .pi - 1e-3
        while turn * 2 * .pi <= value {
          let rise = value - highest
          let share = rise > 1e-9 ? (turn * 2 * .pi - highest) / rise : 1
          positions.append(Double(start + i - 1) + share)
          turn += 1
        }
      }
      highest = value
    }
    return positions
  }
}

/// The force, demodulated at the tracked step frequency: the result is slow, and can be smoothed to
/// follow single steps or the rhythm of many.
struct StepWave: Sendable {
  /// The tracked step frequency at each sample, Hz.
  let stepHertz: GridSignal<Double>
  /// Its phase, radians, rising; one per sample.
  let phase: [Double]
  /// The force demodulated by that phase, several samples at a time.
  let demodulated: Demodulation
  /// The force without posture, m/s²; one per sample.
  let steady: [Double]
  /// Where the frequency at each value of the wave lies among the bands.
  private let places: [Double]
  /// For each band, the parts of the wave that it is blended into.
  private let parts: [[Range<Int>]]

  /// Slower than this is posture, not steps, Hz.
  static let slowestContentHertz = 0.4
  static let steadying = Butterworth.highPass(
    order: 2, cutoffHertz: slowestContentHertz, samplingRateHertz: SampleGrid.rateHertz)
  /// By so many samples the force goes on beyond its ends for that.
  static let steadyingPadding = Int(3 * SampleGrid.rateHertz)
  /// Grid samples per value of the wave: 25 values a second, eight in the shortest step.
  static let stride = 4
  /// The wave is smoothed as if the step frequency were one of these, 0.6 to 3.4 Hz, and blended between.
  private static let bandHertz = (0..<6).map { 0.6 * pow(2, Double($0) / 2) }

  /// - Parameters:
  ///   - force: magnitude of the specific force, m/s².
  ///   - stepHertz: the step frequency at each sample.
  ///   - steady: what ``steadying`` leaves of the force, where it is known.
  init(of force: GridSignal<Double>, stepHertz: GridSignal<Double>, steady: [Double]? = nil) {
    let rate = SampleGrid.rateHertz
    let steady =
      steady
      ?? Self.steadying.filteredForwardBackward(
        force.values, padding: Self.steadyingPadding)
    self.steady = steady
    var radians = 0.0
    phase = stepHertz.values.map { f in
      radians += 2 * Double.pi * f / rate
      return radians
    }
    demodulated = Demodulation(
      of: force.with(steady), averagedBy: Carrier(radians: stepHertz.with(phase)),
      stride: Self.stride)
    self.stepHertz = stepHertz
    let hertz = stepHertz.values
    places = demodulated.real.indices.map { k in
      Self.bandPlace(ofHertz: hertz[min(hertz.count - 1, k * Self.stride + Self.stride / 2)])
    }
    parts = Self.parts(places)
  }

  /// The grid of the wave.
  var grid: CoarseGrid {
    CoarseGrid(start: stepHertz.startIndex, stride: Self.stride, count: phase.count)
  }

  /// The wave smoothed with a width that follows the step frequency: blended between fixed widths.
  func smoothed(smoothingSteps: Double) -> [(re: Double, im: Double)] {
    var out = [(re: Double, im: Double)](repeating: (0, 0), count: places.count)
    for (band, hertz) in Self.bandHertz.enumerated() where !parts[band].isEmpty {
      let sigma = smoothingSteps / hertz * SampleGrid.rateHertz
      let kernel = KeptFilters.gaussian(sigmaSamples: sigma / Double(Self.stride))
      let real = kernel.convolved(demodulated.real, edge: .constant, over: parts[band])
      let imaginary = kernel.convolved(demodulated.imaginary, edge: .constant, over: parts[band])
      for part in parts[band] {
        for k in part {
          let weight = 1 - abs(places[k] - Double(band))
          guard weight > 0 else { continue }
          out[k].re += weight * real[k]
          out[k].im += weight * imaginary[k]
        }
      }
    }
    return out
  }

  /// Values of the wave that are smoothed together.
  private static let blockLength = 32

  /// For each band, the blocks in which a place lies less than one from it, those in a row as one part.
  private static func parts(_ places: [Double]) -> [[Range<Int>]] {
    var parts = [[Range<Int>]](repeating: [], count: bandHertz.count)
    for start in Swift.stride(from: 0, to: places.count, by: blockLength) {
      let block = start..<min(start + blockLength, places.count)
      guard let least = places[block].min(), let largest = places[block].max() else { continue }
      let bands = Int(least)...min(Int(largest) + 1, bandHertz.count - 1)
      for band in bands {
        if let last = parts[band].last, last.upperBound == block.lowerBound {
          parts[band][parts[band].count - 1] = last.lowerBound..<block.upperBound
        } else {
          parts[band].append(block)
        }
      }
    }
    return parts
  }

  /// Where a frequency lies among the bands, from 0 to the last.
  private static func bandPlace(ofHertz hertz: Double) -> Double {
    let place = log(max(bandHertz[0], hertz) / bandHertz[0]) / log(2.0.squareRoot())
    return min(place, Double(bandHertz.count - 1))
  }
}
