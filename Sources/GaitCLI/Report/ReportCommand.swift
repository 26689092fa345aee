import ArgumentParser
import GaitReports

/// `gait report`: results as pages to look at.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page to look at: of a recording, a person, a study or a validation.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait report recording walk.cwa --output walk.html
        gait report person --store study.gait --participant P07 --output P07.html
        gait report study results --output study.html
        gait report validation recordings --output validation.html
        each writes one file for a browser, which needs nothing else and loads nothing.
        Pages of a study or validation lead to pages of single recordings, in the
        folder beside them.

      --figure speed --format svg writes one figure of the page for a paper.
      --code-names puts codes in place of people's names.
      """),
    subcommands: [
      RecordingReport.self, PersonReport.self, StudyReport.self, ValidationPageReport.self,
    ])
}

/// Where a page or figure goes.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The page to write; or the figure, with --figure.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp("Write this figure of the page, and nothing else.", valueName: "name"))
  var figure: String?

  @Option(help: "The figure's format; else what the name of --output says.")
  var format: FigureFormat?

  @Flag(
    name: .customLong("code-names"),
    help: "Codes in place of names of people; the same name has the same code on every page.")
  var codesNames = false

  @OptionGroup
  var overwriting: OverwritingOptions

  func validate() throws {
    let name = PrintableText.of(output)
    guard figure != nil else {
      if format != nil {
        throw ValidationError("--format is about one figure; name it with --figure")
      }
      guard output.lowercased().hasSuffix(".html") else {
        throw ValidationError("--output \(name) cannot be: give a name that ends in .html")
      }
      return
    }
    guard chosenFormat != nil else {
      throw ValidationError(
        "--output \(name) does not say which format: end it in .svg or .png, or give --format")
    }
  }

  /// The format of the figure; `nil` where nothing says.
  var chosenFormat: FigureFormat? {
    format ?? FigureFormat.allCases.first { output.lowercased().hasSuffix("." + $0.rawValue) }
  }

  /// Looks before anything is read whether the page may be written.
  func check(besides inputs: [String]) throws {
    try OutputPath.check(output, besides: inputs)
    try ExistingOutput.check(output, force: overwriting.force) {
      PageMark(of: $0)?.isUnchanged == true
    }
  }

  /// Looks before the page is written whether one of somebody or something else would be lost.
  func check(subject: [String]) throws {
    guard !overwriting.force, let mark = PageMark(of: output), !mark.isOf(subject) else { return }
    throw ValidationError(
      "--output \(PrintableText.of(output)) is there already and shows another recording or person, or a study or validation of "
        + "another folder, or is an older version's; give another name, or --force to write over it"
    )
  }
}

/// How a figure is written.
enum FigureFormat: String, ExpressibleByArgument, CaseIterable {
  /// Drawn by lines: for papers.
  case svg
  /// Drawn by dots: for slides.
  case png
}
