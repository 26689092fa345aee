import ArgumentParser
import GaitModel
import GaitResults

/// `gait columns`: what stands in the files.
struct ColumnsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "columns",
    abstract: "Say what every column of every file of results means, and its unit.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait columns bouts.csv
        describes the columns of bouts.csv, in their order; those of a study's
        tables under names as tables/days.csv.

      Without a file it describes all of them. samples.csv is what gait export
      writes and gait query prints; statistics.csv, activities.csv, holdings.csv,
      pairs.csv, inspection.csv, validation.csv, comparison.csv, cohort.csv, bench.csv
      and live.csv are what commands print with --format csv.
      """))

  @Argument(help: ArgumentHelp("A file of results, as bouts.csv.", valueName: "file"))
  var file: String?

  @Option(help: "How to print.")
  var format: OutputFormat = .table

  @Flag(help: .hidden)
  var markdown = false

  func validate() throws { _ = try files }

  func run() throws { try StandardOutput.write(try text) }

  private var text: String {
    get throws {
      let files = try files
      if markdown {
        return "# What stands in the files\n\n" + files.map(\.markdown).joined(separator: "\n")
      }
      guard format == .table else {
        let rows = files.flatMap(\.table.rows)
        return Table("columns", columns: files[0].table.columns, of: rows) { $0 }.text(format)
      }
      return files.map(\.listing).joined(separator: "\n")
    }
  }

  private var files: [DescribedFile] {
    get throws {
      let all =
        DescribedFiles.all + DescribedFiles.printed + StudyTables.described
        + [StudyTables.describedDictionary]
      guard let file else { return all }
      // Two files are called bouts.csv: that of a study lies in its folder tables.
      let parts = file.split(separator: "/").suffix(2).map(String.init)
      for name in [
        parts.joined(separator: "/"), parts.last ?? file, "tables/" + (parts.last ?? ""),
      ] {
        let found = all.filter {
          [$0.name, $0.name + ".gz"].contains(name) || $0.name == name + ".csv"
        }
        if !found.isEmpty { return found }
      }
      let name = parts.last ?? file
      let known = all.map(\.name)
      throw ValidationError(
        "there is no file of results \(PrintableText.of(name))"
          + InvalidWord.question(of: name, among: known)
          + "\nThere are \(known.joined(separator: ", ")).")
    }
  }
}
