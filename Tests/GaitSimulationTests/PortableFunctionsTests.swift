import Foundation
import Testing

import GaitSimulation

@Suite struct PortableFunctionsTests {
  @Test func `sine and cosine equal the library's`() {
    for index in -20_000...20_000 {
      let angle = Double(index) * 0.0371 + Double(index % 7) * 1_000
      let (sine, cosine) = PortableFunctions.sineAndCosine(angle)
      #expect(abs(sine - sin(angle)) < 1e-11 && abs(cosine - cos(angle)) < 1e-11)
    }
  }

  @Test(arguments: [-8.0, -1.3, -0.01, 0, 0.18, 1, 7.5])
  func `exponential and logarithm equal the library's`(value: Double) {
    #expect(abs(PortableFunctions.exponential(value) / exp(value) - 1) < 1e-12)
    #expect(abs(PortableFunctions.logarithm(exp(value)) - value) < 1e-12)
  }
}
