import Fuzzing

@main enum BIDSMotion {
  static func main() { Fuzzing.run(.bidsMotion) }
}
