// Vega under Node has no canvas to measure words by and takes 0.8 em for each letter: legends and labels are cut then.
// This measures by the widths of DejaVu Sans, on which other fonts of pages are no wider; it stands before Vega.
"use strict";
(function () {
  // Hundredths of an em, for the letters from the space to the tilde.
  var widths = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84,
    84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61,
    69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59,
    82, 59, 59, 52, 64, 34, 64
  ];
  // Of other letters: most are no wider than a plus-minus; those of other scripts may be an em wide.
  function width(letter) {
    var code = letter.codePointAt(0);
    return code < 32 ? 0 : widths[code - 32] || (code < 0x3000 ? 84 : 100);
  }
  var context = {
    font: "",
    measureText: function (text) {
      var size = parseFloat((/([\d.]+)px/.exec(this.font) || [0, 11])[1]), sum = 0;
      for (var letter of String(text)) sum += width(letter);
      return {width: sum * size / 100};
    }
  };
  globalThis.document = {createElement: function () { return {getContext: function () { return context; }}; }};
})();
