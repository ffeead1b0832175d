"""An event on paper: guide cards, slips, seating and standings as HTML, and what is new since an earlier print."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from math import ceil
from urllib.parse import quote

from canasta_score.event.event import Event
from canasta_score.event.ranking.season import Season
from canasta_score.event.ranking.standings import ALL_FIELD
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.seating.tables import Seating
from canasta_score.event.slips import count_hands
from canasta_score.hand.opening.need import opening_need
from canasta_score.report.event import text as event_text
from canasta_score.report.html.event_page import PageLink, build_event_page, plan_games
from canasta_score.report.html.templating import render, render_with_style
from canasta_score.report.labels import format_date
from canasta_score.report.rules.descriptions import GAME_TITLE, describe_rules
from canasta_score.report.text.layout import measure_width
from canasta_score.rules.frozen import FastStrEnum, Value
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import fold_text, join_words, name_numbers, split_players

# What is printed, by its key, such as "7" or "2.14"; each mapping begins a sheet of paper.
_Sheets = list[dict[str, Callable[[], str]]]
_CARD_ROW = "<tr><td"  # which begins a game of a guide card
_MARK_LENGTH = 12  # of the hash of a part of a print
_VOID_MARK = "void"  # in place of the hash
_EVENT_META = '<meta name="canasta-score-event" content="'
_MARKS_PATTERN = re.compile('<meta name="canasta-score-print" content="([^"]*)">')
_MOST_HANDS_IN_LANDSCAPE = 3  # a slip with more, or with codes, is higher than Letter is wide
_PAGE_HEIGHT, _PAGE_WIDTH = 246, 190  # millimeters that a table has on A4 and on Letter, below its heading
_TYPE_SIZES = range(39, 121)  # tenths of a millimeter: 11 to 34 points
_LINE_LENGTH = 80  # characters of a line across a table
_LINE_HEIGHT, _ROW_PADDING, _CHARACTER_WIDTH = 1.25, 0.35, 0.56  # parts of the size of the type


class PrintKind(FastStrEnum):
    """What can be printed."""

    GUIDE_CARDS = "guide-cards"
    SLIPS = "slips"
    SEATING = "seating"
    STANDINGS = "standings"


_KINDS_BY_GAME = (PrintKind.SLIPS, PrintKind.SEATING)


class Print(Value):
    """Sheets for paper as HTML, and how many cards, slips or lists they have."""

    text: str
    count: int
    replaced: tuple[str, ...]  # the keys of those that take the place of others of an earlier print
    gone: tuple[str, ...]  # the keys of those that nothing replaces


def render_print(
    event: Event,
    kind: PrintKind,
    game: int | None = None,
    *,
    before: str = "",
    links: Mapping[int, PageLink] | None = None,
) -> Print:
    """Return sheets for paper, of one game or all; `before`, an earlier print, has what need not be printed again."""
    rounds = dict(enumerate(list_known_seatings(event), 1))
    chosen = rounds if game is None else {game: rounds[game]} if game in rounds else {}
    sheets = [{key: build() for key, build in sheet.items()} for sheet in _SHEETS[kind](event, chosen, links or {})]
    marks = {key: _mark_part(part, kind) for sheet in sheets for key, part in sheet.items()}
    printed = find_print_marks(before, kind) or {}
    known = list_print_keys(event, kind) if before else []
    over = {*event.announced} & {*chosen} if before else set()
    changed = {key for key, mark in marks.items() if _is_new(event, kind, key, (printed.get(key, ""), mark), over)}
    kept = {key: printed[key] for key in known if key in printed}  # of other games, too
    gone = tuple(key for key in printed if key not in kept)
    shown = changed
    if gone and not changed and game is None:  # what is there stays without what is gone: it may not be on paper yet
        shown = {key for sheet in sheets for key, part in sheet.items() if part in before}
    text = render_with_style(
        "event_print.html.jinja",
        "event_print.css.jinja",
        kind=kind,
        event_name=event.name,
        marks=_format_marks(kind, {**kept, **marks}),
        event_mark=_build_event_mark(event),
        sheets=[[part for key, part in sheet.items() if key in shown] for sheet in sheets],
        is_landscape=kind is PrintKind.SLIPS
        and count_hands(event.variant) <= (0 if links else _MOST_HANDS_IN_LANDSCAPE),
    )
    if before and not shown:
        text = _replace_print_marks(before, kind, {**kept, **marks})
    return Print(text=text, count=len(changed), replaced=tuple(changed & printed.keys()), gone=gone)


def render_season(season: Season) -> str:
    """Return the rankings of a season as HTML, for a screen and for paper."""
    title, counted = event_text.format_season_title(season), event_text.describe_counted_events(season)
    days = join_words(f"{name} ({format_date(at)})" if at else name for name, at in season.days)
    sheets = []
    for label, entries in (("Pair", season.pairs), ("Player", season.players)):
        rows, ties = event_text.build_season_rows(label, entries), event_text.describe_season_ties(season, entries)
        others = [()] * sum(1 + len(line) // _LINE_LENGTH for line in (counted, f"{days}.", ties) if line)
        size = _find_type_size([*(tuple(row.values())[1:2] for row in rows), *others], 60)
        texts = {"title": f"{title}: {label.lower()}s", "counted": counted, "days": f"{days}.", "ties": ties}
        sheets.append([render("event_season.html.jinja", **texts, rows=rows, size=size)])
    return render_with_style(
        "event_print.html.jinja",
        "event_print.css.jinja",
        kind="",
        event_name=title,
        marks="",
        event_mark="",
        sheets=sheets,
        is_landscape=False,
    )


def _mark_part(part: str, kind: PrintKind) -> str:
    pieces = part.split(_CARD_ROW) if kind is PrintKind.GUIDE_CARDS else [part]  # a card has a hash for each game
    return ".".join(sha256(piece.encode()).hexdigest()[:_MARK_LENGTH] for piece in pieces)


def _is_new(event: Event, kind: PrintKind, key: str, marks: tuple[str, str], over: Collection[int]) -> bool:
    """Return whether a mark is another one than before, but for games that are over, which nobody looks up."""
    old, new = (mark.split(".") for mark in marks)
    if kind is PrintKind.GUIDE_CARDS:
        rows = slice(1, 1 + sum(map(event.pairs[int(key)].plays_in, over)))
        del old[rows], new[rows]
    return old != new and not (kind in _KINDS_BY_GAME and int(key.partition(".")[0]) in over)


def list_print_keys(event: Event, kind: PrintKind) -> list[str]:
    """Return the keys of all cards, slips or lists: `7` for pair 7, `2.14` for table 14 of game 2."""
    rounds = dict(enumerate(list_known_seatings(event), 1))
    return [key for sheet in _SHEETS[kind](event, rounds, {}) for key in sheet]


def describe_paper(kind: PrintKind, keys: Iterable[str]) -> str:
    """Return the name of the cards, slips or lists with some keys, at least one: `the slip of game 2 table 28`."""
    if kind is PrintKind.STANDINGS:
        return "the standings"
    places = sorted([*map(int, re.findall("[0-9]+", key))] for key in keys)
    first_numbers = list(dict.fromkeys(place[0] for place in places))
    if kind is PrintKind.GUIDE_CARDS:
        return name_numbers("guide card", first_numbers)
    if kind is PrintKind.SEATING:
        return f"the lists of {name_numbers('game', first_numbers)}"
    tables = [
        f"game {game} {name_numbers('table', [place[1] for place in places if place[0] == game])}"
        for game in first_numbers
    ]
    return f"the {'slip' if len(places) == 1 else 'slips'} of {join_words(tables)}"


def find_print_marks(text: str, kind: PrintKind) -> Mapping[str, str] | None:
    """Return the marks of what a print had in it, by key; None if the text is no print of this kind."""
    found = _MARKS_PATTERN.search(text)
    found_kind, *marks = (found and found[1].split()) or [""]  # a season, which a folder may hold too, has no marks
    return dict(mark.split("=", 1) for mark in marks if "=" in mark) if found_kind == kind else None


def is_print_of(text: str, kind: PrintKind, event: Event) -> bool:
    """Return whether a text is a print of an event, of this kind, and says so."""
    return find_print_marks(text, kind) is not None and f'{_EVENT_META}{_build_event_mark(event)}">' in text


def _build_event_mark(event: Event) -> str:
    # The file may be moved, or another event begun in the same second.
    return f"{event.started_at.isoformat() if event.started_at else 'undated'}/{quote(event.name, safe='')}"


def mark_as_void(text: str, kind: PrintKind, keys: Iterable[str]) -> str:
    """Return a print that remembers that paper with some keys was to be thrown away, so that it is printed anew."""
    return _replace_print_marks(text, kind, {**(find_print_marks(text, kind) or {}), **dict.fromkeys(keys, _VOID_MARK)})


def _replace_print_marks(text: str, kind: PrintKind, marks: Mapping[str, str]) -> str:
    meta = _MARKS_PATTERN.pattern.replace('([^"]*)', _format_marks(kind, marks))
    return _MARKS_PATTERN.sub(lambda _: meta, text, count=1)


def _format_marks(kind: PrintKind, marks: Mapping[str, str]) -> str:
    return " ".join([kind, *(f"{key}={mark}" for key, mark in marks.items())])


def _defer_part(event: Event, template: str, **values: object) -> Callable[[], str]:
    day = format_date(event.started_at) if event.started_at else ""
    bell = event_text.describe_bell(event.settings)
    return partial(render, f"event_{template}.html.jinja", event_name=event.name, day=day, bell=bell, **values)


def _render_guide_cards(event: Event, rounds: Mapping[int, Seating], links: Mapping[int, PageLink]) -> _Sheets:
    planned, needs = plan_games(event), _describe_needs(event.variant)
    games = rounds if len(rounds) == 1 else range(1, event.games + 1)
    cards = {
        f"{pair.number}": _defer_part(
            event,
            "guide_card",
            pair=pair,
            games=[game for game in planned[pair.number] if game.game in games],
            needs=needs,
            link=links.get(pair.number),
        )
        for pair in event.pairs.values()
        if not pair.has_left
    }
    return [cards]


def _render_slips(event: Event, rounds: Mapping[int, Seating], links: Mapping[int, PageLink]) -> _Sheets:
    variant = event.variant
    hands = range(1, count_hands(variant) + 1)
    is_by_total = variant.need.steps_by_total or any(step.canasta for step in variant.need.steps_by_hand)
    by_hand = [] if is_by_total else [opening_need(variant, hand=hand) for hand in hands]
    values = {"hands": hands, "by_hand": by_hand, "needs": _describe_needs(variant), "links": links}
    return [
        {
            f"{game}.{seat.table}": _defer_part(event, "slip", game=game, seat=seat, **values)
            for seat in event_text.build_round_view(event, game, seating).seats
        }
        for game, seating in rounds.items()
    ]


def _describe_needs(variant: Variant) -> str:
    """Return what it takes to open, in the words of the rule card."""
    rules = (rule for rule in describe_rules(variant)[GAME_TITLE] if rule.key == "Need to open")
    return "; ".join(phrase.text for rule in rules for phrase in rule.phrases)


def _render_seating(event: Event, rounds: Mapping[int, Seating], _: Mapping[int, PageLink]) -> _Sheets:
    """Return a list by table and a list by player for each game; that by player is in the order of last names."""
    planned = plan_games(event)
    sheets = []
    for game, seating in rounds.items():
        listed: list[tuple[str, int]] = []
        for pair in event.pairs.values():
            name = pair.get_name(game)
            players = split_players(name) or [name]
            for player in players:
                *first, last = player.split()
                has_last_name = first and len(players) > 1
                listed.append((f"{last}, {' '.join(first)}" if has_last_name else player, pair.number))
        listed.sort(key=lambda entry: fold_text(entry[0]))
        width_beside_opponents = 18 + max((measure_width(player) for player, _ in listed), default=0)
        view = event_text.build_round_view(event, game, seating)
        places = [(*entry, place) for entry in listed for place in planned[entry[1]] if place.game == game]
        by_table = _find_type_size(
            [*((seat.ns, seat.ew) for seat in view.seats), *((pair,) for pair in view.sits_out)], 6
        )
        by_player = _find_type_size([(place.opponent,) for _, _, place in places], width_beside_opponents)
        sheets.append({f"{game}.table": _defer_part(event, "seating", round=view, size=by_table)})
        part = _defer_part(event, "seating_by_player", game=game, players=places, size=by_player)
        sheets.append({f"{game}.pair": part})
    return sheets


def _render_standings(event: Event, _: Mapping[int, Seating], __: Mapping[int, PageLink]) -> _Sheets:
    page = build_event_page(event)
    games = range(1, page.after + 1)
    sheets = []
    for view in page.fields:
        names = (
            f"{pair.number} {pair.name}{'' if pair.rank or not page.after else ' (not played)'}" for pair in view.pairs
        )
        lines_below = [page.slips_in, view.adjusted, view.has_sit_outs, *view.broken_ties[::2]]
        rows = [*((name,) for name in names), *(() for line in lines_below if line)]
        size = _find_type_size(rows, 20 + 6 * len(games))
        part = _defer_part(event, "standings", page=page, field=view, games=games, size=size)
        sheets.append({view.label or ALL_FIELD: part})
    return sheets


def _find_type_size(rows: Sequence[Sequence[str]], other_width: int) -> int:
    """Return the largest type, in 0.1 mm, for which rows of names, and `other_width` characters, need no more pages."""
    widths = [[measure_width(name) for name in row] for row in rows]
    columns = max(map(len, widths), default=1)

    def measure_height(size: int) -> float:
        room = max(1, (10 * _PAGE_WIDTH / (_CHARACTER_WIDTH * size) - other_width) / columns)  # characters
        lines = sum(max(1, *(ceil(width / room) for width in row), 0) for row in widths)
        return size * (_ROW_PADDING * len(rows) + _LINE_HEIGHT * (lines + 1)) / 10

    pages = ceil(measure_height(_TYPE_SIZES[0]) / _PAGE_HEIGHT)

    def measure_with_gaps(size: int) -> float:  # a row that does not fit leaves room at the end of a page
        return measure_height(size) + pages * _LINE_HEIGHT * size / 10

    height: float = pages * _PAGE_HEIGHT
    return _TYPE_SIZES[max(1, bisect_right(_TYPE_SIZES, height, key=measure_with_gaps)) - 1]


_SHEETS: Mapping[PrintKind, Callable[[Event, Mapping[int, Seating], Mapping[int, PageLink]], _Sheets]] = {
    PrintKind.GUIDE_CARDS: _render_guide_cards,
    PrintKind.SLIPS: _render_slips,
    PrintKind.SEATING: _render_seating,
    PrintKind.STANDINGS: _render_standings,
}
