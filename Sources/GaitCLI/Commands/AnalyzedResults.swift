import Foundation
import GaitModel

/// What becomes of analyzed recordings, one after the other: they are kept, printed and counted.
struct AnalyzedResults {
  private let count: Int
  private let terminal: Terminal
  private let identity: RecordingIdentity
  private let keeping: SampleKeeping?
  private let places: [String]
  private var printer: ResultPrinter
  private var failures = 0
  private var done = 0
  private var outputFailure: (any Error)?

  /// Makes a taker of so many results.
  ///
  /// - Parameters:
  ///   - count: How many recordings there are.
  ///   - terminal: Where notes go.
  ///   - identity: Who was recorded and when, where the command line says so.
  ///   - keeping: The store, if any.
  ///   - printer: Prints what is analyzed.
  ///   - places: The files and folders in which results stay, in words for a person.
  init(
    count: Int, terminal: Terminal, identity: RecordingIdentity, keeping: SampleKeeping?,
    printer: ResultPrinter, places: [String]
  ) {
    self.count = count
    self.terminal = terminal
    self.identity = identity
    self.keeping = keeping
    self.printer = printer
    self.places = places
    tellInterruption()
  }

  /// Takes the result of one recording.
  mutating func take(_ result: Result<AnalyzedRecording, InputFailure>) async {
    switch result {
    case .success(let recording):
      do {
        try await keep(recording)
        done += 1
      } catch {
        failures += 1
        terminal.error("\(error)")
      }
      remark(on: recording)
      show(recording)
    case .failure(let failure):
      failures += 1
      terminal.error(failure.description)
    }
    tellInterruption()
  }

  /// Prints what can only be printed at the end, and says how many were done.
  ///
  /// - Throws: an exit code where recordings failed, and a failure of standard output.
  mutating func finish() throws {
    terminal.clearProgress()
    if outputFailure == nil {
      do { try printer.finish() } catch { outputFailure = error }
    }
    try keeping?.store.close()
    if count > 1 {
      terminal.note("\(done) of \(count) recordings done, \(failures) failed")
    }
    if let outputFailure { throw outputFailure }
    try InputOutcome(inputs: count, failures: failures).leave()
  }

  private func keep(_ recording: AnalyzedRecording) async throws {
    guard let keeping else { return }
    if let doubt = identity.doubt(about: recording.analysis.facts) {
      terminal.note("\(recording.name): \(doubt)")
    }
    for sentence in try await keeping.keep(recording.analysis) {
      terminal.note("\(recording.name): \(sentence)")
    }
  }

  /// A reader who left, or a full disk, ends the work where nothing else comes of it.
  private mutating func show(_ recording: AnalyzedRecording) {
    guard outputFailure == nil else { return }
    terminal.clearProgress()
    do { try printer.take(recording) } catch {
      if places.isEmpty { Gait.leave(because: error) }
      outputFailure = error
    }
  }

  /// What was lost, contradicts itself or was assumed is said unasked; the rest only to the curious. A
  /// table says itself what its values assume.
  private func remark(on recording: AnalyzedRecording) {
    for remark in recording.remarks {
      let message = "\(recording.name): \(remark.message)"
      let isInTable = printer.showsRemarks && recording.analysis.remarks.contains(remark)
      if remark.kind.isTrouble || remark.kind == .assumed && !isInTable {
        terminal.note(message)
      } else {
        terminal.detail(message)
      }
    }
    for method in recording.analysis.methods {
      terminal.detail(
        "\(recording.name): \(method.name), revision \(method.revision) (\(method.provenance.citation))"
      )
    }
  }

  private func tellInterruption() {
    guard !places.isEmpty else { return }
    Interruption.says(
      "\(done) of \(count) recordings are done and kept in \(places.joined(separator: " and ")), "
        + "nothing of the others")
  }
}
