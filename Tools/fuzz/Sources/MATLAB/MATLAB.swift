import Fuzzing

@main enum MATLAB {
  static func main() { Fuzzing.run(.matlab) }
}
