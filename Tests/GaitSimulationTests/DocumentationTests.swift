import GaitModel
import GaitSimulation
import Testing

/// The example of the module's landing page, compiled.
@Suite struct DocumentationTests {
  @Test func `the example of the landing page does what the page says`() {
    var profile = WalkerProfile(
      height: Length(meters: 1.80), speed: Speed(metersPerSecond: 1.3))
    profile.stepTimeAsymmetry = 0.12
    let plan = WalkPlan([
      .stand(seconds: 3), .walkDistance(meters: 10), .turn(degrees: 180, seconds: 2),
      .walkDistance(meters: 10), .stand(seconds: 3),
    ])
    var mount = SensorMount(site: .lowerBack, samplingRateHertz: 100)
    mount.orientation = .random(seed: 4)
    let recording = SimulatedRecording(
      name: "there-and-back", profile: profile, plan: plan, mount: mount, seed: 1)
    let speed = recording.truth.bouts[0].walkingSpeed.metersPerSecond
    #expect((1.0...1.35).contains(speed))
    let files = RecordingFiles(recording).named("there-and-back")
    #expect(
      files.map(\.name)
        == ["there-and-back.csv", "there-and-back.json", "there-and-back.reference.json"])
  }
}
