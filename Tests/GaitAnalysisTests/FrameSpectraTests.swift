import Foundation
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Spectra of a frame against sums written out.
struct FrameSpectraTests {
  private static let length = SlowAcceleration.frameLength
  private static let band = 0.3...8.0

  private func frame(seed: UInt64) -> SlowAcceleration {
    var dice = SplitMix64(seed: seed)
    var slow = SlowAcceleration()
    for i in 0..<Self.length {
      let t = Double(i) / SlowAcceleration.rateHertz
      slow.x[i] = Float(9.8 + 2 * sin(2 * .pi * 1.8 * t) + 0.3 * dice.normal())
      slow.y[i] = Float(0.5 * t + sin(2 * .pi * 0.9 * t) + 0.3 * dice.normal())
      slow.z[i] = Float(-1 + cos(2 * .pi * 3.6 * t) + 0.3 * dice.normal())
    }
    return slow
  }

  private func spectra(of slow: SlowAcceleration) -> FrameSpectra {
    let spectra = FrameSpectra(
      length: Self.length, correlationBandHertz: Self.band, largestBiasLag: 85)
    _ = spectra.readSamples(slow)
    spectra.readMagnitude(slow)
    spectra.transform()
    return spectra
  }

  /// Without mean and straight line, by least squares.
  private func detrended(_ x: [Float]) -> [Double] {
    let n = Double(x.count)
    let mean = x.reduce(0) { $0 + Double($1) } / n
    let ramp = x.indices.map { Double($0) - (n - 1) / 2 }
    let slope =
      zip(x, ramp).reduce(0) { $0 + (Double($1.0) - mean) * $1.1 }
      / ramp.reduce(0) { $0 + $1 * $1 }
    return zip(x, ramp).map { Double($0) - mean - slope * $1 }
  }

  private func powers(_ x: [Double], points: Int) -> [Double] {
    (0...(points / 2)).map { k in
      var (re, im) = (0.0, 0.0)
      for (i, value) in x.enumerated() {
        let angle = 2 * .pi * Double(k * i) / Double(points)
        re += value * cos(angle)
        im -= value * sin(angle)
      }
      return re * re + im * im
    }
  }

  private func tapered(_ x: [Double]) -> [Double] {
    x.indices.map { x[$0] * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(x.count))) }
  }

  /// Autocorrelation of what lies in the band, over the transform's points.
  private func correlation(_ power: [Double]) -> [Double] {
    let points = FrameSpectra.correlationPoints
    let width = SlowAcceleration.rateHertz / Double(points)
    let kept = power.indices.map { Self.band.contains(Double($0) * width) ? power[$0] : 0 }
    let lags = (0..<Self.length).map { lag in
      kept.indices.reduce(0.0) { sum, k in
        let isEdge = k == 0 || k == points / 2
        return sum + (isEdge ? 1 : 2) * kept[k] * cos(2 * .pi * Double(k * lag) / Double(points))
      }
    }
    let n = Double(Self.length)
    return lags.indices.map { lags[$0] / lags[0] * n / (n - Double(min($0, 85))) }
  }

  private func isClose(_ a: [Double], _ b: [Double], share: Double) -> Bool {
    let scale = b.map(abs).max() ?? 1
    return a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= share * scale }
  }

  @Test(arguments: 1...5)
  func `powers are those of a plain transform`(seed: Int) {
    let slow = frame(seed: UInt64(seed))
    let spectra = spectra(of: slow)
    let axes = [slow.x, slow.y, slow.z].map { powers(tapered(detrended($0)), points: 256) }
    let vector = axes[0].indices.map { axes[0][$0] + axes[1][$0] + axes[2][$0] }
    #expect(isClose(spectra.vectorPower.map(Double.init), vector, share: 1e-5))
    let magnitude = slow.x.indices.map { i in
      (slow.x[i] * slow.x[i] + slow.y[i] * slow.y[i] + slow.z[i] * slow.z[i]).squareRoot()
    }
    let power = powers(tapered(detrended(magnitude)), points: 256)
    #expect(isClose(spectra.magnitudePower.map(Double.init), power, share: 1e-5))
  }

  @Test(arguments: 1...5)
  func `autocorrelations are those of a plain transform`(seed: Int) {
    let slow = frame(seed: UInt64(seed))
    let spectra = spectra(of: slow)
    let points = FrameSpectra.correlationPoints
    let axes = [slow.x, slow.y, slow.z].map { powers(detrended($0), points: points) }
    let vector = axes[0].indices.map { axes[0][$0] + axes[1][$0] + axes[2][$0] }
    #expect(isClose(Array(spectra.vectorCorrelation), correlation(vector), share: 1e-4))
  }

  @Test func `a wave repeats after its period and is reversed after half of it`() {
    let spectra = spectra(of: frame(seed: 1))
    #expect(spectra.magnitudeCorrelation(atLag: 0) > 0.99)
    #expect(spectra.magnitudeCorrelation(atLag: SlowAcceleration.rateHertz / 1.8) > 0.7)
    #expect(spectra.magnitudeCorrelation(atLag: SlowAcceleration.rateHertz / 3.6) < -0.5)
  }

  @Test func `the square of a frame is that of its motion, without mean and trend`() {
    let slow = frame(seed: 3)
    let spectra = spectra(of: slow)
    let plain = [slow.x, slow.y, slow.z].reduce(0) { sum, axis in
      sum + detrended(axis).reduce(0) { $0 + $1 * $1 } / Double(Self.length)
    }
    #expect(abs(spectra.readSamples(slow) / plain - 1) < 1e-4)
  }

  @Test func `a frame at rest has no power`() {
    var slow = SlowAcceleration()
    slow.x = Array(repeating: 9.81, count: Self.length)
    let spectra = spectra(of: slow)
    #expect(spectra.vectorPower.allSatisfy { $0 < 1e-6 })
    #expect(spectra.vectorCorrelation.allSatisfy { $0.isFinite })
    #expect(spectra.magnitudeCorrelation.allSatisfy { $0.isFinite })
  }

  @Test func `the power of a band is the sum of its bins`() {
    let spectra = spectra(of: frame(seed: 4))
    withExtendedLifetime(spectra) {
      for (sums, power) in [
        (spectra.magnitudeSums, spectra.magnitudePower), (spectra.vectorSums, spectra.vectorPower),
      ] {
        for (low, high) in [(0, 129), (3, 3), (5, 6), (17, 90)] {
          let plain = power[low..<high].reduce(0) { $0 + Double($1) }
          #expect(abs(sums[low..<high] - plain) <= 1e-12 * sums[0..<129])
        }
      }
    }
    for hertz in [-1.0, 0, 0.1, 3, 12.4, 20] {
      let bins = CumulativePower.bins(around: hertz, halfWidthHertz: 0.15)
      #expect(bins.lowerBound >= 0 && bins.upperBound <= 129)
    }
  }
}
