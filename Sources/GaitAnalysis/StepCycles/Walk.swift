import GaitModel

/// An initial contact before it belongs to a bout.
public struct DetectedContact: Hashable, Sendable {
  /// Where on the recording's grid.
  public var position: SamplePosition
  /// The same, moved once more by the waveform: noisier, but without smoothing over neighbors.
  var sharpened: SamplePosition
  /// Amplitude of the step wave there, m/s².
  public var amplitude: Double
  /// The step frequency there, Hz.
  public var stepHertz: Double
  /// Whether the foot was put down beside the other to end the walk.
  public var isClosing = false

  /// Makes a contact.
  ///
  /// - Parameters:
  ///   - position: where on the recording's grid.
  ///   - amplitude: amplitude of the step wave there, m/s².
  ///   - stepHertz: the step frequency there, Hz.
  ///   - isClosing: whether the foot was put down beside the other to end the walk.
  public init(
    position: SamplePosition, amplitude: Double, stepHertz: Double, isClosing: Bool = false
  ) {
    (self.position, sharpened) = (position, position)
    (self.amplitude, self.stepHertz, self.isClosing) = (amplitude, stepHertz, isClosing)
  }

  /// Seconds of the recording.
  public var seconds: Double { SampleGrid.seconds(at: position) }
}

/// The contacts found in gait sequences.
public struct DetectedContacts: Sendable {
  /// In time order.
  public var contacts: [DetectedContact]
  /// Whether they were chosen together, as the steps of walks; if not, each is a candidate, and strength and
  /// rhythm are judged when walks are put together.
  public var areChosen: Bool

  /// Makes contacts.
  public init(_ contacts: [DetectedContact], areChosen: Bool = false) {
    (self.contacts, self.areChosen) = (contacts, areChosen)
  }
}

/// Contacts that follow each other without a break, before they become a bout.
public struct Walk: Hashable, Sendable {
  /// Fewer contacts are not a walk: two strides, one of each foot.
  static let leastContacts = 4
  /// A longer pause ends a walk, seconds.
  static let longestPauseSeconds = GaitSequenceGroups.longestPauseSeconds

  /// The contacts, in time order.
  public var contacts: [DetectedContact]

  /// Makes a walk of contacts in time order, at least one.
  public init(contacts: [DetectedContact]) { self.contacts = contacts }

  /// Where the contacts are on the recording's grid.
  public var positions: [SamplePosition] { contacts.map(\.position) }
  /// When the contacts are, seconds of the recording.
  public var contactSeconds: [Double] { contacts.map(\.seconds) }
  /// From the first contact to the last, seconds of the recording.
  public var seconds: Range<Double> { contacts[0].seconds..<contacts[contacts.count - 1].seconds }
  /// Whether the last contact only put the foot beside the other: that step is no measure of speed.
  public var isClosed: Bool { contacts.count > 2 && contacts[contacts.count - 1].isClosing }
  /// From the first contact's sample to the last's.
  public var samples: Range<SampleIndex> {
    Int(contacts[0].position)..<(Int(contacts[contacts.count - 1].position.rounded(.up)) + 1)
  }
  /// Steps per second, from the first contact to the last.
  var meanStepHertz: Double {
    Double(contacts.count - 1) / (seconds.upperBound - seconds.lowerBound)
  }
}
