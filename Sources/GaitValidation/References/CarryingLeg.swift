/// The leg that carries a phone, where a study says it in the names of its recordings.
extension ValidationRecording {
  /// In WeAllWalk (`weallwalk`) people had a phone on each side, and names end in `1L` or `2R`; `nil` elsewhere.
  var namedLeg: Side? {
    guard dataset == "weallwalk", let label = name.last else { return nil }
    let leg = Side(word: String(label))
    return Self.exchanged.contains(description.participant) ? leg?.other : leg
  }

  /// Two people whose labels are exchanged in all of their walks, by the sway of the body from foot to foot
  /// (`Tools/fit/sites/thigh.py`).
  private static let exchanged: Set<String> = ["ID8", "ID11"]
}
