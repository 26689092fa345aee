import Signals
import Testing

struct CurveTests {
  @Test func `a straight line is held at its ends`() {
    #expect(Interpolation.linear([1, 3], at: 0.25) == 1.5)
    #expect(Interpolation.linear([1, 3], at: -1) == 1)
    #expect(Interpolation.linear([1, 3], at: 7) == 3)
    #expect(Interpolation.linear([4], at: 0.5) == 4)
    #expect(Interpolation.linear([], at: 0).isNaN)
  }
}
