import GaitStudies
import TestSupport
import Testing

/// A damaged manifest is read, or its faults are named; nothing else.
struct DamagedManifestTests {
  @Test func `a damaged manifest is read or refused in words`() {
    let text = """
      participant,path,site,height_m,mass_kg,age_years,sex,start,time_zone,settings,recording
      P07,"P07/a, b.cwa",wrist,1.68,70,71.5,f,2026-05-04T09:30:00,Europe/Berlin,ours.json,monday
      P08,x.csv,lower_back,1.75,,68,m,2026-05-04T09:30:00+02:00,,,
      P09,y.gt3x,hip,,,,,,,,tuesday

      """
    var (read, refused) = (0, 0)
    for bytes in DamagedBytes.variants(of: Array(text.utf8), count: 3000, seed: 2) {
      do {
        let manifest = try StudyManifest(bytes, name: "study.csv")
        read += 1
        #expect((try? StudyManifest(manifest.text.utf8, name: "again.csv")) == manifest)
        for row in manifest.rows {
          #expect(row.heightMeters?.isFinite != false && row.ageYears?.isFinite != false)
        }
      } catch {
        refused += 1
        #expect(!error.faults.isEmpty && error.faults.allSatisfy { $0.contains("study.csv") })
      }
    }
    #expect(read > 50 && refused > 1000)
  }
}
