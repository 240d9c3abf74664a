"""The cache."""

from referee.cache import Cache


def test_the_values_used_last_are_kept() -> None:
    cache: Cache[str] = Cache(2)
    for key, gone in (("a", None), ("b", None), ("a", None), ("c", "b"), ("d", "a")):
        assert cache.get_or_put(key, key.upper) == key.upper()
        assert gone is None or cache.get(gone) is None
    assert (cache.get("c"), cache.get("d")) == ("C", "D")
