"""The native generator, for the ordinary package build: compiled where there is a compiler, left out where there is
none (the plain Python generator answers then). Everything else is in pyproject.toml."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "lettrix._native",
            ["lettrix/generation/_native.c"],
            extra_compile_args=["-O2", "-g0", "-fno-strict-aliasing", "-fvisibility=hidden"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
