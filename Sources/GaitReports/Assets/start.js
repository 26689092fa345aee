// Draws the figures one after the other, the first ones first, so that the page is there at once.
"use strict";
(function () {
  var waiting = Array.prototype.slice.call(document.querySelectorAll(".chart"));
  function next() {
    var element = waiting.shift();
    if (!element) { document.documentElement.setAttribute("data-ready", "yes"); return; }
    GaitCharts.draw(element, JSON.parse(element.nextElementSibling.textContent));
    setTimeout(next, 0);
  }
  if (typeof GaitBouts !== "undefined") GaitBouts.start();
  requestAnimationFrame(function () { setTimeout(next, 0); });
})();
