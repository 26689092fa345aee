"""Puts libgaitkit.so into the package: that of GAITKIT_LIBRARY, or one built from this repository."""
import os
import pathlib
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

BUILDER = pathlib.Path(__file__).resolve().parents[1] / "library"


def library() -> pathlib.Path:
    given = os.environ.get("GAITKIT_LIBRARY")
    if given:
        if not pathlib.Path(given).is_file():
            raise SystemExit(f"GAITKIT_LIBRARY is {given}, and there is no such file")
        return pathlib.Path(given)
    if not BUILDER.is_file():
        raise SystemExit(
            "libgaitkit.so is built from the repository: run pip install ./Tools/python in a clone of it, or "
            "name a built library with GAITKIT_LIBRARY")
    ended = subprocess.run([BUILDER], stdout=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        raise SystemExit(
            "libgaitkit.so could not be built; the messages above say why (Swift 6.3 is needed: "
            "https://www.swift.org/install)")
    return pathlib.Path(ended.stdout.strip().splitlines()[-1])


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib) / "gaitkit" / "libgaitkit.so"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(library(), target)


class PlatformWheel(bdist_wheel):
    """For any Python of this kind of machine: the library knows nothing of Python."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(
    distclass=WithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
