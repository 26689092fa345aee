import Foundation
import GaitAnalysis
import GaitResults
import GaitValidation
import SensorFiles

/// Analyzes recordings and scores them, several at once.
struct ValidationScorer: Sendable {
  /// Where the truth comes from.
  var validation: Validation
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

  /// What became of recordings.
  struct Outcome {
    /// One for each recording that counts.
    var scores: [RecordingScore] = []
    /// How many have a truth that cannot be read.
    var unreadCount = 0
  }

  /// The scores of all recordings whose truth can be read, each once; the others are named.
  func scores(of recordings: [ValidationRecording]) async -> Outcome {
    let results = await each(recordings, name: \.name) { recording, progress in
      Result { try score(of: recording, progress: progress) }
    }
    var outcome = Outcome()
    var known: [String: [RecordingScore]] = [:]
    for result in results {
      switch result {
      case .success(let (score, content)):
        let same = content.flatMap { known[$0] } ?? []
        if let first = same.first(where: score.hasSameTruth) {
          sayCopy(of: first, score)
          continue
        }
        if let content { known[content, default: []].append(score) }
        outcome.scores.append(score)
      case .failure(let error):
        terminal.error("\(error)")
        outcome.unreadCount += 1
      }
    }
    return outcome
  }

  private func sayCopy(of first: RecordingScore, _ copy: RecordingScore) {
    func name(_ score: RecordingScore) -> String {
      PrintableText.of("\(score.recording.dataset)/\(score.recording.name)")
    }
    terminal.note(
      "\(name(copy)): left out, because its samples and its truth are those of \(name(first)), and a recording counts once"
    )
  }

  /// The figures with stages taken from the truth.
  func stages(of scores: [RecordingScore]) async -> [StageRow] {
    let asked = scores.filter { $0.failure == nil }.flatMap { score in
      score.givenPipelines(pipeline).map { (score: score, given: $0) }
    }
    let results = await each(asked, name: \.score.recording.name) { asked, progress in
      given(asked.given, asked.score, progress: progress).map { (pipeline: asked.given, score: $0) }
    }
    return StageRow.rows(endToEnd: scores, given: results.compactMap(\.self))
  }

  private func each<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], name: (Input) -> String,
    work: @escaping @Sendable (Input, (Double, Double?) -> Void) -> Output
  ) async -> [Output] {
    let progress = ProgressLine(terminal: terminal, names: inputs.map(name))
    var outputs: [Output] = []
    await OrderedTasks.run(inputs, atOnce: jobs.simultaneous(of: inputs.count)) { index, input in
      work(input) { progress.report($0, share: $1, of: index) }
    } take: { index, result in
      progress.reportDone(index)
      outputs.append(result)
    }
    terminal.clearProgress()
    return outputs
  }

  /// A recording that cannot be analyzed has found nothing, and says why.
  private func score(
    of recording: ValidationRecording, progress: (Double, Double?) -> Void
  ) throws -> (score: RecordingScore, content: String?) {
    guard let path = recording.url?.path else {
      let why = "there is no recording beside it"
      return (try validation.score(failure: why, of: recording), nil)
    }
    let folder = output.map { RecordingFolder.path(of: recording.dataset, in: $0) }
    let analyzer = RecordingAnalyzer(
      options: recording.options, output: folder, overwrites: force, pipeline: pipeline,
      settings: UsedSettings(of: pipeline))
    switch analyzer.result(of: RecordingInput(path: path), progress: progress) {
    case .success(let analyzed):
      return (try validation.score(analyzed.analysis, of: recording), analyzed.checksum)
    case .failure(let failure):
      return (try validation.score(failure: failure.description, of: recording), nil)
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
