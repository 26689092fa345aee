"""Opens pages in a real browser and looks at them: check.py FOLDER, in which .ci/pages has made them."""

import sys
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from browser import View, background, browser, colored, near

folder = Path(sys.argv[1])
broken: list[str] = []
GREEN, VERMILION = (0, 158, 115), (213, 94, 0)


def expect(is_so: bool, name: str, what: str) -> None:
    if not is_so:
        broken.append(f"{name}: {what}")


def look(chromium, name: str, charts: int, mb: float) -> View:
    """What holds of every page."""
    path = folder / f"{name}.html"
    size = path.stat().st_size / 1e6
    view = View(chromium, path)
    paint = view.first_paint()
    drawn = view.page.locator(".chart[data-drawn] svg")
    figures = view.page.locator("figure .chart")
    expect(size <= mb, name, f"it has {size:.1f} MB; {mb} are allowed")
    expect(paint <= 3000, name, f"something is seen after {paint:.0f} ms only")
    expect(figures.count() >= charts, name, f"{figures.count()} charts of {charts}")
    expect(drawn.count() >= figures.count(), name, "a chart is not drawn")
    for index in range(figures.count()):
        figure = figures.nth(index)
        figure.scroll_into_view_if_needed()
        pixels = colored(view.image(f"figure .chart >> nth={index}"))
        expect(pixels > 60, name, f"chart {figure.get_attribute('data-name')} has {pixels} colored pixels")
    expect(not view.page.evaluate("window.hacked"), name, "a script of a name ran")
    state = view.page.locator("#signal-state")
    expect(not state.count() or ":60" not in state.inner_text(), name, "a time has 60 seconds")
    print(f"   {name}: {size:.2f} MB, first paint {paint:.0f} ms, {figures.count()} charts")
    accessible(view, name)
    widths(view, name)
    return view


