import GaitModel

@testable import GaitAnalysis

/// A row of characters as time: each stands for a tenth of a second unless told otherwise.
///
/// `|`, `L`, `R` and `+` are contacts, `+` a weak one; everything else is time without one.
struct TimeDrawing {
  /// Times of the contacts, seconds.
  var seconds: [Double] = []
  /// The characters that stood for them.
  var marks: [Character] = []

  init(_ drawing: String, secondsPerCharacter: Double = 0.1) {
    for (place, mark) in drawing.enumerated() where "|LR+".contains(mark) {
      seconds.append(Double(place) * secondsPerCharacter)
      marks.append(mark)
    }
  }

  /// The contacts as they are found in the recording; weak ones have a
  /// twentieth of the amplitude of the others.
  func detected(stepHertz: Double = 2) -> [DetectedContact] {
    zip(seconds, marks).map { time, mark in
      DetectedContact(
        position: SampleGrid.position(atSeconds: time), amplitude: mark == "+" ? 0.1 : 2,
        stepHertz: stepHertz)
    }
  }
}

/// The contacts of a drawing, seconds.
func contacts(_ drawing: String, secondsPerCharacter: Double = 0.1) -> [Double] {
  TimeDrawing(drawing, secondsPerCharacter: secondsPerCharacter).seconds
}
