"""A sheet cut into chunks in three ways: what BM25 finds at once, and how many records are torn apart.

Usage: python -m scripts.bench_records       (a second or two; the sheet is made up, from a fixed seed)

- `windows`: every 700 characters 800 of them, wherever that falls, as a splitter without any boundaries does.
- `prose`: `chunk_text` without being told of records.
- `records`: `chunk_text` with their separator.

A chunk answers a question if it holds both the row's key and the cell that is asked for: a reader who sees one
without the other cannot tell whose value it is.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]

from winnow.text.chunking import Chunk, chunk_text
from winnow.text.spans import Span

ROWS = 200
QUESTIONS = 66
SEED = 20261130

KEY = "Employee"
WORDS = {
    "Name": ("Ana", "Luis", "Marta", "Jon", "Elena", "Paul", "Sofia", "Ivan", "Clara", "Hugo"),
    "Department": ("Sales", "Support", "Finance", "Logistics", "Research", "Legal", "Marketing"),
    "Role": ("analyst", "manager", "assistant", "engineer", "director", "technician"),
    "City": ("Madrid", "Bilbao", "Leeds", "Dublin", "Sevilla", "Boston", "Quito", "Lima"),
    "Contract": ("permanent", "temporary", "part time", "apprentice"),
    "Shift": ("morning", "evening", "night", "rotating"),
    "Manager": ("Ruiz", "Moreno", "Walsh", "Carter", "Ortega", "Vega"),
    "Language": ("Spanish", "English", "Basque", "French"),
    "Laptop": ("ThinkPad", "MacBook", "Latitude", "none"),
    "Parking": ("north lot", "south lot", "underground", "none"),
}
REMARKS = (
    "Trained in first aid and fire safety.",
    "Works from home on Mondays and Fridays.",
    "Speaks for the staff on the works council.",
    "Takes night shifts on request, with two days of notice.",
    "Moved over from the warehouse team after the merger.",
    "Has asked for a quieter desk near the library.",
    "Keeps the key to the archive and the spare badge.",
)
NUMBERS = {"Salary": (21_000, 68_000), "Extension": (2000, 9999)}
COLUMNS = (KEY, *WORDS, "Notes", *NUMBERS, "Start date")


@dataclass(frozen=True, slots=True)
class Form:
    """How a row is written: what parts its cells, what parts it from the next, how many sentences its notes have."""

    name: str
    between_cells: str
    separator: str
    remarks: int


FORMS = (
    Form("one line a record", "; ", "\n", remarks=1),
    Form("the same, long notes", "; ", "\n", remarks=6),
    Form("one line a cell", "\n", "\n\n", remarks=1),
    Form("the same, long notes", "\n", "\n\n", remarks=6),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a sheet, and where each record and each cell stands in it."""

    text: str
    records: tuple[Span, ...]
    cells: tuple[dict[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    chunks: int
    split: int  # records that are whole in no chunk
    right: int  # questions whose first chunk answers them
    reciprocal_ranks: float  # summed over the questions


def make_row(number: int, remarks: int, chance: random.Random) -> dict[str, str]:
    words = {column: chance.choice(choices) for column, choices in WORDS.items()}
    numbers = {column: str(chance.randint(*bounds)) for column, bounds in NUMBERS.items()}
    date = f"{chance.randint(2009, 2026)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    notes = " ".join(chance.sample(REMARKS, remarks))
    return {KEY: f"E{10_000 + number}", **words, "Notes": notes, **numbers, "Start date": date}


def make_sheet(form: Form) -> Sheet:
    chance = random.Random(SEED)  # noqa: S311 - the same sheet every time, no secret
    text = ""
    records, cells = [], []
    for number in range(ROWS):
        text += form.separator if text else ""
        start = len(text)
        spans: dict[str, Span] = {}
        for column, value in make_row(number, form.remarks, chance).items():
            text += form.between_cells if spans else ""
            spans[column] = Span(len(text), len(text) + len(f"{column}: {value}"))
            text += f"{column}: {value}"
        records.append(Span(start, len(text)))
        cells.append(spans)
    return Sheet(text, tuple(records), tuple(cells))


def questions() -> Iterator[tuple[int, str]]:
    """Rows and columns asked for: rows all different, columns in turn."""
    chance = random.Random(SEED)  # noqa: S311 - the same questions every time, no secret
    asked = COLUMNS[1:]
    for place, row in enumerate(chance.sample(range(ROWS), QUESTIONS)):
        yield row, asked[place % len(asked)]


def windows(text: str) -> list[Chunk]:
    """Characters 0 to 800, 700 to 1500 and so on."""
    return [
        Chunk(ordinal, start, min(start + 800, len(text)), text[start : start + 800], separator=None)
        for ordinal, start in enumerate(range(0, len(text) - 100, 700))
    ]


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def holds(chunk: Chunk, span: Span) -> bool:
    return chunk.start <= span.start and span.end <= chunk.end


def measure(sheet: Sheet, chunks: Sequence[Chunk]) -> Outcome:
    index = BM25Okapi([words_of(chunk.content) for chunk in chunks])
    ranks = []
    for row, column in questions():
        scores = index.get_scores(words_of(f"What is the {column} of employee E{10_000 + row}?"))
        ranked = sorted(range(len(chunks)), key=lambda place: -scores[place])
        wanted = (sheet.cells[row][KEY], sheet.cells[row][column])
        ranks.append(
            next(
                (rank for rank, place in enumerate(ranked, 1) if all(holds(chunks[place], span) for span in wanted)), 0
            )
        )
    return Outcome(
        chunks=len(chunks),
        split=sum(not any(holds(chunk, record) for chunk in chunks) for record in sheet.records),
        right=ranks.count(1),
        reciprocal_ranks=sum(1 / rank for rank in ranks if rank),
    )


def main() -> None:
    print(f"{ROWS} rows of {len(COLUMNS)} columns, {QUESTIONS} questions, BM25, chunks of up to 800 characters\n")
    print(f"{'sheet':<22}{'cut as':<9}{'chunks':>7}{'records split':>15}{'right at 1':>12}{'MRR':>8}")
    for form in FORMS:
        sheet = make_sheet(form)
        ways = {
            "windows": windows(sheet.text),
            "prose": chunk_text(sheet.text),
            "records": chunk_text(sheet.text, separator=form.separator),
        }
        for way, chunks in ways.items():
            outcome = measure(sheet, chunks)
            print(
                f"{form.name:<22}{way:<9}{outcome.chunks:>7}{outcome.split / ROWS:>15.1%}"
                f"{f'{outcome.right}/{QUESTIONS}':>12}{outcome.reciprocal_ranks / QUESTIONS:>8.3f}"
            )


if __name__ == "__main__":
    main()
