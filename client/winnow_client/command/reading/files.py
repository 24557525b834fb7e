"""Which files are meant, and under which id each is stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_MAGIC = frozenset("*?[")


class SelectionError(Exception):
    """The paths cannot be taken as they are; nothing was sent."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """`id` is the path below the given root, with slashes: it stays the same wherever the command runs."""

    path: Path
    id: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Files in the order of their ids; `passed_over` counts those in folders whose kind is not known."""

    files: tuple[SourceFile, ...]
    passed_over: int


def select_files(paths: Sequence[str], *, suffixes: frozenset[str], root: Path | None = None) -> Selection:
    """The files that `paths` name: files, folders with all below them, and glob patterns.

    Ids are relative to `root`; without one, to the folder named, to the folder of the file named, or to the part of
    a pattern before its first wildcard. What is hidden is taken only when it is named outright.

    Raises:
        SelectionError: a path that is not there or matches nothing, a file of unknown kind named outright, a file
            outside `root`, or two files with the same id.
    """
    found: dict[str, Path] = {}
    passed_over: set[Path] = set()
    for path, base in _candidates(paths, suffixes):
        if path.suffix.lower() not in suffixes:
            passed_over.add(path)
            continue
        file_id = _id_of(path, root or base)
        other = found.setdefault(file_id, path)
        if other.resolve() != path.resolve():
            raise SelectionError(f"{other} and {path} would both be {file_id!r}: give their common folder as --root")
    files = [SourceFile(path, file_id, path.stat().st_size) for file_id, path in sorted(found.items())]
    return Selection(tuple(files), len(passed_over))


def _candidates(paths: Sequence[str], suffixes: frozenset[str]) -> Iterator[tuple[Path, Path]]:
    """Each file, and the folder that its id is relative to."""
    for name in paths:
        path = Path(name)
        if path.is_dir():
            yield from ((file, path) for file in _files_below(path))
        elif path.is_file():
            if path.suffix.lower() not in suffixes:
                raise SelectionError(f"{path} is of no known kind: {', '.join(sorted(suffixes))}")
            yield path, path.parent
        elif _MAGIC & set(name):
            yield from _matches(path)
        else:
            raise SelectionError(f"{path} does not exist")


def _files_below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if _is_seen(path, folder))


def _matches(pattern: Path) -> Iterator[tuple[Path, Path]]:
    first = next(place for place, part in enumerate(pattern.parts) if _MAGIC & set(part))
    base = Path(*pattern.parts[:first])
    files = [path for path in base.glob(str(Path(*pattern.parts[first:]))) if _is_seen(path, base)]
    if not files:
        raise SelectionError(f"{pattern} matches no file")
    yield from ((path, base) for path in files)


def _is_seen(path: Path, base: Path) -> bool:
    return path.is_file() and not any(part.startswith(".") for part in path.relative_to(base).parts)


def _id_of(path: Path, base: Path) -> str:
    try:
        return path.resolve().relative_to(base.resolve()).as_posix()
    except ValueError as error:
        raise SelectionError(f"{path} is not below {base}") from error
