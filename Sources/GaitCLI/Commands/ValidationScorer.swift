import Foundation
import GaitAnalysis
import GaitResults
import GaitValidation
import SensorFiles

/// Analyzes recordings and scores them, several at once.
struct ValidationScorer: Sendable {
  /// Where the truth comes from.
  var validation: Validation
  /// The same truth by the clocks of an earlier run, where these are other than the analyses' own.
  var earlier: Validation?
  /// The methods.
  var pipeline: GaitPipeline
  /// The folder for the analyses, if any.
  var output: String?
  /// Whether files there may be written over.
  var force: Bool
  /// How many at once.
  var jobs: JobsOptions
  /// Where progress and troubles are shown.
  var terminal: Terminal
  /// Whether it is said what was lost of recordings: once, where they are analyzed in several ways.
  var tellsRemarks = true

  /// What became of recordings.
  struct Outcome {
    /// One for each recording that counts.
    var scores: [RecordingScore] = []
    /// The same by the clocks of an earlier run, to be compared with it.
    var compared: [RecordingScore] = []
    /// How many have a truth that cannot be read, or no recording beside it.
    var unreadCount = 0
    /// How many of the scored ones have results that could not be written.
    var unwrittenCount = 0
  }

  /// The scores of all recordings that are there and whose truth can be read, each once; the others are named. What does not
  /// count leaves no files.
  func scores(of recordings: [ValidationRecording]) async -> Outcome {
    var outcome = Outcome()
    var known: [String: [RecordingScore]] = [:]
    await each(recordings, name: \.name) { recording, progress in
      Result { try scored(recording, progress: progress) }
    } take: { result in
      do {
        let (score, compared, recording) = try result.get()
        let content = recording?.checksum
        let same = content.flatMap { known[$0] } ?? []
        if let first = same.first(where: score.hasSameTruth) { return sayCopy(of: first, score) }
        if let first = same.first(where: { $0.recording.dataset == score.recording.dataset }) {
          throw Self.doubled(score, of: first)
        }
        if let failure = write(recording, of: score) {
          terminal.error("\(failure)")
          outcome.unwrittenCount += 1
        }
        tellDetails(of: score, recording)
        if let content, score.failure == nil { known[content, default: []].append(score) }
        outcome.scores.append(score)
        outcome.compared.append(compared)
      } catch {
        terminal.error("\(error)")
        outcome.unreadCount += 1
      }
    }
    tellTroubles(of: outcome.scores)
    return outcome
  }

  /// Says to the curious what `gait analyze --verbose` says of a recording.
  private func tellDetails(of score: RecordingScore, _ analyzed: AnalyzedRecording?) {
    guard tellsRemarks, let analyzed else { return }
    let name = "\(score.recording.dataset)/\(score.recording.name)"
    for remark in analyzed.remarks { terminal.detail("\(name): \(remark.message)") }
    terminal.tellWork(on: analyzed, named: name)
  }

  /// Says of which recordings something was lost, unless the curious know it already.
  private func tellTroubles(of scores: [RecordingScore]) {
    guard tellsRemarks, !terminal.isVerbose else { return }
    for told in Validation.troubles(of: scores).told {
      terminal.note("\(told.name): \(told.first.message)")
    }
  }

  private func sayCopy(of first: RecordingScore, _ copy: RecordingScore) {
    terminal.note(
      "\(Self.name(of: copy)): left out, because its samples and its truth are those of \(Self.name(of: first)), and a "
        + "recording counts once")
  }

  /// Why a recording of a dataset cannot count a second time under another name, with another truth.
  private static func doubled(
    _ copy: RecordingScore, of first: RecordingScore
  ) -> GaitValidation.ValidationError {
    GaitValidation.ValidationError(
      "\(name(of: copy)): left out, because its samples are those of \(name(of: first)) and its truth is another, and a "
        + "recording counts once; put all that is known of it under one name")
  }

  private static func name(of score: RecordingScore) -> String {
    PrintableText.of("\(score.recording.dataset)/\(score.recording.name)")
  }

  /// The figures with stages taken from the truth.
  func stages(of scores: [RecordingScore]) async -> [StageRow] {
    let asked = scores.filter { $0.failure == nil }.flatMap { score in
      score.givenPipelines(pipeline).map { (score: score, given: $0) }
    }
    var given: [(pipeline: GivenPipeline, score: RecordingScore)] = []
    await each(asked, name: \.score.recording.name) { asked, progress in
      self.given(asked.given, asked.score, progress: progress)
        .map { (pipeline: asked.given, score: $0) }
    } take: {
      if let score = $0 { given.append(score) }
    }
    return StageRow.rows(endToEnd: scores, given: given)
  }

