"""`canasta-score event new`: start a club day."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.event.options import DEFAULT_EVENT_VARIANT, EventOption
from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import print_hint, print_note
from canasta_score.cli.options import house_rules_option, number_option, variant_option
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.cli.terminal import print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.clock import get_local_time
from canasta_score.event.event import Event
from canasta_score.event.settings import (
    DEFAULT_TIE_BREAKERS,
    Fields,
    MovementName,
    RankBy,
    Settings,
    SitOutCredit,
    TieBreaker,
    UnfinishedHand,
)
from canasta_score.event.storage.event_files import create_event
from canasta_score.event.storage.event_reader import MAX_GAMES, MAX_MINUTES
from canasta_score.game.sides import find_side_name_errors
from canasta_score.report.event.text import describe_event
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import format_suggestion

_TIES_OPTION, _FIELDS_OPTION = "--ties", "--fields"
_DEFAULT = Settings()
_DEFAULT_TIES = ",".join(DEFAULT_TIE_BREAKERS)
_TWO_FIELD_MOVEMENTS = (MovementName.EAST_WEST_UP, MovementName.GIVEN)  # in which directions stay
_EventNameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What the day is called.", show_default=False)]
_VariantOption = Annotated[str, variant_option("The rules: a name or a rule file.")]
_GamesOption = Annotated[int, number_option("--games", "How many games are played.", least=1, most=MAX_GAMES)]
_MinutesOption = Annotated[int, number_option("--minutes", "Minutes for each game.", least=1, most=MAX_MINUTES)]
_WarnOption = Annotated[int, number_option("--warn", "When to warn, in minutes before the end.", most=MAX_MINUTES)]
_MovementOption = Annotated[MovementName, typer.Option("--movement", help="How pairs move from game to game.")]
_RankByOption = Annotated[RankBy, typer.Option("--rank", help="What decides the ranks.")]
_TiesOption = Annotated[
    str, typer.Option(_TIES_OPTION, metavar="WORD,WORD", help='What breaks ties, in this order; "" for nothing.')
]
_SitOutOption = Annotated[SitOutCredit, typer.Option("--sit-out", help="What a pair gets for sitting out.")]
_FieldsOption = Annotated[Fields, typer.Option(_FIELDS_OPTION, help="One ranking, or one for each direction.")]
_UnfinishedOption = Annotated[
    UnfinishedHand, typer.Option("--unfinished", help="What happens to a hand that is not finished at the bell.")
]
_EventHouseRulesOption = Annotated[
    list[str] | None, house_rules_option("A house rule, such as game.hands=4; repeat for each rule.")
]


def new(
    name: _EventNameArgument,
    *,
    variant: _VariantOption = DEFAULT_EVENT_VARIANT,
    games: _GamesOption = _DEFAULT.games,
    minutes: _MinutesOption = _DEFAULT.minutes,
    warn: _WarnOption = _DEFAULT.warn,
    movement: _MovementOption = _DEFAULT.movement,
    rank: _RankByOption = _DEFAULT.rank,
    ties: _TiesOption = _DEFAULT_TIES,
    sit_out: _SitOutOption = _DEFAULT.sit_out,
    fields: _FieldsOption = _DEFAULT.fields,
    unfinished: _UnfinishedOption = _DEFAULT.unfinished,
    house: _EventHouseRulesOption = None,
    event: EventOption = None,
) -> None:
    """Start a club day.

    The event file keeps all the rules of the day. An existing file is never replaced.
    """
    _check_name(name)
    _check_movement(movement, fields, rank)
    settings = Settings(
        games=games,
        minutes=minutes,
        warn=warn,
        movement=movement,
        rank=rank,
        ties=_parse_tie_breakers(ties),
        sit_out=sit_out,
        fields=fields,
        unfinished=unfinished,
    )
    _start_event(resolve_event_path(event), name, settings, variant, house or [])


def _start_event(path: Path, name: str, settings: Settings, variant: str, house_rules: Sequence[str]) -> None:
    rules, loaded = load_with_overrides(variant, house_rules)
    event = Event(
        name=name,
        started_at=get_local_time(),
        variant=loaded,
        house_rules=tuple(house_rules),
        settings=settings,
        raw_rules=rules,
    )
    created = create_event(path, event, print_note, lambda _: mark_done(f"{path} is written"))
    print_result(f"{describe_event(created)}\n\nThe event file is {path}.")
    print_hint("add the pairs", "event", "pair", "Ann & Bob", "Cy & Di")


def _check_movement(movement: MovementName, fields: Fields, rank: RankBy) -> None:
    if movement is MovementName.KNOCKOUT and rank is not _DEFAULT.rank:
        raise usage_error("in a knockout, pairs are ranked by how far they come", "leave out --rank", option="--rank")
    if fields is Fields.TWO and movement not in _TWO_FIELD_MOVEMENTS:
        message = f"with {movement}, pairs change between North-South and East-West"
        hint = f"choose --movement {MovementName.EAST_WEST_UP}, or one field"
        raise usage_error(message, hint, option=_FIELDS_OPTION)


def _check_name(name: str) -> None:
    if not name.strip():
        raise usage_error("the name is empty", "give the day a name", "event", "new", "Club day")
    for error in find_side_name_errors("", name):
        raise usage_error(error.message, error.hint)


def _parse_tie_breakers(text: str) -> tuple[TieBreaker, ...]:
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    for word in words:
        if word not in tuple(TieBreaker):
            hint = format_suggestion(word, TieBreaker) if word else "enter words with commas between them"
            raise usage_error(f'unknown tie-breaker "{word}"', hint, option=_TIES_OPTION)
    return tuple(dict.fromkeys(map(TieBreaker, words)))
