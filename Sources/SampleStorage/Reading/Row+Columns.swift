import GRDB

/// Columns of a row that says what it holds: GRDB's own subscripts end the program where a damaged
/// file holds something else.
extension Row {
  /// A whole number; throws when the column holds something else.
  func integer(_ column: Int) throws -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[column] as DatabaseValue) else {
      throw Self.damaged
    }
    return number
  }

  /// A whole number or `nil` for nothing; throws when the column holds something else.
  func optionalInteger(_ column: Int) throws -> Int64? {
    (self[column] as DatabaseValue).isNull ? nil : try integer(column)
  }

  /// A word or `nil` for nothing; throws when the column holds something else.
  func text(_ column: Int) throws -> String? {
    let value = self[column] as DatabaseValue
    guard !value.isNull else { return nil }
    guard let text = String.fromDatabaseValue(value) else { throw Self.damaged }
    return text
  }

  /// A word; throws when the column holds something else.
  func word(_ column: Int) throws -> String {
    guard let word = try text(column) else { throw Self.damaged }
    return word
  }

  /// The place of a named column.
  private func place(_ column: String) throws -> Int {
    guard let place = Array(columnNames).firstIndex(of: column) else { throw Self.damaged }
    return place
  }

  /// A word or `nil` for nothing, by the column's name.
  func text(_ column: String) throws -> String? { try text(place(column)) }

  /// A whole number or `nil` for nothing, by the column's name.
  func optionalInteger(_ column: String) throws -> Int64? { try optionalInteger(place(column)) }

  private static let damaged = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "a row holds what cannot be there")
}
