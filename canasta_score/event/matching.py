"""The largest number of couples in a graph, by Edmonds' blossom algorithm: for pairs that should not meet again."""

from collections import deque
from collections.abc import Sequence

_NOBODY = -1


def find_largest_matching(neighbors: Sequence[Sequence[int]]) -> list[int | None]:
    """Return the vertex that each is matched with, or None: as many as can be, and `neighbors` in their order."""
    matcher = _Matcher(neighbors)
    for vertex, mates in enumerate(neighbors):
        free = next((mate for mate in mates if matcher.mates[mate] == _NOBODY), _NOBODY)
        if matcher.mates[vertex] == _NOBODY and free != _NOBODY:
            matcher.mates[vertex], matcher.mates[free] = free, vertex
    for vertex in range(len(neighbors)):
        if matcher.mates[vertex] == _NOBODY:
            matcher.augment_from(vertex)
    return [None if mate == _NOBODY else mate for mate in matcher.mates]


class _Matcher:
    def __init__(self, neighbors: Sequence[Sequence[int]]) -> None:
        self._neighbors = neighbors
        self._size = len(neighbors)
        self.mates = [_NOBODY] * self._size

    def augment_from(self, root: int) -> None:
        """Match one more vertex, if a path of alternating couples leads from `root` to another single one."""
        vertex = self._search(root)
        while vertex != _NOBODY:
            before = self._parents[vertex]
            following = self.mates[before]
            self.mates[vertex], self.mates[before] = before, vertex
            vertex = following

    def _search(self, root: int) -> int:
        self._parents = [_NOBODY] * self._size
        self._bases = list(range(self._size))
        self._reached = {root}
        self._queue = deque([root])
        while self._queue:
            vertex = self._queue.popleft()
            for neighbor in self._neighbors[vertex]:
                if self._bases[vertex] == self._bases[neighbor] or self.mates[vertex] == neighbor:
                    continue
                mate = self.mates[neighbor]
                if neighbor == root or (mate != _NOBODY and self._parents[mate] != _NOBODY):
                    self._contract_blossom(vertex, neighbor)
                elif self._parents[neighbor] == _NOBODY:
                    self._parents[neighbor] = vertex
                    if mate == _NOBODY:
                        return neighbor
                    self._reach(mate)
        return _NOBODY

    def _reach(self, vertex: int) -> None:
        if vertex not in self._reached:
            self._reached.add(vertex)
            self._queue.append(vertex)

    def _contract_blossom(self, first: int, second: int) -> None:
        base = self._find_common_base(first, second)
        blossom: set[int] = set()
        self._mark_path(first, base, second, blossom)
        self._mark_path(second, base, first, blossom)
        for vertex in range(self._size):
            if self._bases[vertex] in blossom:
                self._bases[vertex] = base
                self._reach(vertex)

    def _find_common_base(self, first: int, second: int) -> int:
        passed = set()
        while True:
            first = self._bases[first]
            passed.add(first)
            if self.mates[first] == _NOBODY:
                break
            first = self._parents[self.mates[first]]
        while self._bases[second] not in passed:
            second = self._parents[self.mates[self._bases[second]]]
        return self._bases[second]

    def _mark_path(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self._bases[vertex] != base:
            mate = self.mates[vertex]
            blossom |= {self._bases[vertex], self._bases[mate]}
            self._parents[vertex] = child
            child, vertex = mate, self._parents[mate]
