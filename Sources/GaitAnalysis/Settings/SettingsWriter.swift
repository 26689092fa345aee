import GaitModel

/// Writes a settings file with units and reasons as comments.
struct SettingsWriter {
  let pipeline: GaitPipeline

  private static let width = 100

  /// The whole file.
  var document: String {
    """
    // Settings of GaitKit. Keep what you change, drop the rest: what is not named stays as it was
    // measured best. Give the file to gait analyze, batch, validate, bench and others with --settings.
    {
      // Which method answers which question, by what the device moves with. An object with "method"
      // and settings makes them differ there from those below.
      "presets": {
    \(presets)
      },
      // The settings of each method, wherever it is used.
      "methods": {
    \(methods)
      }
    }

    """
  }

  private var presets: String {
    WearingPlace.allCases.map { place in
      let answers = MethodCatalog.questions.map { question in
        "      \"\(question.name)\": \(answer(question.method(pipeline.presets[place])))"
      }
      return "    \"\(place.rawValue)\": {\n\(answers.joined(separator: ",\n"))\n    }"
    }.joined(separator: ",\n")
  }

  /// A method's name, with what differs from the settings that stand below.
  private func answer(_ method: any ConfigurableMethod) -> String {
    let below = listed.first { $0.typeName == method.typeName } ?? method
    let usual = below.listedSettings
    let own = method.listedSettings.filter { !usual.contains($0) }
    guard !own.isEmpty else { return "\"\(method.typeName)\"" }
    let settings = own.map { "\"\($0.name)\": \($0.value.text)" }
    return "{\"method\": \"\(method.typeName)\", \(settings.joined(separator: ", "))}"
  }

  /// Every method that is used, as it is used first, and the other answers to each question.
  private var listed: [any ConfigurableMethod] {
    var found: [any ConfigurableMethod] = [
      pipeline.calibration, pipeline.nonWear, pipeline.wearing, pipeline.knownDistances,
    ]
    for question in MethodCatalog.questions {
      let used = WearingPlace.allCases.map { question.method(pipeline.presets[$0]) }
      for method in used + question.answers
      where !found.contains(where: { $0.typeName == method.typeName }) {
        found.append(method)
      }
    }
    return found
  }

  private var methods: String {
    listed.map { method in
      let source = method.provenance
      let head = comment("\(source.question): \(source.citation)", indent: "    ")
      let settings = method.listedSettings.map(setting).joined(separator: ",\n")
      let body = settings.isEmpty ? "{}" : "{\n\(settings)\n    }"
      return "\(head)    \"\(method.typeName)\": \(body)"
    }.joined(separator: ",\n")
  }

  private func setting(_ setting: ListedSetting) -> String {
    let unit = setting.unit.symbol.isEmpty ? "" : " [\(setting.unit.symbol)]"
    return comment(setting.reason + unit, indent: "      ")
      + "      \"\(setting.name)\": \(setting.value.text)"
  }

  /// A text as comment lines.
  private func comment(_ text: String, indent: String) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if indent.count + 3 + line.count + word.count > Self.width, !line.isEmpty {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    lines.append(line)
    return lines.map { "\(indent)// \($0)\n" }.joined()
  }
}
