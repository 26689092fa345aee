"""A page in a real, headless Chromium: what it says, how it looks, how it moves."""

import io
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

READY = "html[data-ready]"


@contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


class View:
    """A page that was opened; what the console said and what was asked of the network is kept."""

    def __init__(self, chromium, path: Path, width=1200, height=900, scheme="light"):
        self.path = path
        self.troubles: list[str] = []
        self.page: Page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.page.on("console", lambda message: self._console(message))
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", lambda request: self._request(request.url))
        self.page.goto(path.resolve().as_uri())
        self.page.wait_for_selector(READY, state="attached", timeout=20_000)

    def _console(self, message) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text}")

    def _request(self, url: str) -> None:
        if url != self.path.resolve().as_uri() and not url.startswith("data:"):
            self.troubles.append(f"request: {url}")

    def image(self, selector: str | None = None) -> Image.Image:
        shot = self.page.locator(selector).first.screenshot() if selector else self.page.screenshot()
        return Image.open(io.BytesIO(shot)).convert("RGB")

    def first_paint(self) -> float:
        """Milliseconds until something is seen."""
        return self.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")

    def close(self) -> None:
        self.page.close()


def colored(image: Image.Image) -> int:
    """Pixels that have a color: text and axes are gray."""
    return sum(1 for red, green, blue in image.getdata() if max(red, green, blue) - min(red, green, blue) > 60)


def near(image: Image.Image, color: tuple[int, int, int], reach: int = 40) -> int:
    """Pixels that are nearly of a color."""
    return sum(1 for pixel in image.getdata() if all(abs(a - b) <= reach for a, b in zip(pixel, color)))


def background(image: Image.Image) -> tuple[int, int, int]:
    """The color of most pixels."""
    return max(image.getcolors(1 << 24), key=lambda entry: entry[0])[1]