  /// Puts classic methods beside the figures, one question each. They are judged by the clocks of the figures.
  func addClassics(to report: inout ValidationReport, of scores: [RecordingScore]) async {
    for classic in ClassicMethod.all {
      var scorer = self
      (scorer.pipeline, scorer.output) = (classic.pipeline(pipeline), nil)
      (scorer.validation, scorer.earlier) = (validation.by(LaboratoryClocks(of: scores)), nil)
      scorer.tellsRemarks = false
      report.add(classic, await scorer.scores(of: scores.map(\.recording)).scores)
    }
  }

  private func each<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], name: (Input) -> String,
    work: @escaping @Sendable (Input, (Double, Double?) -> Void) -> Output,
    take: (Output) -> Void
  ) async {
    let progress = ProgressLine(terminal: terminal, names: inputs.map(name))
    await OrderedTasks.run(inputs, atOnce: jobs.simultaneous(of: inputs.count)) { index, input in
      work(input) { progress.report($0, share: $1, of: index) }
    } take: { index, result in
      progress.reportDone(index)
      take(result)
    }
    terminal.clearProgress()
  }

  /// A recording that cannot be analyzed has found nothing, and says why. Of one that is not there nothing can be said.
  private func scored(
    _ recording: ValidationRecording, progress: (Double, Double?) -> Void
  ) throws -> (score: RecordingScore, compared: RecordingScore, analyzed: AnalyzedRecording?) {
    guard let path = recording.url?.path else {
      throw GaitValidation.ValidationError(
        "\(recording.referenceURL.path): there is no recording \(recording.name) beside it, neither a file nor a folder of a "
          + "logger, and it is in no figure; put the recording there, or take the truth away")
    }
    let analyzer = RecordingAnalyzer(
      options: recording.options, pipeline: pipeline, settings: UsedSettings(of: pipeline))
    switch analyzer.result(of: RecordingInput(path: path), progress: progress) {
    case .success(let analyzed):
      let score = told(try self.score(analyzed, of: recording), analyzed)
      let compared = try? earlier?.score(analyzed.analysis, of: recording)
      return (score, compared.map { told($0, analyzed) } ?? score, analyzed)
    case .failure(let failure):
      let score = try validation.score(failure: failure.description, of: recording)
      return (score, score, nil)
    }
  }

  /// A score with what its recording says.
  private func told(_ score: RecordingScore, _ analyzed: AnalyzedRecording) -> RecordingScore {
    var score = score
    score.troubles = analyzed.remarks.filter(\.kind.isTrouble)
    score.wearer = RecordingScore.wearer(in: analyzed.analysis.facts)
    return score
  }

  /// The score; where the truth does not fit a recording that was cut off, that is said with it.
  private func score(
    _ analyzed: AnalyzedRecording, of recording: ValidationRecording
  ) throws -> RecordingScore {
    do {
      return try validation.score(analyzed.analysis, of: recording)
    } catch let error as GaitValidation.ValidationError {
      guard let cut = analyzed.remarks.first(where: { $0.kind == .truncated }) else { throw error }
      throw GaitValidation.ValidationError("\(error) Of the recording: \(cut.message)")
    }
  }

  /// Writes the files of a recording that counts.
  ///
  /// - Returns: why they cannot be written, where they cannot. Its figures are what they are all the same.
  private func write(_ analyzed: AnalyzedRecording?, of score: RecordingScore) -> InputFailure? {
    guard let output, let analyzed else { return nil }
    let folder = RecordingFolder.path(of: score.recording.dataset, in: output)
    do {
      try RecordingFolder.write(analyzed, in: folder, force: force)
      return nil
    } catch {
      return InputFailure(RecordingInput(path: score.recording.url?.path ?? ""), error)
    }
  }

  private func given(
    _ given: GivenPipeline, _ score: RecordingScore, progress: (Double, Double?) -> Void
  ) -> RecordingScore? {
    guard let path = score.recording.url?.path else { return nil }
    let analyzer = RecordingAnalyzer(options: score.recording.options, pipeline: given.pipeline)
    let analyzed = try? analyzer.analysis(of: RecordingInput(path: path), progress: progress)
    return analyzed.map {
      score.score(of: $0.analysis, against: given.system, rounding: validation.rounding)
    }
  }
}
