import Fuzzing

@main enum Zip {
  static func main() { Fuzzing.run(.zipFile) }
}
