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

  /// The scores of all recordings whose truth can be read; the others are named.
  func scores(of recordings: [ValidationRecording]) async -> [RecordingScore] {
    let results = await each(recordings, name: \.name) { recording, progress in
      Result { try score(of: recording, progress: progress) }
    }
    return results.compactMap { result in
      switch result {
      case .success(let score): return score
      case .failure(let error):
        terminal.error("\(error)")
        return nil
      }
    }
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
  ) throws -> RecordingScore {
    guard let path = recording.url?.path else {
      return try validation.score(failure: "there is no recording beside it", of: recording)
    }
    let folder = output.map { RecordingFolder.path(of: recording.dataset, in: $0) }
    let analyzer = RecordingAnalyzer(
      options: recording.options, output: folder, overwrites: force, pipeline: pipeline,
      settings: UsedSettings(of: pipeline))
    switch analyzer.result(of: RecordingInput(path: path), progress: progress) {
    case .success(let analyzed): return try validation.score(analyzed.analysis, of: recording)
    case .failure(let failure):
      return try validation.score(failure: failure.description, of: recording)
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
