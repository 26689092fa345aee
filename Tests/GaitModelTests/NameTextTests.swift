import GaitModel
import Testing

struct NameTextTests {
  @Test(arguments: [
    ("Anna fell at anna's house, ANNA said", "K fell at K's house, K said"),
    ("Annas, hanna and annabel", "Ks, hanna and annabel"), ("nobody", "nobody"), ("", ""),
    ("anna", "K"), ("ann", "ann"), ("(anna) anna_2", "(K) K_2"),
  ])
  func `a name is replaced as it is written, and as a word in any case`(text: String, coded: String)
  {
    #expect(NameText.replacing("Anna", with: "K", in: text) == coded)
  }

  @Test func `composed and decomposed letters are the same`() {
    for name in ["Zoé", "Zoe\u{301}"] {
      for text in ["Zoé, ZOE\u{301}", "Zoe\u{301}, zoé"] {
        #expect(NameText.replacing(name, with: "K", in: text) == "K, K")
      }
      #expect(NameText.replacing(name, with: "K", in: "Zoe") == "Zoe")
    }
  }

  @Test func `the case of initials may count`() {
    let text = "IS is here"
    #expect(NameText.replacing("IS", with: "K", in: text, ignoresCase: false) == "K is here")
    #expect(NameText.replacing("IS", with: "K", in: text) == "K K here")
    #expect(NameText.replacing("", with: "K", in: text) == text)
  }
}
