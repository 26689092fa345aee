import Fuzzing

@main enum Report {
  static func main() { Fuzzing.run(DamagedReport.breach) }
}
