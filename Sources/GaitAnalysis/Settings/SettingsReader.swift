import GaitModel

/// Turns what a settings file holds into a pipeline, and says what is wrong with it.
struct SettingsReader {
  let file: String
  /// The changes that the file makes to a method wherever it is used.
  private var changes: [String: [String: SettingsTree]] = [:]

  init(file: String) { self.file = file }

  mutating func pipeline(from tree: SettingsTree) throws(SettingsFileError) -> GaitPipeline {
    let file = try object(tree, at: "")
    try check(file.keys, at: "", allowed: ["methods", "presets"])
    var pipeline = GaitPipeline()
    if let methods = file["methods"] { try readMethods(methods) }
    pipeline.calibration = try changed(pipeline.calibration)
    pipeline.nonWear = try changed(pipeline.nonWear)
    pipeline.knownDistances = try changed(pipeline.knownDistances)
    if let wearing = try changedAny(pipeline.wearing) as? any WearingRecognizer {
      pipeline.wearing = wearing
    }
    for place in WearingPlace.allCases {
      pipeline.presets[place] = try changed(pipeline.presets[place])
    }
    if let presets = file["presets"] { try readPresets(presets, into: &pipeline.presets) }
    return pipeline
  }

  // MARK: Methods

  /// Every method that a file may name.
  private static let known: [any ConfigurableMethod] =
    [AutoCalibration(), NonWear(), WearingPosition(), KnownDistanceCalibration()]
    + MethodCatalog.questions.flatMap(\.answers)

  private mutating func readMethods(_ tree: SettingsTree) throws(SettingsFileError) {
    let methods = try object(tree, at: "methods")
    try check(methods.keys, at: "methods", allowed: Self.known.map(\.typeName))
    for (name, settings) in methods {
      changes[name] = try object(settings, at: "methods.\(name)")
    }
    // A change is checked even where no preset uses the method.
    for method in Self.known { _ = try changedAny(method) }
  }

  private func changed<Method: ConfigurableMethod>(
    _ method: Method
  ) throws(SettingsFileError) -> Method {
    guard let settings = changes[method.typeName] else { return method }
    return try with(settings, method, at: "methods.\(method.typeName)")
  }

  private func changedAny(
    _ method: any ConfigurableMethod
  ) throws(SettingsFileError) -> any ConfigurableMethod { try changed(method) }

  private func changed(_ methods: GaitMethods) throws(SettingsFileError) -> GaitMethods {
    var methods = methods
    for question in MethodCatalog.questions {
      _ = question.answer(&methods, try changedAny(question.method(methods)))
    }
    return methods
  }

  private func with<Method: ConfigurableMethod>(
    _ settings: [String: SettingsTree], _ method: Method, at key: String
  ) throws(SettingsFileError) -> Method {
    try check(settings.keys, at: key, allowed: Method.settingNames)
    var method = method
    for (name, tree) in settings.sorted(by: { $0.key < $1.key }) {
      guard let setting = Method.settings.first(where: { $0.name == name }) else { continue }
      guard case .value(let value) = tree, setting.set(value, in: &method) else {
        let allowed = setting.allowed(in: method)
        throw fault("\(key).\(name)", "came \(tree.text); \(allowed) is allowed")
      }
    }
    return method
  }

  // MARK: Presets

  private func readPresets(
    _ tree: SettingsTree, into presets: inout GaitPresets
  ) throws(SettingsFileError) {
    let places = try object(tree, at: "presets")
    try check(places.keys, at: "presets", allowed: WearingPlace.allCases.map(\.rawValue))
    for (name, tree) in places.sorted(by: { $0.key < $1.key }) {
      guard let place = WearingPlace(rawValue: name) else { continue }
      let key = "presets.\(name)"
      let answers = try object(tree, at: key)
      try check(answers.keys, at: key, allowed: MethodCatalog.questions.map(\.name))
      for question in MethodCatalog.questions {
        guard let answer = answers[question.name] else { continue }
        try read(answer, for: question, into: &presets[place], at: "\(key).\(question.name)")
      }
    }
  }

  private func read(
    _ tree: SettingsTree, for question: MethodQuestion, into methods: inout GaitMethods,
    at key: String
  ) throws(SettingsFileError) {
    let now = question.method(methods)
    var (name, settings): (String, [String: SettingsTree])
    switch tree {
    case .word(let word): (name, settings) = (word, [:])
    case .object(let object):
      settings = object
      switch settings.removeValue(forKey: "method") {
      case .word(let word): name = word
      case nil: name = now.typeName
      case .some(let other):
        throw fault("\(key).method", "came \(other.text); the name of a method is allowed")
      }
    default:
      throw fault(
        key,
        "came \(tree.text); the name of a method is allowed, or an object with \"method\" and its settings"
      )
    }
    let method = try changedAny(try answer(name, to: question, insteadOf: now, at: key))
    _ = question.answer(&methods, try withAny(settings, method, at: key))
  }

  private func answer(
    _ name: String, to question: MethodQuestion, insteadOf now: any ConfigurableMethod,
    at key: String
  ) throws(SettingsFileError) -> any ConfigurableMethod {
    if name == now.typeName { return now }
    if let found = question.answers.first(where: { $0.typeName == name }) { return found }
    let names = question.answers.map(\.typeName)
    let elsewhere = MethodCatalog.questions.first { other in
      other.answers.contains { $0.typeName == name }
    }
    if let elsewhere {
      throw fault(
        key,
        "\(name) answers \(elsewhere.name), not \(question.name); allowed are \(names.joined(separator: ", "))"
      )
    }
    throw fault(key, unknown(name, what: "a method", allowed: names))
  }

  private func withAny(
    _ settings: [String: SettingsTree], _ method: any ConfigurableMethod, at key: String
  ) throws(SettingsFileError) -> any ConfigurableMethod { try with(settings, method, at: key) }

  // MARK: Faults

  private func object(
    _ tree: SettingsTree, at key: String
  ) throws(SettingsFileError) -> [String: SettingsTree] {
    guard case .object(let object) = tree else {
      throw fault(key, "came \(tree.text); an object in braces is allowed")
    }
    return object
  }

  private func check(
    _ keys: some Collection<String>, at key: String, allowed: [String]
  ) throws(SettingsFileError) {
    guard let wrong = keys.sorted().first(where: { !allowed.contains($0) }) else { return }
    throw fault(
      key.isEmpty ? wrong : "\(key).\(wrong)", unknown(wrong, what: "a key", allowed: allowed))
  }

  private func unknown(_ word: String, what: String, allowed: [String]) -> String {
    let list =
      allowed.isEmpty ? "It has no settings" : "Allowed are \(allowed.joined(separator: ", "))"
    let near = NearestWord.of(word, among: allowed).map { "; did you mean \($0)?" } ?? "."
    return "\(word) is not \(what) here\(near) \(list)"
  }

  private func fault(_ key: String, _ problem: String) -> SettingsFileError {
    SettingsFileError(file: file, key: key, problem: problem)
  }
}
