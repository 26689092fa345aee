import Fuzzing

@main enum ActiGraph {
  static func main() { Fuzzing.run(.actiGraph) }
}
