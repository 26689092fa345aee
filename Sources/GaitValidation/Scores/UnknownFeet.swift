extension [TimedFoot] {
  /// Whether the foot of any of them is known.
  var tellFeet: Bool { contains { $0.foot != nil } }

  /// The instants of events whose foot nobody knows, where that of others is known: they may be of either foot, so that no
  /// stride over them is known. Where no foot is told, feet alternate, and none is here.
  var withoutFoot: [Range<Double>] {
    tellFeet ? filter { $0.foot == nil }.map { $0.seconds..<$0.seconds } : []
  }
}
