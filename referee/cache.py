"""A bounded cache with explicit keys, and the setting of an app that runs on a phone."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from flask import current_app

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """A cache of the values used last, up to a number of them. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, None if it is missing."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> Value:
        """Store a value under a key, and return it."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def get_or_put(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, which ``make`` returns where it is missing. Two threads may
        both make it."""
        value = self.get(key)
        return self.put(key, make()) if value is None else value


ON_PHONE = "ON_PHONE"
"""The setting of an app that runs on a phone without a server."""


def on_phone() -> bool:
    """Return whether this app runs on a phone without a server."""
    return bool(current_app.config.get(ON_PHONE))
