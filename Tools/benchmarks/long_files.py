"""Long recordings from short simulated ones: the same samples over and over, the clock going on."""

import struct
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np


def cwa(hour: Path, target: Path, days: float) -> None:
    """Repeats the blocks of an Axivity recording."""
    data = np.fromfile(hour, dtype=np.uint8)
    header, sectors = data[:1024], data[1024:].reshape(-1, 512)
    per_block = int(sectors[0, 28:30].view("<u2")[0])
    rate = 3200 / (1 << (15 - (sectors[0, 24] & 15)))
    sectors = sectors[sectors[:, 28:30].copy().view("<u2")[:, 0] == per_block]
    total = int(days * 86_400 * rate / per_block)
    with target.open("wb") as file:
        header.tofile(file)
        for first in range(0, total, len(sectors)):
            number = np.arange(first, min(first + len(sectors), total))
            part = sectors[: len(number)].copy()
            seconds = number * per_block / rate
            ticks = np.floor(seconds % 1 * 32_768).astype(np.int64)
            part[:, 4:6] = (0x8000 | ticks).astype("<u2").view(np.uint8).reshape(-1, 2)
            part[:, 10:14] = number.astype("<u4").view(np.uint8).reshape(-1, 4)
            part[:, 14:18] = _stamps(seconds).view(np.uint8).reshape(-1, 4)
            offset = -np.floor(ticks / 32_768 * rate)
            part[:, 26:28] = offset.astype("<i2").view(np.uint8).reshape(-1, 2)
            part[:, 510:512] = 0
            sums = part.view("<u2").astype(np.int64).sum(axis=1)
            part[:, 510:512] = (-sums & 0xFFFF).astype("<u2").view(np.uint8).reshape(-1, 2)
            part.tofile(file)


def _stamps(seconds: np.ndarray) -> np.ndarray:
    """Axivity's clock: January 2026, from the fifth on."""
    whole = np.floor(seconds).astype(np.int64) + 9 * 3600
    day, of_day = whole // 86_400, whole % 86_400
    date = (26 << 26) | (1 << 22) | ((5 + day) << 17)
    return (date | of_day // 3600 << 12 | of_day // 60 % 60 << 6 | of_day % 60).astype("<u4")


def csv(hour: Path, target: Path, days: float) -> None:
    """Repeats the rows of a plain table."""
    lines = hour.read_text().splitlines()
    rows = [line.split(",", 1)[1] for line in lines[1:]]
    interval = float(lines[2].split(",", 1)[0])
    total = int(days * 86_400 / interval)
    with target.open("w") as file:
        file.write(lines[0] + "\n")
        for first in range(0, total, len(rows)):
            part = rows[: min(len(rows), total - first)]
            file.writelines(
                f"{(first + place) * interval:.4f},{row}\n" for place, row in enumerate(part)
            )


def bin(hour: Path, target: Path, days: float) -> None:
    """Repeats the pages of a GENEActiv recording."""
    mark = b"Recorded Data\r\n"
    header, *pages = hour.read_bytes().split(mark)
    # Below the mark: serial number, number, time, six more lines, samples.
    bodies = [page.split(b"\r\n", 3) for page in pages]
    rate = float(bodies[0][3].split(b"Measurement Frequency:", 1)[1].split(b"\r\n", 1)[0])
    total = int(days * 86_400 * rate / 300)
    start = datetime(2026, 1, 5, 9)
    with target.open("wb") as file:
        file.write(header.replace(b"Pages:%d" % len(pages), b"Pages:%d" % total))
        for number in range(total):
            serial, _, _, rest = bodies[number % len(bodies)]
            time = start + timedelta(milliseconds=round(number * 300_000 / rate))
            stamp = time.strftime("%Y-%m-%d %H:%M:%S:") + f"{time.microsecond // 1000:03d}"
            lines = [serial, b"Sequence Number:%d" % number, b"Page Time:" + stamp.encode(), rest]
            file.write(mark + b"\r\n".join(lines))


def gt3x(hour: Path, target: Path, days: float) -> None:
    """Repeats the records of an ActiGraph recording, one for each second."""
    with zipfile.ZipFile(hour) as archive:
        info, log = archive.read("info.txt"), archive.read("log.bin")
    length = 8 + int.from_bytes(log[6:8], "little") + 1
    records = np.frombuffer(log, dtype=np.uint8).reshape(-1, length)
    start = int.from_bytes(log[2:6], "little")
    total = int(days * 86_400)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("info.txt", info)
        with archive.open("log.bin", "w", force_zip64=True) as file:
            for first in range(0, total, len(records)):
                number = np.arange(first, min(first + len(records), total))
                part = records[: len(number)].copy()
                part[:, 2:6] = (start + number).astype("<u4").view(np.uint8).reshape(-1, 4)
                part[:, -1] = ~np.bitwise_xor.reduce(part[:, :-1], axis=1)
                file.write(part.tobytes())
