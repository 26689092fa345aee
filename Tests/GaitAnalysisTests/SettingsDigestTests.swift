import GaitAnalysis
import Testing

/// The digest of the settings stands with every stored sample and decides which recordings of a study are analyzed
/// again. It holds every default, so that none changes unseen.
struct SettingsDigestTests {
  /// Changes with any default of any method in use: then say in the changelog what happened to the results.
  @Test func `the settings are those that stored samples name`() {
    #expect(GaitPipeline().settingsDigest == "b7dd715bc0be8084")
  }
}
