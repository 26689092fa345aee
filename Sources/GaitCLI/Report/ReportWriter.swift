import ArgumentParser
import Foundation
import GaitModel
import GaitReports
import GaitResults

/// Writes a page, or one of its figures.
struct ReportWriter {
  let options: ReportOptions

  /// The program as pages name it.
  static let program = "gait \(Program.version)"

  /// The libraries that draw; `GAIT_JAVASCRIPT` names another folder than Debian's.
  static var libraries: ScriptLibraries {
    let folder = ProcessInfo.processInfo.environment["GAIT_JAVASCRIPT"] ?? ""
    return folder.isEmpty ? ScriptLibraries() : ScriptLibraries(folder: folder)
  }

  /// Looks before the work whether the libraries are there.
  static func check() throws {
    do { _ = try libraries.scripts(hasSignal: true) } catch {
      throw ValidationError("\(error)")
    }
  }

  /// What is shown where a folder is: two studies may have folders of one name.
  static func subject(ofFolder path: String) -> [String] { [StudyInput.absolute(path)] }

  /// Looks whether the page of somebody or something else would be lost: before those to which it leads are made.
  func check(_ kind: Page.Kind, of subject: [String]) throws {
    try options.check(subject: [kind.rawValue] + subject)
  }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - subject: what is shown: a page of something else is not written over.
  /// - Throws: what cannot be written or drawn; nothing is written then.
  func write(_ page: Page, of subject: [String]) throws {
    try check(page.kind, of: subject)
    let subject = [page.kind.rawValue] + subject
    let data: Data
    if let name = options.figure {
      data = try FigureDrawing(libraries: Self.libraries).data(
        of: try figure(name, of: page), format: options.chosenFormat ?? .svg)
    } else {
      data = Data(try PageRenderer(libraries: Self.libraries).html(page).utf8)
    }
    let url = URL(fileURLWithPath: options.output)
    try PendingFiles.shared.write(
      [(name: url.lastPathComponent, content: PageMark.marked(data, subject: subject))],
      in: url.deletingLastPathComponent().path)
  }

  private func figure(_ name: String, of page: Page) throws -> PageFigure {
    let figures = page.figures
    if let figure = figures.first(where: { $0.name == name }) { return figure }
    let names = figures.map(\.name)
    let list = names.isEmpty ? "no figure" : names.joined(separator: ", ")
    throw ValidationError(
      "--figure \(PrintableText.of(name)): this page has \(list)"
        + NearestWord.question(name, among: names))
  }
}

/// Draws one figure without a browser: Vega under Node, and librsvg for dots.
struct FigureDrawing {
  let libraries: ScriptLibraries

  /// How a drawing of ours begins.
  static let beginning = "<!-- made by gait report -->\n"
  /// The Debian packages that drawing takes besides the page's own.
  static let packages = ["nodejs", "librsvg2-bin"]

  /// The figure in a format.
  func data(of figure: PageFigure, format: FigureFormat) throws -> Data {
    let svg = try run(["node", "-"], input: Data(try script(for: figure).utf8))
    guard format == .png else { return Data(Self.beginning.utf8) + svg }
    return try run(
      ["rsvg-convert", "--zoom", "2", "--background-color", "white", "--format", "png"], input: svg)
  }

  private func script(for figure: PageFigure) throws -> String {
    PageRenderer.figureScript(figure, vega: try libraries.vega())
  }

  private func run(_ command: [String], input: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gait-\(UUID().uuidString)")
    // What a figure shows is a person's own: nobody else on the machine may look.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "input")
    try input.write(to: file)
    let process = Process()
    let (output, message) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = message
    try process.run()
    let made = output.fileHandleForReading.readDataToEndOfFile()
    let said = String(decoding: message.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, !made.isEmpty else {
      let isAbsent = process.terminationStatus == 127
      throw ValidationError(
        isAbsent
          ? "\(command[0]) is not there: --figure draws with the Debian packages nodejs and "
            + "librsvg2-bin; install them with: sudo apt-get install -y nodejs librsvg2-bin"
          : "\(command[0]) could not draw the figure: \(said.prefix(400))")
    }
    return made
  }
}
