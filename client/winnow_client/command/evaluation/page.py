"""An evaluation as one HTML file that needs nothing else: no script, no font, no network."""

from collections.abc import Sequence
from html import escape

import numpy as np

from winnow_client.command.evaluation.measures import MEASURES
from winnow_client.command.evaluation.plots import Axis, Plot, Point
from winnow_client.command.evaluation.presenting import (
    LATENCY_COLUMNS,
    latency_rows,
    ranking_rows,
    separation_rows,
    trim_rows,
)
from winnow_client.command.evaluation.results import SCORES, Populations, SetResult
from winnow_client.command.evaluation.statistics import Estimate, percentiles

BINS = 40

_STYLE = """
:root{color-scheme:light dark;--ink:#1c1f23;--dim:#6a7178;--line:#dfe3e6;--paper:#fff;
--a:#0b6bcb;--b:#c2410c;--c:#15803d;--d:#7e22ce}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#9aa0a6;--line:#3c4043;--paper:#17191c;
--a:#6cb2ff;--b:#ff9d66;--c:#6ad28f;--d:#cf9bff}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1180px;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.25rem;margin:2.5rem 0 .3rem;border-top:1px solid var(--line);padding-top:1.2rem}
h3{font-size:1rem;margin:1.4rem 0 .3rem}p{color:var(--dim);margin:.2rem 0;max-width:46rem}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}
td,th{padding:.2rem .9rem .2rem 0;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:600}.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(430px,1fr));gap:1rem}
figure{margin:0}figcaption{font-size:.9rem}svg{width:100%;height:auto;max-width:640px}
svg text{font:11px system-ui,sans-serif;fill:var(--dim)}.axis{stroke:var(--dim);fill:none}
.grid{stroke:var(--line);fill:none}
.series-0{--s:var(--a)}.series-1{--s:var(--b)}.series-2{--s:var(--c)}.series-3{--s:var(--d)}
.line{stroke:var(--s);stroke-width:1.5;fill:none}g path{stroke:var(--s)}circle{fill:var(--s)}
.bar{fill:var(--s);fill-opacity:.5}
.key{margin-left:.9rem;color:var(--dim)}.key::before{content:"";display:inline-block;width:.7em;height:.7em;
margin-right:.35em;background:var(--s);border-radius:2px}
"""


def render_page(results: Sequence[SetResult]) -> str:
    body = "".join(_section(result) for result in results)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Winnow: evaluation</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        "<h1>Winnow: evaluation</h1><p>Brackets hold 95 % intervals: whole documents or articles are drawn again "
        f"1,000 times.</p>{body}</body></html>\n"
    )


def _section(result: SetResult) -> str:
    parts = [
        f"<h2>{escape(result.name)}</h2><p>{result.questions} questions, {result.documents} documents</p>",
        "<h3>Ranking</h3>" + _table(["leg", *MEASURES], ranking_rows(result)),
        f"<h3>Trimming</h3><p>The first five chunks of each question. They held {_answers(result)}.</p>",
        _trim_plot(result),
        _table(["setting", "answers kept", "tokens kept"], trim_rows(result)),
    ]
    if result.populations is not None:
        parts.append(_populations(result, result.populations))
    parts.append("<h3>Latency</h3><p>Milliseconds of a request, while several were asked at once.</p>")
    parts.append(_latency_plot(result) + _table(["stage", *LATENCY_COLUMNS], latency_rows(result)))
    return "".join(parts)


def _answers(result: SetResult) -> str:
    return "no marked answers" if result.answers_found is None else f"{result.answers_found} of the answers"


def _trim_plot(result: SetResult) -> str:
    marked = [(entry, entry.retention) for entry in result.trimming if entry.retention is not None]
    if not marked:
        return ""
    kinds = list(dict.fromkeys(entry.setting.kind for entry, _ in marked))
    series = [
        (
            kind,
            [
                Point(
                    entry.kept.value,
                    retention.value,
                    _ends(entry.kept),
                    _ends(retention),
                    f"{entry.setting.label}: answers kept {retention}, tokens kept {entry.kept}",
                )
                for entry, retention in sorted(marked, key=lambda pair: pair[0].kept.value)
                if entry.setting.kind == kind
            ],
        )
        for kind in kinds
    ]
    low = np.floor(min(retention.low for _, retention in marked) * 10) / 10
    return Plot(Axis("tokens kept", 0, 1), Axis("Answers kept", float(min(low, 0.9)), 1)).scatter(series)


def _ends(estimate: Estimate) -> tuple[float, float]:
    return estimate.low, estimate.high


def _populations(result: SetResult, populations: Populations) -> str:
    origin = {
        "data": "the data marks as unanswerable",
        "halves": "were asked of the half of the articles that does not hold their topic",
    }
    plots = "".join(_distribution(name, populations) for name in SCORES)
    return (
        f"<h3>Scores</h3><p>The best that {len(populations.answerable)} answerable questions found, and that of "
        f"{len(populations.absent)} which {origin[populations.absent_from]}.</p>"
        f'<div class="plots">{plots}</div>' + _table(["score", "area under the curve"], separation_rows(result))
    )


def _distribution(name: str, populations: Populations) -> str:
    series = {
        "answerable": [getattr(best, name) for best in populations.answerable],
        "absent": [getattr(best, name) for best in populations.absent],
    }
    everything = [value for values in series.values() for value in values]
    low, high = min(everything), max(everything)
    high = high if high > low else low + 0.01
    shares = {
        label: [float(count) / len(values) for count in np.histogram(values, BINS, (low, high))[0]]
        for label, values in series.items()
    }
    top = max(share for values in shares.values() for share in values)
    return Plot(Axis(name, low, high), Axis("Share of questions", 0, top)).histogram(list(shares.items()))


def _latency_plot(result: SetResult) -> str:
    """How many of a hundred requests were at least as fast."""
    stages = {stage: values for stage, values in result.milliseconds.items() if stage in ("retrieve", "trim")}
    places = [*range(0, 100, 2), 99]
    series = [
        (stage, list(zip(percentiles(values, places), [place / 100 for place in places], strict=True)))
        for stage, values in stages.items()
    ]
    longest = max((value for values in stages.values() for value in percentiles(values, [99])), default=1.0)
    return Plot(Axis("milliseconds", 0, longest, ".0f"), Axis("Share of requests", 0, 1)).lines(series)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'
