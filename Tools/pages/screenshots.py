"""Pictures of pages, small enough for a repository: screenshots.py FOLDER RESOURCES"""

import sys
from pathlib import Path

from browser import View, browser
from PIL import Image

folder, resources = Path(sys.argv[1]), Path(sys.argv[2])
MOST_BYTES = 200_000


def keep(view: View, name: str) -> None:
    """As many colors as keep the picture below the size that a repository bears."""
    image = view.image()
    resources.mkdir(parents=True, exist_ok=True)
    path = resources / f"{name}.png"
    for colors in (None, 256, 128, 64):
        made = image.quantize(colors, method=Image.Quantize.FASTOCTREE) if colors else image
        made.save(path, optimize=True)
        if path.stat().st_size < MOST_BYTES:
            break
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


with browser() as chromium:
    view = View(chromium, folder / "stairs.html", 1200, 880)
    keep(view, "recording")
    signal = view.page.locator("#signal")
    signal.focus()
    for key in ("n", "n", "n", "Enter"):
        view.page.keyboard.press(key)
        view.page.wait_for_timeout(150)
    view.page.evaluate("document.querySelector('#signal-part').scrollIntoView()")
    view.page.wait_for_timeout(300)
    keep(view, "bout")
    for name, height in [("person", 860), ("study", 900), ("validation", 900)]:
        view = View(chromium, folder / f"{name}.html", 1200, height)
        if name == "study":
            view.page.evaluate("document.querySelector('#walking-part').scrollIntoView()")
        view.page.wait_for_timeout(300)
        keep(view, name)
    view = View(chromium, folder / "person.html", 1200, 860, scheme="dark")
    view.page.evaluate("document.querySelector('#six-minute-walk-part').scrollIntoView()")
    view.page.wait_for_timeout(300)
    keep(view, "person-dark")
