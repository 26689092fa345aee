import Testing

/// What a path over a known distance must be.
struct CalibratePathTests {
  @Test func `a path with stairs is no known distance`() throws {
    let gait = try GaitProcess()
    try gait.done("simulate", "stairs", "--seed", "1", "--output", "stairs.csv", "--quiet")
    let ending = try gait("calibrate", "stairs.csv", "--distance", "90.1")
    let said = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 2 && said.contains("no distance"), "\(said)")
  }
}
