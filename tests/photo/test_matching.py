"""Candidates and faces of which there are only so many: the best of all assignments."""

from itertools import product
from random import Random

import pytest

from referee.photo.assignment import Matching

FACES = "abcd"


@pytest.mark.parametrize("seed", range(200))
def test_an_assignment_is_the_best_of_all(seed: int) -> None:
    rnd = Random(seed)
    number = rnd.randint(1, 6)
    copies = {face: rnd.randint(0, 2) for face in FACES}
    weights = [
        {face: rnd.uniform(-10, 0) for face in FACES if rnd.random() < 0.7} for _ in range(number)
    ]
    none = [rnd.uniform(-10, 0) for _ in range(number)]

    def total(taken: tuple[str | None, ...]) -> float:
        return sum(none[i] if face is None else weights[i][face] for i, face in enumerate(taken))

    best = max(
        total(taken)
        for taken in product(*([None, *faces] for faces in weights))
        if all(taken.count(face) <= copies[face] for face in FACES)
    )
    matching = Matching(weights, none, copies)
    assert total(tuple(matching.taken)) == pytest.approx(best)
    for face in FACES:
        holders = [i for i, taken in enumerate(matching.taken) if taken == face]
        assert sorted(matching.holders.get(face, [])) == holders
        assert matching.is_free(face) == (len(holders) < copies[face])
