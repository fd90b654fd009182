"""The order of merges on clusters."""

from __future__ import annotations

import pytest

from vitrail._cluster import ARITY, MergeTree


@pytest.mark.parametrize("count", [*range(1, 20), 63, 64, 65, 511, 512, 700])
def test_each_part_is_merged_once_in_a_shallow_tree(count: int) -> None:
    sizes: list[int] = []

    def merge(parts: list[tuple[int, list[int]]]) -> tuple[int, list[int]]:
        sizes.append(len(parts))
        return max(depth for depth, _ in parts) + 1, [one for _, part in parts for one in part]

    tree = MergeTree(merge)
    for number in range(count):
        tree.add((0, [number]))
    depth, parts = tree.whole()
    assert sorted(parts) == list(range(count))
    assert all(2 <= size <= ARITY for size in sizes)
    assert ARITY ** (depth - 2) < count


def test_no_part() -> None:
    with pytest.raises(ValueError, match="no partition"):
        MergeTree[int](sum).whole()
