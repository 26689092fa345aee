#!/usr/bin/env python3
"""Makes MATLAB files with h5py (the library of HDF5) and SciPy, as MATLAB and others write them.

All hold the same samples, those of `StandingSamples` in the tests: `acc` in g, `gyr` in deg/s, `fs`, and
a dozen numbers beside them, so that there are more names than fit into one block.
"""

import pathlib

import h5py
import numpy as np
from scipy import io

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "SensorFilesTests" / "Goldens"
COUNT = 400


def sway(prime):
    return ((np.arange(COUNT) * prime) % 101 - 50) / 500


def variables():
    acc = np.stack([sway(7919), sway(104729) + 1, sway(1299)])
    gyr = np.stack([sway(613), sway(1021), sway(2029)]) * 700
    numbers = {f"number{place}": np.array([[float(place)]]) for place in range(12)}
    # What is needed to read the others comes first, for tests that cut the file.
    return {"fs": np.array([[100.0]]), **numbers, "acc": acc, "gyr": gyr}


def text_type(length):
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(length)
    kind.set_strpad(h5py.h5t.STR_NULLTERM)
    return kind


def classify(dataset, name):
    """MATLAB_class as MATLAB writes it: text that need not end with a zero."""
    kind = text_type(len(name))
    attribute = h5py.h5a.create(
        dataset.id, b"MATLAB_class", kind, h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(name.encode(), dtype=f"S{len(name)}"), mtype=kind)


def in_header(file, key, values):
    """Short enough to stand in the header of the matrix."""
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_layout(h5py.h5d.COMPACT)
    space = h5py.h5s.create_simple(values.shape)
    dataset = h5py.Dataset(h5py.h5d.create(file.id, key.encode(), h5py.h5t.IEEE_F64LE, space, plan))
    dataset[...] = values
    return dataset


def write(name, versions, kind=None, holes=False, compact=False, classless=False, **options):
    path = FOLDER / f"{name}.mat"
    with h5py.File(path, "w", userblock_size=512, libver=versions) as file:
        for key, values in variables().items():
            chunked = options if values.size > 1 else {}
            stored = values.astype(kind) if kind and values.size > 1 else values
            if classless:
                # As people write it: a sample in a row, a number alone, and nothing about MATLAB.
                file[key] = values.T if values.size > 1 else values[0, 0]
                continue
            if compact:
                dataset = in_header(file, key, values)
            elif holes and key == "acc":
                dataset = file.create_dataset(key, shape=values.shape, dtype="f8", fillvalue=0.5, **chunked)
                dataset[:, :200] = values[:, :200]
                dataset[:, 250:] = values[:, 250:]
            else:
                dataset = file.create_dataset(key, data=stored, **chunked)
            classify(dataset, "single" if stored.dtype.itemsize == 4 else "double")
    text = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Jan  1 00:00:00 2024"
    with open(path, "r+b") as file:
        file.write(text.ljust(116) + bytes(8) + b"\x00\x02IM")


FOLDER.mkdir(exist_ok=True)
OLD, NEWER, NEWEST = ("earliest", "v110"), ("v108", "v108"), ("v110", "v110")
PACKED = {"chunks": (2, 50), "compression": "gzip"}
write("h5py-one-after-the-other", OLD)
write("h5py-highest-byte-first", OLD, kind=">f8")
write("h5py-packed", OLD, **PACKED)
write("h5py-shuffled-with-checksums", OLD, shuffle=True, fletcher32=True, **PACKED)
write("h5py-checksums-alone", OLD, chunks=(3, 64), fletcher32=True)
write("h5py-with-holes", OLD, holes=True, chunks=(3, 50))
write("h5py-names-in-a-heap", NEWER, **PACKED)
write("h5py-array-of-chunks", NEWEST, **PACKED)
write("h5py-one-chunk", NEWEST, chunks=(3, COUNT), compression="gzip")
write("h5py-tree-of-chunks", NEWEST, maxshape=(None, None), **PACKED)
write("h5py-in-the-header", OLD, compact=True)
write("h5py-without-classes", OLD, classless=True)
# Chunks are numbered by the greatest sizes here: refused in words.
write("refused-h5py-room-to-grow", NEWEST, maxshape=(12, 800), **PACKED)
for name, packs in [("scipy-5", False), ("scipy-5-packed", True)]:
    transposed = {key: values.T for key, values in variables().items()}
    io.savemat(FOLDER / f"{name}.mat", transposed, do_compression=packs)
    # The day is not part of the golden data.
    with open(FOLDER / f"{name}.mat", "r+b") as file:
        file.write(b"MATLAB 5.0 MAT-file, written by SciPy".ljust(116))
