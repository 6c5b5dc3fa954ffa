"""The emulator's layers: unpacked once, seen by every process under a path of its own."""

import shutil
import threading
import zipfile
from pathlib import Path

from infra.local.emulator import SharedLayers


def make_zip(file: Path, **content: str) -> str:
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in content.items():
            archive.writestr(f"python/{name}/__init__.py", text)
    return str(file)


def extract(layers: SharedLayers, file: str, folder: Path) -> None:
    """As ministack does it for each process."""
    folder.mkdir()
    with layers.ZipFile(file) as archive:
        archive.extractall(folder)


def test_every_process_sees_its_layers_and_one_copy_is_kept(tmp_path: Path) -> None:
    layers = SharedLayers(tmp_path / "shared")
    file = make_zip(tmp_path / "layer_0.zip", game="one")
    folders = [tmp_path / f"process_{number}" for number in range(8)]
    threads = [threading.Thread(target=extract, args=(layers, file, folder)) for folder in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(folder / "python/game/__init__.py").read_text() for folder in folders} == {"one"}
    assert len(list((tmp_path / "shared").iterdir())) == 1
    shutil.rmtree(folders[0])  # a process that ended takes nothing from the others
    assert (folders[1] / "python/game/__init__.py").read_text() == "one"


def test_a_changed_layer_is_another_one(tmp_path: Path) -> None:
    layers = SharedLayers(tmp_path / "shared")
    extract(layers, make_zip(tmp_path / "layer_0.zip", game="old"), tmp_path / "before")
    extract(layers, make_zip(tmp_path / "layer_0.zip", game="new"), tmp_path / "after")
    assert (tmp_path / "before/python/game/__init__.py").read_text() == "old"
    assert (tmp_path / "after/python/game/__init__.py").read_text() == "new"


def test_code_is_unpacked_for_each_process(tmp_path: Path) -> None:
    layers = SharedLayers(tmp_path / "shared")
    extract(layers, make_zip(tmp_path / "code.zip", app="mine"), tmp_path / "code")
    assert not (tmp_path / "code/python").is_symlink()
    assert not (tmp_path / "shared").exists()
