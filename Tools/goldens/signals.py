#!/usr/bin/env python3
"""Makes the golden data of the module Signals with NumPy and SciPy.

Each file holds the inputs beside the answers, so that a test needs nothing else.
"""

import json
import pathlib
import warnings

import numpy as np
from scipy import ndimage, signal

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "SignalsTests" / "Goldens"


def rounded(value):
    """Lists in place of arrays; 17 digits, so that doubles come back as they were."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    if isinstance(value, np.ndarray):
        return rounded(value.tolist())
    if isinstance(value, np.generic):
        return value.item()
    return value


def write(name, content):
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rounded(content), separators=(",", ":"))
    (FOLDER / f"{name}.json").write_text(text + "\n")


def walk_like(count, decimals=4, seed=1):
    """A fundamental, two harmonics, a drift and noise about gravity, with few digits."""
    noise = np.random.Generator(np.random.PCG64(seed)).normal(size=count)
    t = np.arange(count) / 100
    wave = 2 * np.sin(2 * np.pi * 1.8 * t) + np.sin(2 * np.pi * 3.6 * t + 0.4)
    return np.round(9.81 + wave + 0.5 * np.sin(2 * np.pi * 0.9 * t) + 0.2 * t + 0.3 * noise, decimals)


def recursive_filters():
    designs = []
    for kind, orders in (("lowpass", (1, 2, 3, 4, 5, 7)), ("highpass", (1, 2, 3, 4))):
        for order in orders:
            for cutoff, rate in ((0.5, 100.0), (15.0, 40.0)):
                designs.append((kind, order, [cutoff], rate))
    for order in (1, 2, 3, 4):
        for band in ([0.5, 3.0], [0.25, 7.5]):
            designs.append(("bandpass", order, band, 100.0))
    x = walk_like(80)
    cases = []
    for kind, order, cutoff, rate in designs:
        argument = cutoff if len(cutoff) == 2 else cutoff[0]
        sos = signal.butter(order, argument, kind, fs=rate, output="sos")
        cases.append({
            "kind": kind, "order": order, "cutoff": cutoff, "rate": rate, "sos": sos,
            "forward": signal.sosfilt(sos, x).round(12),
            "both": signal.sosfiltfilt(sos, x).round(12),
            "bothEven": signal.sosfiltfilt(sos, x, padtype="even", padlen=30).round(12),
            "bothConstant": signal.sosfiltfilt(sos, x, padtype="constant", padlen=79).round(12),
        })
    write("RecursiveFilters", {"x": x, "cases": cases})


def finite_filters():
    x = walk_like(120)
    modes = {"even": "mirror", "constant": "nearest", "zero": "constant"}
    kaiser = []
    for passes, stops, attenuation, rate in (
        (2.8, 4.0, 60.0, 40.0), (17.0, 25.0, 80.0, 100.0), (3.0, 12.0, 40.0, 100.0), (5.0, 9.0, 18.0, 50.0),
    ):
        count, beta = signal.kaiserord(attenuation, 2 * (stops - passes) / rate)
        count += 1 - count % 2
        taps = signal.firwin(count, (passes + stops) / 2, window=("kaiser", beta), fs=rate)
        filtered = {name: ndimage.convolve1d(x, taps, mode=mode) for name, mode in modes.items()}
        kaiser.append({
            "pass": passes, "stop": stops, "attenuation": attenuation, "rate": rate, "taps": taps,
            "filtered": filtered,
        })
    gaussian = [
        {"sigma": sigma, "filtered": ndimage.gaussian_filter1d(x, sigma, mode="mirror")}
        for sigma in (0.1, 0.7, 2.0, 3.3, 11.0)
    ]
    derivatives = [
        {
            "sigma": sigma,
            "first": ndimage.gaussian_filter1d(x, sigma, order=1, mode="mirror", radius=int(6 * sigma)),
            "second": ndimage.gaussian_filter1d(x, sigma, order=2, mode="mirror", radius=int(6 * sigma)),
        }
        for sigma in (2.5, 7.07)
    ]
    write("FiniteFilters", {"x": x, "kaiser": kaiser, "gaussian": gaussian, "derivatives": derivatives})


def peaks():
    cases = []
    rough = np.round(walk_like(300, seed=2), 1)  # one decimal makes plateaus and ties
    fine = walk_like(300, seed=3)
    flat = np.array([0, 1, 1, 0, 2, 2, 2, 1, 1, 3, 3, 0, 0, 1, 1], dtype=float)
    for x in (rough, fine, flat):
        for arguments in (
            {}, {"height": 10.5}, {"prominence": 1.0}, {"distance": 20},
            {"height": 9.0, "prominence": 0.5, "distance": 7},
        ):
            if x is rough and "distance" in arguments:
                continue  # which of two equal peaks stays depends on NumPy's sorting
            found, _ = signal.find_peaks(x, **arguments)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                prominences = signal.peak_prominences(x, found)[0]
            cases.append({"x": x, "arguments": arguments, "indices": found, "prominences": prominences})
    write("Peaks", cases)


def transforms():
    cases = []
    for count in (1, 2, 3, 8, 15, 64, 97, 100):
        x = walk_like(count, seed=count)
        bins = np.fft.rfft(x)
        cases.append({"x": x, "real": bins.real, "imaginary": bins.imag})
    write("Transforms", cases)


def correlations():
    cases = []
    for count in (1, 2, 50, 255, 256, 400):
        x = np.round(walk_like(count, seed=count) - 9.81, 4)
        lags = min(count, 40)
        sums = np.correlate(x, x, "full")[count - 1:count - 1 + lags]
        cases.append({"x": x, "unbiased": sums / (count - np.arange(lags))})
    write("Autocorrelations", cases)


def figures():
    x = walk_like(101, seed=9)
    welch = signal.welch(walk_like(400, seed=10), fs=100.0, nperseg=128)
    odd = signal.welch(walk_like(90, seed=11), fs=50.0, nperseg=45)
    phases = np.round(np.cumsum(np.random.Generator(np.random.PCG64(4)).normal(scale=2, size=60)), 3)
    wrapped = np.angle(np.exp(1j * phases))
    shares = [0, 0.05, 0.25, 1 / 3, 0.5, 0.77, 0.95, 1]
    write("Figures", {
        "x": x, "shares": shares, "percentiles": np.percentile(x, 100 * np.array(shares)),
        "mean": x.mean(), "median": np.median(x), "deviation": x.std(), "sampleDeviation": x.std(ddof=1),
        "rootMeanSquare": np.sqrt(np.mean(x**2)),
        "integral": np.concatenate([[0], np.cumsum((x[1:] + x[:-1]) / 2)]) / 50,
        "harmonics": np.abs(np.fft.rfft(x - x.mean())[1:11]) ** 2,
        "welchInput": walk_like(400, seed=10), "welchHertz": welch[0], "welch": welch[1],
        "oddWelchInput": walk_like(90, seed=11), "oddWelchHertz": odd[0], "oddWelch": odd[1],
        "wrapped": wrapped, "unwrapped": np.unwrap(wrapped),
    })


if __name__ == "__main__":
    recursive_filters()
    finite_filters()
    peaks()
    transforms()
    correlations()
    figures()
