"""Which files are meant, and which ids they get."""

from pathlib import Path

import pytest

from winnow_client.command.reading.files import SelectionError, select_files

SUFFIXES = frozenset({".md", ".txt"})


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two folders deep, with a file of another kind and hidden ones."""
    for name in ("docs/a.md", "docs/B.TXT", "docs/deep/a.md", "docs/photo.png", "docs/.git/x.md", "docs/.hidden.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return tmp_path


def ids(*paths: Path | str, root: Path | None = None) -> list[str]:
    selection = select_files([str(path) for path in paths], suffixes=SUFFIXES, root=root)
    return [file.id for file in selection.files]


def test_a_folder_is_taken_with_all_below_it_but_what_is_hidden(tree: Path) -> None:
    assert ids(tree / "docs") == ["B.TXT", "a.md", "deep/a.md"]


def test_files_of_other_kinds_are_counted(tree: Path) -> None:
    assert select_files([str(tree / "docs")], suffixes=SUFFIXES).passed_over == 1


def test_sizes_are_those_on_disk(tree: Path) -> None:
    [file] = select_files([str(tree / "docs" / "a.md")], suffixes=SUFFIXES).files
    assert (file.path, file.size_bytes) == (tree / "docs" / "a.md", len("docs/a.md"))


def test_a_file_is_named_by_its_folder(tree: Path) -> None:
    assert ids(tree / "docs" / "deep" / "a.md") == ["a.md"]


def test_a_pattern_is_named_by_what_stands_before_the_first_wildcard(tree: Path) -> None:
    assert ids(tree / "docs" / "**" / "*.md") == ["a.md", "deep/a.md"]
    assert ids(tree / "d*s" / "a.md") == ["docs/a.md"]


def test_what_is_hidden_can_be_named_outright(tree: Path) -> None:
    assert ids(tree / "docs" / ".hidden.md", tree / "docs" / ".git") == [".hidden.md", "x.md"]


def test_a_root_names_all_alike(tree: Path) -> None:
    assert ids(tree / "docs" / "a.md", tree / "docs" / "deep", root=tree) == ["docs/a.md", "docs/deep/a.md"]


def test_ids_do_not_depend_on_where_the_command_runs(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree / "docs" / "deep")
    assert ids("..") == ids(tree / "docs")
    assert ids("../*.md") == ["a.md"]


def test_the_same_file_named_twice_counts_once(tree: Path) -> None:
    assert ids(tree / "docs", tree / "docs" / "a.md") == ["B.TXT", "a.md", "deep/a.md"]


def test_two_files_of_one_id_are_refused(tree: Path) -> None:
    with pytest.raises(SelectionError, match=r"would both be 'a\.md': give their common folder as --root"):
        ids(tree / "docs", tree / "docs" / "deep")


def test_a_link_out_of_the_root_is_refused(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("secret", encoding="utf-8")
    (tree / "docs" / "link.md").symlink_to(outside)
    with pytest.raises(SelectionError, match="is not below"):
        ids(tree / "docs")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("docs/none.md", "does not exist"),
        ("docs/*.rst", "matches no file"),
        ("docs/photo.png", "is of no known kind: .md, .txt"),
    ],
)
def test_a_path_that_cannot_be_meant_is_refused(tree: Path, name: str, message: str) -> None:
    with pytest.raises(SelectionError, match=message):
        ids(tree / name)
