import Testing

import Signals

struct PlanningTests {
  @Test func `many tasks may ask for plans at once`() async {
    let x = Noise.doubles(97)
    let expected = FourierTransform.planned(count: 97).powerSpectrum(x)
    let answers = await withTaskGroup(of: [Double].self) { group in
      for task in 0..<200 {
        group.addTask {
          _ = FourierTransform.planned(count: 1 + task % 41).powerSpectrum([1])
          _ = OverlapSave.convolved(Noise.doubles(300 + task), taps: [1, 2, 3])
          _ = PairSpectrum(count: 16)
          return FourierTransform.planned(count: 97).powerSpectrum(x)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 200)
    #expect(answers.allSatisfy { $0 == expected })
  }
}
