"""The largest matching, beside one that tries every way."""

from hypothesis import example, given
from hypothesis import strategies as st

from canasta_score.event.matching import find_largest_matching


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    size = draw(st.integers(1, 9))
    edges = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=20))
    return [
        sorted({b for a, b in edges if a == v and b != v} | {a for a, b in edges if b == v and a != v})
        for v in range(size)
    ]


def most_couples(neighbors: list[list[int]], left: frozenset[int]) -> int:
    if not left:
        return 0
    first = min(left)
    rest = left - {first}
    return max(
        most_couples(neighbors, rest),
        *(1 + most_couples(neighbors, rest - {other}) for other in neighbors[first] if other in rest),
        0,
    )


@given(graphs())
@example([[1, 2], [0, 3], [0], [1]])  # greed takes 0 and 1, and leaves the ends of the path 2, 0, 1, 3
@example([[1, 2, 3], [0, 2], [0, 1], [0]])  # the way from 2 to 3 leads around a blossom
def test_no_way_matches_more(neighbors: list[list[int]]) -> None:
    mates = find_largest_matching(neighbors)
    for vertex, mate in enumerate(mates):
        assert mate is None or (mates[mate] == vertex and mate in neighbors[vertex])
    matched = sum(mate is not None for mate in mates)
    assert matched == 2 * most_couples(neighbors, frozenset(range(len(neighbors))))


def test_a_blossom_is_seen_through() -> None:
    """Two triangles joined by a path: every vertex can be matched, and greed alone would leave two."""
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 5)]
    neighbors: list[list[int]] = [[] for _ in range(8)]
    for a, b in edges:
        neighbors[a].append(b)
        neighbors[b].append(a)
    assert None not in find_largest_matching(neighbors)
