import GaitModel

extension ValidationFindings {
  /// The same findings with codes in place of the names of people, recordings and datasets.
  ///
  /// - Parameters:
  ///   - names: what else may stand in sentences: the folder, and paths.
  ///   - recordings: dataset, name and person of each recording.
  /// - Returns: Findings whose figures are the same.
  package func coded(
    _ names: [String], of recordings: [(dataset: String, name: String, person: String)]
  ) -> ValidationFindings {
    let coder = NameCoder(names + recordings.flatMap { [$0.dataset, $0.name, $0.person] })
    let datasets = Set(recordings.map(\.dataset)).sorted { ($0.count, $0) > ($1.count, $1) }
    var findings = self
    findings.pairs = pairs.map { pair in
      var pair = pair
      pair.dataset = CodeName.of(pair.dataset)
      pair.recording = CodeName.of(pair.recording)
      pair.person = CodeName.of(pair.person)
      pair.system = pair.system.map(coder.message)
      pair.cohort = pair.cohort.map(coder.entered)
      return pair
    }
    /// A text that begins with the name of a dataset, as it is written there.
    func coded(_ text: String, as written: (String) -> String) -> String {
      let dataset = datasets.first { dataset in
        text == written(dataset)
          || [", ", " · "].contains { text.hasPrefix(written(dataset) + $0) }
      }
      guard let dataset else { return coder.message(text) }
      return CodeName.of(dataset) + coder.message(String(text.dropFirst(written(dataset).count)))
    }
    findings.rows = rows.map { row in
      var row = row
      row.group = coded(row.group) { $0.replacing("_", with: " ") }
      return row
    }
    findings.changes = changes.map { change in
      var change = change
      change.figure = coded(change.figure) { $0 }
      return change
    }
    let places = Dictionary(
      recordings.map { ("\($0.dataset)/\($0.name)", ($0.dataset, $0.name)) }
    ) { first, _ in first }
    findings.failures = failures.map { failure in
      let name = places[failure.recording].map { "\(CodeName.of($0))/\(CodeName.of($1))" }
      // Of two settings that fail in different ways the reason begins with the name of its own.
      let reason = [self.names.first, self.names.second].filter { !$0.isEmpty }
        .reduce(failure.reason) {
          $0.replacing("with \"\($1)\":", with: "with \"\(coder.entered($1))\":")
        }
      return (name ?? coder.message(failure.recording), coder.message(reason))
    }
    findings.troubles = troubles.map { trouble in
      ValidationFindings.Trouble(
        dataset: CodeName.of(trouble.dataset), recording: CodeName.of(trouble.recording),
        count: trouble.count, message: coder.message(trouble.message))
    }
    if !truthRemarks.isEmpty {
      // They name recordings in many ways.
      findings.truthRemarks = ["gait validate says what is odd, and of which recordings"]
    }
    findings.names = (coder.entered(self.names.first), coder.entered(self.names.second))
    return findings
  }
}
