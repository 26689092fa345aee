/// What a group or dataset of HDF5 is in MATLAB's words.
///
/// MATLAB says it in attributes: `MATLAB_class`, `MATLAB_empty` for a matrix without elements, whose
/// numbers are its sizes then, `MATLAB_sparse`, and `MATLAB_fields` with the order of a structure's fields.
struct Version73Value {
  /// MATLAB's class; `nil` when the file does not say.
  let className: String?
  /// Whether it is a group: a structure, a sparse matrix or an object.
  let isGroup: Bool
  /// Whether its numbers are the sizes of a matrix without elements.
  let isEmpty: Bool
  /// What the elements are; `nil` for a group.
  let kind: HDF5Datatype.Kind?
  /// Sizes in MATLAB's order, rows first; none for a group.
  let sizes: [Int]
  /// Elements.
  let count: Int

  private let isSparse: Bool
  private let fields: HDF5Attribute?

  init(_ header: HDF5Header) throws(HDF5Fault) {
    if try HDF5Attribute.areElsewhere(header) {
      throw .unread("keeps its attributes in a heap, where MATLAB does not")
    }
    var attributes: [String: HDF5Attribute] = [:]
    for message in header.all(.attribute) {
      // Who wrote an attribute that is not read here was not MATLAB.
      guard let attribute = try? HDF5Attribute(message) else { continue }
      attributes[attribute.name] = attribute
    }
    className = attributes["MATLAB_class"]?.text
    isEmpty = attributes["MATLAB_empty"]?.number.map { $0 != 0 } ?? false
    isSparse = attributes["MATLAB_sparse"] != nil
    fields = attributes["MATLAB_fields"]
    isGroup = HDF5Group.isGroup(header)
    if isGroup {
      (kind, sizes, count) = (nil, [], 0)
      return
    }
    guard let type = try header.first(.datatype), let space = try header.first(.dataspace) else {
      throw .damaged("has neither kind nor sizes")
    }
    kind = try HDF5Datatype(type).kind
    let dataspace = try HDF5Dataspace(space)
    sizes = dataspace.sizes.reversed()
    count = dataspace.count
  }

  /// Whether it is a structure; a group of which nothing is said is taken as one.
  var isStructure: Bool {
    isSparse ? false : className.map { $0 == "struct" } ?? isGroup
  }

  /// Whether it is numbers of MATLAB's kinds.
  var isNumeric: Bool {
    className.map { $0 == "logical" || MATLABNumber(rawValue: $0) != nil } ?? false
  }

  /// Whether it holds the values of a field for all elements of an array of structures.
  var isFieldOfArray: Bool {
    if case .reference = kind { return className == nil }
    return false
  }

  /// The names of a structure's fields in MATLAB's order; `nil` when the file does not say.
  func fieldNames(in source: HDF5Source) -> [String]? { fields?.texts(in: source) }

  /// Sizes and class, for messages.
  func words(_ sizes: [Int]) -> String {
    if isGroup { return isSparse ? "sparse matrix" : "object of class \(className ?? "unknown")" }
    let shape = Self.shape(sizes)
    if case .compound = kind, isNumeric { return "\(shape) complex \(className ?? "number")" }
    return "\(shape) \(className ?? "array")"
  }

  /// `3000×3`.
  static func shape(_ sizes: [Int]) -> String {
    sizes.isEmpty ? "1×1" : sizes.map(String.init).joined(separator: "×")
  }
}
