"""What every value of the program is: frozen, slotted, told by the names of its fields."""

import copy
import dataclasses
import pickle
import pydoc
from pathlib import Path

import pytest

import canasta_score
from canasta_score import HandScore, load_variant, new_ledger, record_hand, score_hand
from canasta_score.game.standing import SideStanding
from canasta_score.hand.scoring import ScoreLine, build_line
from canasta_score.hand.tally.parser import ParsedFact
from canasta_score.rules.frozen import Value, fast_init, field, replace
from canasta_score.rules.model.facts import BASE_PART, Fact

RED = ScoreLine(part=BASE_PART, fact="red", label="Red threes", quantity=3, points=500)


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        RED.points = 1000  # type: ignore[misc]  # which is refused
    with pytest.raises(dataclasses.FrozenInstanceError):
        del RED.points
    assert not hasattr(RED, "__dict__")
    assert RED.points == 500


def test_a_value_is_a_dataclass_with_all_that_goes_with_one() -> None:
    assert dataclasses.replace(RED, points=300) == build_line(BASE_PART, "red", "Red threes", 3, 300)
    assert dataclasses.asdict(RED) == {
        "part": "base", "fact": "red", "label": "Red threes", "quantity": 3, "points": 500
    }  # fmt: skip
    assert repr(RED) == (
        "ScoreLine(part=<ScorePart.BASE: 'base'>, fact='red', label='Red threes', quantity=3, points=500)"
    )


def test_a_value_with_pages_of_rules_shows_their_name(tmp_path: Path) -> None:
    rules = load_variant("nvso")
    assert repr(rules) == "Variant(name='nvso', ...)"
    path = str(tmp_path / "game.toml")
    new_ledger(path, "nvso", {"we": "Ann & Bob", "they": "Cy & Di"})
    game = record_hand(path, {"we": {"natural": 1, "table": 200}, "they": {"out": 1, "mixed": 1, "table": 180}})
    assert repr(game) == (
        f"Ledger(file={path!r}, variant=Variant(name='nvso', ...), house_rules=(), "
        "side_names={'we': 'Ann & Bob', 'they': 'Cy & Di'}, totals={'we': 700, 'they': 580}, ...)"
    )
    assert "variant=Variant(name='nvso', ...)" in repr(game.hands[0])


def test_a_value_takes_all_its_fields_by_name_and_no_other_ones() -> None:
    with pytest.raises(TypeError, match=r"ScoreLine.__init__\(\) missing 1 required keyword-only argument: 'points'"):
        ScoreLine(part=BASE_PART, fact="red", label="Red threes", quantity=3)  # type: ignore[call-arg]  # which is refused
    with pytest.raises(TypeError, match="unexpected keyword argument 'point'"):
        ScoreLine(part=BASE_PART, fact="red", label="", quantity=3, points=5, point=5)  # type: ignore[call-arg]  # which is refused
    with pytest.raises(TypeError, match="takes 1 positional argument"):
        ScoreLine(BASE_PART, "red", "", 3, 5)  # type: ignore[call-arg]  # which is refused


def test_a_value_without_an_init_of_its_own_takes_the_same() -> None:
    assert SideStanding(name="Ann", total=5, needs=125) == SideStanding(name="Ann", total=5, needs=125, canasta="")
    with pytest.raises(TypeError, match=r"SideStanding\(\) misses \['needs'\]"):
        SideStanding(name="Ann", total=5)  # type: ignore[call-arg]  # which is refused
    with pytest.raises(TypeError, match=r"SideStanding\(\) has no \['need'\]"):
        SideStanding(name="Ann", total=5, needs=125, need=90)  # type: ignore[call-arg]  # which is refused
    with pytest.raises(TypeError, match="takes 1 positional argument"):
        SideStanding("Ann", 5, 125)  # type: ignore[call-arg]  # which is refused


def test_a_field_that_is_left_out_is_made_anew_for_every_value() -> None:
    one, other = (ParsedFact(side="we", fact="red", amount=3, word_index=1) for _ in range(2))
    assert one == other
    assert one.cards is not other.cards


def test_a_score_and_its_rules_can_be_copied_and_sent_to_another_process() -> None:
    nvso = load_variant("nvso")
    score = score_hand(nvso, {"we": {"red": 3, "natural": 2, "table": 200}, "they": {"hand": 30}})
    for made in (copy.copy(score), copy.deepcopy(score), pickle.loads(pickle.dumps(score))):  # noqa: S301 -- our own
        assert isinstance(made, HandScore)
        assert made == score
    assert pickle.loads(pickle.dumps(nvso)) == nvso  # noqa: S301 -- our own


def test_a_deep_copy_shares_no_mapping_with_the_value() -> None:
    score = score_hand(load_variant("nvso"), {"we": {"natural": 1, "table": 200}, "they": {"hand": 30}})
    made = copy.deepcopy(score)
    assert made.sides is not score.sides
    assert made.sides["we"] is not score.sides["we"]


def test_a_field_is_keyword_only_for_what_reads_dataclasses_and_a_value_can_be_replaced() -> None:
    assert all(field.kw_only for field in dataclasses.fields(RED))
    assert RED.__replace__(points=300) == dataclasses.replace(RED, points=300)  # what `copy.replace` calls


class _Card(Value):
    value: int
    name: str = ""


@fast_init
class _Pile(Value):
    cards: list[str] = field(default_factory=list)
    top: str = ""


def test_a_default_is_the_same_for_a_fast_init_and_for_what_reads_dataclasses() -> None:
    assert _Pile().top == ""
    assert _Pile().cards == []
    assert _Pile().cards is not _Pile().cards
    cards, top = dataclasses.fields(_Pile)
    assert cards.default_factory is list
    assert top.default == ""


def test_a_field_may_have_any_name() -> None:
    made = replace(_Card(value=5, name="7"), value=10)
    assert made == _Card(value=5, name="7").__replace__(value=10) == _Card(value=10, name="7")


def test_python_shows_help_on_the_package_and_its_values() -> None:
    shown = pydoc.plain(pydoc.render_doc(canasta_score))
    assert "load_variant(name_or_path" in shown
    assert "class HandScore" in shown


def test_the_fields_of_a_value_are_listed_in_their_order_after_those_of_its_base() -> None:
    canasta = load_variant("nvso").canastas[0]
    names = [field.name for field in dataclasses.fields(canasta)]
    assert names == list(canasta.field_names)
    assert names[: len(Fact.field_names)] == list(Fact.field_names)
    assert dataclasses.fields(SideStanding)[-1].default == ""


def test_what_has_a_mapping_has_no_hash() -> None:
    rules = load_variant("nvso")
    assert {rules.canastas[0], rules.canastas[0]} == {rules.canastas[0]}
    for value in (rules, score_hand(rules, {"we": {"hand": 5}, "they": {"natural": 1}})):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
