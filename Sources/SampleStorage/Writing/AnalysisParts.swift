import Foundation
import GaitModel

/// Analyses of which a file holds a part: one kind, a month, what somebody filtered.
///
/// Parts of one analysis come together in any order. A part never takes the place of another analysis, and what takes the
/// place of an analysis in an import is whole and was stored later.
extension HeldSamples.Analysis {
  /// Takes the methods from the samples where all of them are there: the analysis is whole then.
  mutating func recognizeWhole() {
    let samples = recording.samples
    guard let size, Set(samples.map(Place.init)).count >= size else { return }
    let methods = samples.compactMap { sample in
      sample.metadata.method.map { ($0, sample.metadata.revision ?? 0) }
    }
    recording.revisions = Dictionary(methods, uniquingKeysWith: max)
    if recording.revisions.isEmpty { recording.revisions = Self.unnamedMethods }
  }

  /// What tells samples of one analysis apart.
  private struct Place: Hashable {
    var kind: AnySampleKind
    var start: Date
    var end: Date
    var distinction: Int

    init(_ sample: Sample) {
      (kind, start, end) = (sample.kind, sample.start, sample.end)
      distinction = sample.distinction
    }
  }

  /// Of a whole analysis whose samples name no method, such as a simulated history.
  private static let unnamedMethods = [SampleSource.analysisName: 0]

  /// The analysis with what another part of it adds; `nil` where it is another analysis.
  func joined(with other: HeldSamples.Analysis) -> HeldSamples.Analysis? {
    let (own, new) = (recording, other.recording)
    let known = Dictionary(own.samples.map { (Place($0), $0) }) { first, _ in first }
    guard own.participant == new.participant, own.recording == new.recording,
      new.samples.allSatisfy({ (known[Place($0)] ?? $0) == $0 }),
      wasStored(with: other)
    else { return nil }
    var joined = self
    joined.stored = max(stored, other.kept)
    joined.size = [size, other.size].compactMap(\.self).max()
    joined.recording.samples += new.samples.filter { known[Place($0)] == nil }
    joined.recording.revisions.merge(new.revisions, uniquingKeysWith: max)
    if !joined.isWhole { joined.recognizeWhole() }
    return joined
  }

  /// Whether both were stored at once. Where a table does not say when, nothing may speak against it: a whole analysis
  /// has all its samples, and one kind comes from a method with the same settings.
  private func wasStored(with other: HeldSamples.Analysis) -> Bool {
    guard stored == 0 || other.stored == 0 else { return stored == other.stored }
    guard !isWhole else { return false }
    let (own, new) = (recording.samples, other.recording.samples)
    if other.isWhole { return Set(new).isSuperset(of: own) }
    let (ours, theirs) = (Self.makers(of: own), Self.makers(of: new))
    return ours.allSatisfy { kind, makers in !(theirs[kind]?.isDisjoint(with: makers) ?? false) }
  }

  private static func makers(of samples: [Sample]) -> [AnySampleKind: Set<String>] {
    var makers: [AnySampleKind: Set<String>] = [:]
    for sample in samples {
      let (method, settings) = (sample.metadata.method ?? "", sample.metadata.settings ?? "")
      makers[sample.kind, default: []]
        .insert("\(method) \(sample.metadata.revision ?? 0) \(settings)")
    }
    return makers
  }

  /// Why a file's analysis can neither take the place of this one, which is kept, nor stand behind it; `nil` where
  /// it can.
  func refusal(of other: HeldSamples.Analysis) -> String? {
    let (own, new) = (recording, other.recording)
    let count = other.recording.samples.count
    func sentence(_ why: String) -> String {
      "\(new.recording.name) of \(new.participant), \(count) \(count == 1 ? "sample" : "samples"): \(why); none of "
        + "them \(count == 1 ? "was" : "were") taken, and what is here stays"
    }
    guard own.participant == new.participant else {
      return sentence(
        "the same recording is kept of \(own.participant), and has one person (if it is \(new.participant)'s, analyze "
          + "it again with --move-from-others; without its file, delete what is kept of it first: gait delete --participant "
          + "\(own.participant.shellWord) --recording \(own.recording.name.shellWord) --everything)"
      )
    }
    if other.isWhole, stored < other.stored || isWhole && other.stored < stored { return nil }
    if isWhole, 0 < other.stored, other.stored < stored { return nil }
    if stored == other.stored, stored > 0 {
      return sentence("the same analysis is kept with other values")
    }
    return sentence(
      other.isWhole
        ? "a part of a later analysis is kept; import all of that one first"
        : "a part of another analysis than the one that is kept, and a part replaces nothing (gait export "
          + "writes a whole one where neither kinds nor anything else limit it, gait merge takes it from a store)"
    )
  }

  /// That it stays where another analysis gave way to it, although it is known in part only.
  func sentence(before other: HeldSamples.Analysis) -> String {
    let (own, old) = (recording, other.recording)
    return
      "\(own.recording.name) of \(own.participant) is kept as it was stored later, of which an import brought "
      + "\(own.samples.count) samples and perhaps not all; an analysis with \(old.samples.count) samples is kept aside"
  }
}

extension HeldSamples {
  /// Takes out what gave way to an analysis that a file need not hold.
  mutating func takeOutReplaced() -> [SupersededSample] {
    let elsewhere = analyzedElsewhere
    func isReplaced(_ old: SupersededSample) -> Bool {
      old.sample.analyzedRecording.map { elsewhere.contains($0) } ?? false
    }
    defer { superseded.removeAll(where: isReplaced) }
    return superseded.filter(isReplaced)
  }
}
