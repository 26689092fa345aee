import Fuzzing

@main enum GENEActiv {
  static func main() { Fuzzing.run(.geneActiv) }
}