def accessible(view: View, name: str) -> None:
    serious = [
        violation for violation in Axe().run(view.page).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    for violation in serious:
        nodes = [node["html"][:160] for node in violation["nodes"][:3]]
        expect(False, name, f"axe: {violation['id']}: {violation['help']}: {nodes}")


def widths(view: View, name: str) -> None:
    """On a phone nothing is wider than the screen."""
    view.page.set_viewport_size({"width": 390, "height": 800})
    view.page.wait_for_timeout(250)
    width = view.page.evaluate("document.scrollingElement.scrollWidth")
    expect(width <= 392, name, f"it is {width} pixels wide on a phone of 390")
    view.page.set_viewport_size({"width": 1200, "height": 900})
    view.page.wait_for_timeout(250)


def dark_and_print(chromium, name: str) -> None:
    view = View(chromium, folder / f"{name}.html", scheme="dark")
    expect(max(background(view.image())) < 60, name, "the dark page is not dark")
    if view.page.locator("figure .chart").count():
        expect(colored(view.image("figure .chart")) > 60, name, "no chart in the dark")
    accessible(view, f"{name} in the dark")
    view.page.emulate_media(media="print")
    expect(min(background(view.image())) > 240, name, "paper is not white")
    expect(not view.page.locator("nav").is_visible(), name, "links stand on paper")
    pdf = view.page.pdf(format="A4")
    expect(pdf[:5] == b"%PDF-" and len(pdf) > 20_000, name, "it cannot be printed")
    finish(view, name)


def zoom(view: View, name: str) -> None:
    """From everything down to single contacts, by wheel and by keys."""
    signal = view.page.locator("#signal")
    signal.scroll_into_view_if_needed()

    def ends() -> tuple[float, float]:
        return float(signal.get_attribute("data-from")), float(signal.get_attribute("data-to"))

    whole = ends()
    before = view.image("#signal")
    expect(near(before, (90, 95, 100), 90) > 500, name, "no signal is drawn")
    box = signal.bounding_box()
    view.page.keyboard.press("Tab")
    signal.focus()
    view.page.keyboard.press("n")
    view.page.wait_for_timeout(150)
    start, end = ends()
    expect(end - start < whole[1] - whole[0], name, "the key N does not go to a bout")
    view.page.keyboard.press("0")
    view.page.wait_for_timeout(150)
    expect(ends() == whole, name, "the key 0 does not show everything")
    # The middle of the first bout, by the viewer's own numbers.
    middle = (start + end) / 2
    left, width = box["x"] + 45, box["width"] - 60
    view.page.mouse.move(left + width * (middle - whole[0]) / (whole[1] - whole[0]), box["y"] + 150)
    steps = []
    for _ in range(90):
        view.page.mouse.wheel(0, -120)
        view.page.wait_for_timeout(24)
        steps.append(float(signal.get_attribute("data-step-ms")))
        if ends()[1] - ends()[0] < 12:
            break
    view.page.wait_for_timeout(150)
    start, end = ends()
    expect(end - start < 12, name, f"the wheel zooms to {end - start:.0f} s only")
    steps.sort()
    print(f"   {name}: zoom step {steps[len(steps) // 2]:.1f} ms in the middle, {steps[-1]:.1f} ms at most")
    expect(steps[-1] < 250, name, f"a zoom step takes {steps[-1]:.0f} ms")
    signal.focus()
    view.page.keyboard.press("n")
    for _ in range(14):
        if ends()[1] - ends()[0] < 12:
            break
        view.page.keyboard.press("+")
        view.page.wait_for_timeout(80)
    close = view.image("#signal")
    expect(near(close, GREEN) > 40 and near(close, VERMILION) > 40, name, "no contacts of both feet are drawn")
    start, end = ends()
    view.page.mouse.move(box["x"] + 300, box["y"] + 150)
    view.page.mouse.down()
    view.page.mouse.move(box["x"] + 500, box["y"] + 150, steps=6)
    view.page.mouse.up()
    view.page.wait_for_timeout(150)
    expect(ends()[0] < start, name, "dragging does not move the signal")
    view.page.keyboard.press("Enter")
    view.page.wait_for_timeout(200)
    expect(view.page.locator("#bout").is_visible(), name, "Enter shows no numbers")
    expect("±" in view.page.locator("#bout").inner_text(), name, "the numbers have no errors")
    expect(colored(view.image("#bout .chart")) > 300, name, "there is no mean stride")
    rows = view.page.locator("#bouts-table tbody tr")
    rows.nth(0).locator("button").click()
    expect(view.page.locator("#bouts-table tr.chosen").count() == 1, name, "a row cannot be chosen")


def finish(view: View, name: str) -> None:
    for trouble in view.troubles:
        expect(False, name, trouble)
    view.close()


def main() -> None:
    with browser() as chromium:
        for name, charts, mb in [("day", 1, 3), ("week", 1, 12), ("person", 9, 3), ("study", 6, 3), ("validation", 3, 3)]:
            view = look(chromium, name, charts, mb)
            if name in ("day", "week"):
                zoom(view, name)
                accessible(view, f"{name} with a bout")
            if name == "person":
                # The story is on the first screen, and the figure of speed begins there.
                view.page.evaluate("scrollTo(0, 0)")
                top = view.page.locator("#figure-speed svg").bounding_box()["y"]
                expect(top < 600, name, f"the figure of speed begins at {top:.0f} pixels")
                expect("peration" in view.page.locator(".lead").inner_text(), name, "the story is not told first")
            if name in ("study", "validation"):
                link = view.page.locator("#outliers-part a, #worst-part a").first
                target = link.get_attribute("href")
                expect((folder / target).exists(), name, f"{target} is not there")
            finish(view, name)
        for name in ("day", "person", "study", "validation"):
            dark_and_print(chromium, name)
        for path in sorted(folder.glob("odd-*.html")):
            finish(look(chromium, path.stem, 0, 6), path.stem)
    for fault in broken:
        print(f"   BROKEN {fault}")
    sys.exit(1 if broken else 0)


main()
