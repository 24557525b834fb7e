"""Sentence splitting beside other libraries: F1, cut answers, speed here and in Pyodide, worst cases.

Usage: python -m scripts.bench_text       (about two minutes; data in WINNOW_DATA or ../shared/data)
"""

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nupunkt
import pysbd  # type: ignore[import-untyped]
import sentencex  # type: ignore[import-untyped]

from scripts.text_measures import (
    DATA,
    DEVELOPMENT_SETS,
    LANGUAGES,
    Spans,
    SpanSplitter,
    boundary_f1,
    cut_answers,
    development_texts,
)
from scripts.text_probe import CHUNK_BYTES, ROUNDS, WORST_CASES, Splitter, probe, seconds, worst_text
from winnow.text.sentences import split_sentences

SCRIPTS = Path(__file__).resolve().parent
SLOW_SAMPLE_CHUNKS = 20  # pysbd takes a second for these
PATIENCE_SECONDS = 4.0  # for one worst case of another library


@dataclass(frozen=True, slots=True)
class Library:
    """A splitter of each language, as spans without outer white space."""

    name: str
    by_language: dict[str, SpanSplitter]
    is_slow: bool = False


def main() -> None:
    if not DATA.is_dir():
        sys.exit(f"no data at {DATA}: set WINNOW_DATA")
    chunks = list(_chunks())
    libraries = _libraries()
    _print_quality(libraries)
    here = probe(split_sentences, chunks)
    there = _in_pyodide(chunks)
    _print_speed(libraries, chunks, here, there)
    _print_worst(libraries, here, there)


def _libraries() -> list[Library]:
    segmenters = {language: pysbd.Segmenter(language=language, clean=False) for language in LANGUAGES}
    return [
        Library("winnow", dict.fromkeys(LANGUAGES, split_sentences)),
        Library("nupunkt", dict.fromkeys(LANGUAGES, _nupunkt)),
        Library("sentencex", {language: _locating(_Sentencex(language)) for language in LANGUAGES}),
        Library(
            "pysbd",
            {language: _locating(segmenter.segment) for language, segmenter in segmenters.items()},
            is_slow=True,
        ),
    ]


def _nupunkt(text: str) -> Spans:
    return [_trim(text, start, end) for start, end in nupunkt.sent_spans(text) if text[start:end].strip()]


@dataclass(frozen=True, slots=True)
class _Sentencex:
    language: str

    def __call__(self, text: str) -> Iterable[str]:
        sentences: Iterable[str] = sentencex.segment(self.language, text)
        return sentences


def _locating(segment: Callable[[str], Iterable[str]]) -> SpanSplitter:
    """Spans of a splitter that returns strings: each is looked up behind the one before."""

    def split(text: str) -> Spans:
        spans, behind = [], 0
        for sentence in map(str.strip, segment(text)):
            start = text.find(sentence, behind) if sentence else -1
            if start >= 0:
                behind = start + len(sentence)
                spans.append((start, behind))
        return spans

    return split


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def _chunks() -> Iterator[str]:
    """The development texts in one, cut into pieces of CHUNK_BYTES."""
    data = "\n\n".join(development_texts()).encode()
    for start in range(0, len(data), CHUNK_BYTES):
        yield data[start : start + CHUNK_BYTES].decode(errors="ignore")


def _print_quality(libraries: list[Library]) -> None:
    print("Boundary F1 (%) on the development sets; answers cut in two, of 1,190 a language")
    print(f"{'':12}{'EWT en':>10}{'GSD es':>10}{'macro':>10}{'cut en':>10}{'cut es':>10}")
    for library in libraries:
        scores = [boundary_f1(name, library.by_language[language]) for _, language, name in DEVELOPMENT_SETS]
        cuts = [cut_answers(language, library.by_language[language]) for language in LANGUAGES]
        cells = "".join(f"{score:10.2f}" for score in (*scores, sum(scores) / len(scores)))
        print(f"{library.name:12}{cells}{cuts[0]:10}{cuts[1]:10}")


def _in_pyodide(chunks: list[str]) -> dict[str, Any]:
    command = ["node", f"{SCRIPTS}/pyodide_run.mjs", f"{SCRIPTS}/text_probe.py"]
    run = subprocess.run(command, input=json.dumps(chunks), stdout=subprocess.PIPE, text=True, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def _print_speed(libraries: list[Library], chunks: list[str], here: dict[str, Any], there: dict[str, Any]) -> None:
    print(f"\nSpeed over {len(chunks)} chunks of {CHUNK_BYTES} bytes, best of {ROUNDS} rounds")
    print(f"{'':34}{'MB/s':>10}{'ms a chunk':>12}")

    def line(name: str, took: float, count: int) -> None:
        print(f"{name:34}{count * CHUNK_BYTES / took / 1e6:10.2f}{took / count * 1e3:12.3f}")

    line(f"winnow, Pyodide {there['python']}", there["chunks"], len(chunks))
    line(f"winnow, CPython {here['python']}", here["chunks"], len(chunks))
    for library in libraries[1:]:
        sample = chunks[:SLOW_SAMPLE_CHUNKS] if library.is_slow else chunks
        took = seconds(library.by_language["en"], sample, rounds=1 if library.is_slow else ROUNDS)
        line(
            f"{library.name}, CPython{f', {len(sample)} chunks' if library.is_slow else ''}",
            took,
            len(sample),
        )


def _print_worst(libraries: list[Library], here: dict[str, Any], there: dict[str, Any]) -> None:
    rivals = [library for library in libraries[1:] if not library.is_slow]
    print("\nWorst cases, seconds at n and at 2 n")
    print(f"(others at n, given up after {PATIENCE_SECONDS:g} s; pysbd not tried, it takes minutes)")
    heads = ["Pyodide n", "2 n", "CPython n", "2 n", *(rival.name for rival in rivals)]
    print(f"{'':28}" + "".join(f"{head:>11}" for head in heads))
    for index, (name, _, _) in enumerate(WORST_CASES):
        own = "".join(f"{took:11.3f}" for took in (*there["worst"][index], *here["worst"][index]))
        others = "".join(f"{_patiently(rival.by_language['en'], index):>11}" for rival in rivals)
        print(f"{name:28}{own}{others}")


def _patiently(split: Splitter, index: int) -> str:
    """Seconds another library takes for a worst case; in a process of its own, which can be given up."""
    context = multiprocessing.get_context("fork")
    answer = context.SimpleQueue()
    process = context.Process(target=lambda: answer.put(seconds(split, [worst_text(index, factor=1)])))
    process.start()
    process.join(PATIENCE_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
        return f"> {PATIENCE_SECONDS:g}"
    return f"{answer.get():.3f}" if process.exitcode == 0 else "fails"


if __name__ == "__main__":
    main()
