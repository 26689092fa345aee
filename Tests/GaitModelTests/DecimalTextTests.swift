import Foundation
import GaitModel
import Testing

struct DecimalTextTests {
  @Test(arguments: [
    (0.0, 4, "0.0000"), (-0.00001, 4, "0.0000"), (1.005, 1, "1.0"), (-1.25, 4, "-1.2500"),
    (0.99995, 3, "1.000"), (604_800.12345, 4, "604800.1235"), (12.5, 0, "13"), (-0.05, 2, "-0.05"),
    (-0.0405, 3, "-0.041"), (9.8, 3, "9.800"),
  ])
  func `a number has the decimals asked for`(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.text(value, decimals: decimals) == text)
  }

  @Test func `what is not a finite number has no text`() {
    #expect(DecimalText.text(.nan, decimals: 4) == nil)
    #expect(DecimalText.text(.infinity, decimals: 4) == nil)
    #expect(DecimalText.text(1e300, decimals: 4) == nil)
  }

  @Test func `numbers equal those of the C library`() {
    var value = -73.1
    for _ in 0..<2000 {
      value = value * -1.0073 + 0.01234
      let expected = String(format: "%.4f", value)
      let text = DecimalText.text(value, decimals: 4)
      #expect(text == expected || abs(value * 10_000).truncatingRemainder(dividingBy: 1) == 0.5)
    }
  }
}
