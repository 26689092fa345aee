import Foundation
import Signals

/// What one frame looks like to the gait detector, in numbers that do not depend on how the sensor is
/// turned.
struct FrameFeatures {
  private var spectra: FrameSpectra

  init(length: Int) {
    spectra = FrameSpectra(
      length: length, correlationBandHertz: 0.5...8, largestBiasLag: length - 1)
  }

  /// Bins of the whole band, of the rapid and of the slow part of it.
  private static let band = CumulativePower.bins(in: 0.4...9)
  private static let rapidBand = CumulativePower.bins(in: 3.5001...9)
  private static let slowBand = CumulativePower.bins(in: 0.15...0.4999)
  /// Step frequencies tried, Hz, with the bins of their multiples (halves first).
  private static let combs: [(hertz: Double, multiples: [Range<Int>])] = (0..<53).map { k in
    let hertz = 0.8 + 0.05 * Double(k)
    return (
      hertz,
      [0.5, 1, 1.5, 2, 2.5, 3].map { m in
        m * hertz < 9 || m <= 1
          ? CumulativePower.bins(around: m * hertz, halfWidthHertz: 0.2) : 0..<0
      }
    )
  }

  /// The features of the frame that starts at a sample, in the order of `Feature`.
  mutating func read(_ slow: SlowAcceleration, from first: Int, into out: inout [Double]) {
    spectra.read(slow, from: first)
    let magnitude = CumulativePower(spectra.magnitudePower)
    let vector = CumulativePower(spectra.vectorPower)
    let (allMagnitude, allVector) = (magnitude[Self.band] + 1e-9, vector[Self.band] + 1e-9)
    let energy = energies()
    let comb = comb(magnitude)
    out[0] = 0.5 * log(energy.vector + 1e-3)
    out[1] = 0.5 * log(energy.magnitude + 1e-3)
    out[2] = Self.highestPeak(spectra.magnitudeCorrelation, from: 0.32, to: 1.0)
    out[3] = Self.highestPeak(spectra.magnitudeCorrelation, from: 0.72, to: 2.2)
    out[4] = Self.highestPeak(spectra.vectorCorrelation, from: 0.32, to: 1.0)
    out[5] = Self.highestPeak(spectra.vectorCorrelation, from: 0.72, to: 2.2)
    out[6] = comb.multiples.reduce(0) { $0 + vector[$1] } / allVector
    out[7] = comb.power / allMagnitude
    out[8] = log(comb.hertz)
    out[9] = log(vector[Self.rapidBand] / allVector + 1e-4)
    out[10] = entropy(total: allVector)
    let tilts = tilts(slow, from: first)
    out[11] = log(tilts.halves + 1)
    out[12] = log(tilts.quarters + 1)
    out[13] = log(spread() + 0.05)
    out[14] = 0  // change of the comb frequency from frame to frame; filled by the detector
    out[15] = log(energy.vertical + 1e-3) - log(energy.vector + 1e-3)
    out[16] = log(vector[Self.slowBand] / allVector + 1e-4)
    out[17] = 0.5 * log((energy.leastQuarter + 1e-3) / (energy.magnitude + 1e-3))
  }

  /// Mean squares over the frame, (m/s²)².
  private func energies() -> (
    vector: Double, magnitude: Double, vertical: Double, leastQuarter: Double
  ) {
    let up = spectra.mean / max(1e-6, (spectra.mean * spectra.mean).sum().squareRoot())
    var (vector, vertical): (Float, Float) = (0, 0)
    var quarters = SIMD4<Float>.zero
    let quarter = spectra.length / 4
    for i in 0..<spectra.length {
      let d = SIMD3(spectra.x[i], spectra.y[i], spectra.z[i])
      vector += (d * d).sum()
      let v = (d * up).sum()
      vertical += v * v
      quarters[min(3, i / quarter)] += spectra.magnitude[i] * spectra.magnitude[i]
    }
    let n = Double(spectra.length)
    return (
      Double(vector) / n, Double(quarters.sum()) / n, Double(vertical) / n,
      Double(quarters.min()) / Double(quarter)
    )
  }

  private func comb(
    _ magnitude: CumulativePower
  ) -> (hertz: Double, power: Double, multiples: [Range<Int>]) {
    var best = (0, -1.0)
    for (k, comb) in Self.combs.enumerated() {
      let m = comb.multiples
      let power = magnitude[m[1]] + magnitude[m[3]] + 0.5 * magnitude[m[5]]
      if power > best.1 { best = (k, power) }
    }
    return (Self.combs[best.0].hertz, best.1, Self.combs[best.0].multiples)
  }

  /// Highest local maximum of a correlation between two lags in seconds, at least -0.2.
  private static func highestPeak(_ r: [Double], from: Double, to: Double) -> Double {
    let low = Int(from * SlowAcceleration.rateHertz)
    let high = min(r.count - 2, Int(to * SlowAcceleration.rateHertz))
    var best = -0.2
    for lag in low...high where r[lag] > best && r[lag] >= r[lag - 1] && r[lag] >= r[lag + 1] {
      best = r[lag]
    }
    return best
  }

  private func entropy(total: Double) -> Double {
    var sum = 0.0
    for k in Self.band {
      let p = Double(spectra.vectorPower[k]) / total
      sum -= p * log(p + 1e-12)
    }
    return sum / log(Double(Self.band.count))
  }

  /// Angles between the mean forces of the halves, and of the quarters and the whole, degrees.
  private func tilts(_ slow: SlowAcceleration, from first: Int) -> (halves: Double, quarters: Double) {
    let quarter = spectra.length / 4
    var sums = [SIMD3<Double>](repeating: .zero, count: 4)
    for i in 0..<(4 * quarter) {
      let k = first + i
      sums[i / quarter] += SIMD3(Double(slow.x[k]), Double(slow.y[k]), Double(slow.z[k]))
    }
    let whole = SIMD3<Double>(spectra.mean)
    func degrees(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
      acos(max(-1, min(1, a.dot(b) / max(1e-6, a.norm * b.norm)))) * 180 / .pi
    }
    let widest = sums.map { degrees($0, whole) }.max() ?? 0
    return (degrees(sums[0] + sums[1], sums[2] + sums[3]), widest)
  }

  /// From the 5th to the 95th percentile of the magnitude, m/s².
  private func spread() -> Double {
    let sorted = spectra.magnitude.sorted()
    func percentile(_ q: Double) -> Double {
      let place = q * Double(sorted.count - 1)
      let k = min(sorted.count - 2, Int(place))
      return Double(sorted[k]) + (place - Double(k)) * Double(sorted[k + 1] - sorted[k])
    }
    return percentile(0.95) - percentile(0.05)
  }
}
