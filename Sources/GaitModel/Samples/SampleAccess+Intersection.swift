extension SampleAccess {
  /// What both grant.
  public func intersection(_ other: SampleAccess) -> SampleAccess {
    SampleAccess(
      reading: reading.intersection(other.reading), writing: writing.intersection(other.writing))
  }
}

extension SampleAccess.Grant {
  /// What both grant.
  func intersection(_ other: SampleAccess.Grant) -> SampleAccess.Grant {
    switch (self, other) {
    case (.everything, let some), (let some, .everything): some
    case (.kinds(let a), .kinds(let b)): .kinds(a.intersection(b))
    }
  }
}
