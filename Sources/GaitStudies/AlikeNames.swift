/// Names of people that differ in capital letters alone: they are two people everywhere, and often one that was written in two
/// ways.
package enum AlikeNames {
  /// Says which people of a study are called alike.
  ///
  /// - Parameter names: the people's names, each as often as one likes.
  /// - Returns: a sentence for each two or more that are called alike.
  package static func sentences(among names: some Sequence<String>) -> [String] {
    groups(names).values.filter { $0.count > 1 }.map { $0.sorted().joined(separator: " and ") }
      .sorted().map {
        "\($0) differ in capital letters alone and count as different people; if they are one, give them one name"
      }
  }

  /// Says who in a store is called like somebody of a study.
  ///
  /// - Parameters:
  ///   - names: the people of the study.
  ///   - kept: those of the store; who is in the study, too, is not told again.
  /// - Returns: a sentence for each of the store.
  package static func sentences(
    of names: some Sequence<String>, beside kept: some Sequence<String>
  ) -> [String] {
    let groups = groups(names)
    return Set(kept).sorted().compactMap { other in
      guard let own = groups[other.lowercased()], !own.contains(other) else { return nil }
      return
        "the store holds \(other), too, a name that differs from \(own.sorted().joined(separator: " and ")) in capital letters alone "
        + "and counts as another person's; if they are one, give the study the store's name"
    }
  }

  private static func groups(_ names: some Sequence<String>) -> [String: Set<String>] {
    names.reduce(into: [:]) { $0[$1.lowercased(), default: []].insert($1) }
  }
}
