import Foundation
import GaitModel
import Testing

/// Identities of samples that are alike in all but what tells records of one time apart.
struct AlikeIdentityTests {
  private func sample(
    _ second: Int, _ distinction: Int, of kind: AnySampleKind = SampleKind.heartRate.erased,
    by source: String = "iPhone", for length: Double = 0
  ) -> Sample {
    let start = Date(timeIntervalSince1970: 1_770_000_000 + Double(second))
    var sample = Sample(
      kind: kind, value: 70, start: start, end: start + length, participant: "P07",
      source: SampleSource(name: source))
    sample.distinction = distinction
    return sample
  }

  @Test func `each is found with any distinction, and no other`() {
    // Bytes at the ends of their range, too.
    let ends = [0, 0x7f, 0x80, 0xff]
    var distinctions: [Int] = []
    for first in ends {
      for second in ends { distinctions.append(first << 24 | second << 16 | second << 8 | first) }
    }
    distinctions += (0..<4_000 - distinctions.count).map { _ in Int.random(in: 0..<(1 << 31)) }
    let samples = distinctions.enumerated().map { sample($0, $1) }
    let identities = AlikeIdentities(samples.map(\.id))
    for (second, own) in samples.enumerated() {
      #expect(identities.identities(of: sample(second, 0)) == [own.id])
      #expect(identities.identities(of: own) == [own.id])
    }
    for second in 0..<1_000 {
      for other in [
        sample(second + 4_000, distinctions[second]), sample(second, 0, by: "Watch"),
        sample(second, 0, of: SampleKind.restingHeartRate.erased), sample(second, 0, for: 1),
      ] { #expect(identities.identities(of: other).isEmpty) }
    }
  }

  @Test func `several of one time are all found`() {
    let samples = (1...50).map { sample(7, $0 * 41_234_567) }
    let identities = AlikeIdentities((samples + [sample(8, 3)]).map(\.id))
    #expect(Set(identities.identities(of: sample(7, 0))) == Set(samples.map(\.id)))
    #expect(AlikeIdentities([]).identities(of: samples[0]).isEmpty)
  }
}
