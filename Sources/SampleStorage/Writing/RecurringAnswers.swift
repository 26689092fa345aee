/// The last answers to questions that come again in the same order, as the kinds of walk after walk do: the next question
/// is mostly the one that followed the last time. Comparing it takes a fraction of what hashing a sample's words does.
struct RecurringAnswers<Question: Equatable, Answer> {
  private var known: [(question: Question, answer: Answer)] = []
  private var place = 0
  private let capacity: Int

  /// Remembers so many answers; a question that is not among them is compared with all of them.
  init(capacity: Int) { self.capacity = capacity }

  /// The answer to a question; `nil` where it is not remembered.
  mutating func answer(to question: Question) -> Answer? {
    for _ in known.indices {
      if known[place].question == question { return known[place].answer }
      place = place + 1 < known.count ? place + 1 : 0
    }
    return nil
  }

  /// Remembers an answer after the last one; of too many the one that would come next is forgotten.
  mutating func add(_ question: Question, _ answer: Answer) {
    if known.count < capacity {
      place = known.count
      known.append((question, answer))
    } else {
      place = place + 1 < capacity ? place + 1 : 0
      known[place] = (question, answer)
    }
  }
}
