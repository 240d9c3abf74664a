"""Styles and scripts of a page, joined into one file each, without comments and spaces.

The sources are plain styles and ES modules, which a browser takes as they are. A page names those
that it needs in one URL, ``css/base+sheet+print.css`` or ``js/app+sheet.js``; the file there has
them and all that they import, each once. It is made of *parts*, one for each source, one after the
other: a service worker stores the parts, and joins them, too (``static/js/service_worker.js``).
A drawing that a style names stands in its part: one request less, and none that is late.

A module becomes a function that is called once in a page, in the order of the imports, and what it
exports is found in ``modules`` by its name. What is imported later (``import("./dialog.js")``) is a
joined file, too: of the parts that the importing one has not needed before, if it has needed some
(``js/only+view+dialog.js``). The outbox is always a file
of its own: where browsers allow no service worker, any page that was open finds it in their cache
when the network has gone. Names are not shortened: an
error names the functions of the sources, and each module begins a line of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import quote

from rcssmin import cssmin
from rjsmin import jsmin

HEADS = {
    "css": "",
    "js": 'const modules=self.modules??={at:new URL("../",import.meta.url).href};\n',
}
"""Starts of joined files by kind. In ``modules``, ``at`` is the URL below which all assets lie."""

_APART = {"outbox": "import-outbox"}
"""Scripts that are files of their own, and the part that imports each."""
_ONLY = "only"
"""First name of a joined file that has the named parts alone, without those that they import."""
_JOINED = re.compile(r"(?P<kind>css|js)/(?P<names>[\w+-]+)\.(?P=kind)")
_STYLE_IMPORT = re.compile(r'^@import "(?P<path>[\w-]+\.css)";\n', re.MULTILINE)
_DRAWING = re.compile(r'url\("\.\./(?P<path>[\w/-]+\.svg)"\)')
_READ_AS_IT_IS = " /:=<>'()"
"""Characters that browsers take in a URL with data, beside letters and numbers."""
_IMPORT = re.compile(
    r'^import (?:(?P<taken>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE
)
_LATE_IMPORT = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_LATE = re.compile(r'(?<=import\(modules\.at\+"js/)(?P<name>[\w-]+)(?=\.js"\))')
_EXPORT = re.compile(
    r"^export (?P<what>(?:async )?(?:const|function|class)) (?P<name>\w+)", re.MULTILINE
)


class SourcePart(NamedTuple):
    """A style or script as it is in a joined file, and the names of the parts that it imports."""

    text: str
    imports: tuple[str, ...]


class Parts(NamedTuple):
    """Collection of the parts of all sources, by kind (``css``, ``js``) and name."""

    of_kind: Mapping[str, Mapping[str, SourcePart]]

    @classmethod
    def read(cls, sources: Mapping[str, str]) -> Parts:
        """Return the parts of sources, which are texts by their paths: ``js/photo/view.js`` is
        the script ``photo-view``. Drawings that styles name are among them."""
        styles, scripts = (
            {path: text for path, text in sources.items() if path.startswith(f"{kind}/")}
            for kind in HEADS
        )
        of_kind = {
            "css": {_name(path): _style(text, sources) for path, text in styles.items()},
            "js": {_name(path): _module(path, text) for path, text in scripts.items()},
        }
        for name, apart in _APART.items():
            of_kind["js"][apart] = SourcePart(f'import"./{name}.js";\n', ())
        parts = cls(of_kind)
        of_kind["js"] |= {name: parts._without_known(name) for name in of_kind["js"]}
        return parts

    def _without_known(self, name: str) -> SourcePart:
        """Return a script whose late imports bring only what it has not needed before."""
        known = set(self.needed("js", name))

        def lacking(late: re.Match[str]) -> str:
            needed = list(dict.fromkeys(self.needed("js", late["name"])))
            lacks = [one for one in needed if one not in known]
            is_whole = late["name"] in _APART or lacks == needed
            return late["name"] if is_whole else "+".join((_ONLY, *lacks))

        part = self.of_kind["js"][name]
        return part._replace(text=_LATE.sub(lacking, part.text))

    def join(self, path: str) -> str | None:
        """Return the file that has the parts of a path, ``css/base+sheet.css``, and those that they
        import; None if there is no such part."""
        match = _JOINED.fullmatch(path)
        parts = self.of_kind[match["kind"]] if match else {}
        names = match["names"].split("+") if match else []
        if is_only := names[:1] == [_ONLY]:
            del names[0]
        if not match or not parts.keys() >= set(names):
            return None
        each = ((name,) if is_only else self.needed(match["kind"], name) for name in names)
        needed = dict.fromkeys(chain.from_iterable(each))
        return HEADS[match["kind"]] + "".join(parts[name].text for name in needed)

    def known(self, path: str) -> str:
        """Return a path without the names of parts that there are none of, "" if none is left: one
        from before an update may name what is gone."""
        match = _JOINED.fullmatch(path)
        of_kind = self.of_kind[match["kind"]] if match else {}
        names = [name for name in match["names"].split("+") if name in of_kind] if match else []
        return f"{match['kind']}/{'+'.join(names)}.{match['kind']}" if match and names else ""

    def all_needed(self) -> dict[str, dict[str, list[str]]]:
        """Return by kind, for each part that imports any, the names of all that it needs."""
        return {
            kind: {
                name: list(dict.fromkeys(self.needed(kind, name)))
                for name, part in of_kind.items()
                if part.imports
            }
            for kind, of_kind in self.of_kind.items()
        }

    def needed(self, kind: str, name: str) -> Iterator[str]:
        """Yield the names of a part and of all that it imports, in the order in which they run;
        some may come twice. A circle of imports raises RecursionError."""
        for imported in self.of_kind[kind][name].imports:
            yield from self.needed(kind, imported)
        yield name


def minified_script(text: str) -> bytes:
    """Return a script without comments and spaces, which is no module or stands alone."""
    return f"{jsmin(text)}".encode()


def _name(path: str) -> str:
    """Return the name of a source: its path in the folder of its kind, without its ending."""
    return "-".join(PurePosixPath(path).with_suffix("").parts[1:])


def _style(text: str, sources: Mapping[str, str]) -> SourcePart:
    def drawn(match: re.Match[str]) -> str:
        drawing = sources[match["path"]].replace('"', "'")
        return f'url("data:image/svg+xml,{quote(drawing, safe=_READ_AS_IT_IS)}")'

    imports = tuple(_name(f"css/{match['path']}") for match in _STYLE_IMPORT.finditer(text))
    own = _DRAWING.sub(drawn, cssmin(_STYLE_IMPORT.sub("", text)))
    return SourcePart(f"{own}\n", imports)


def _module(path: str, text: str) -> SourcePart:
    """Return a script as a statement that runs it, unless it has run in this page."""

    def imported(match: re.Match[str]) -> str:
        return _name_beside(path, match["path"])

    def taken(match: re.Match[str]) -> str:
        names = (match["taken"] or "").removeprefix("* as ").replace(" as ", ": ")
        return f'const {names} = modules["{imported(match)}"];\n' if names else ""

    def later(match: re.Match[str]) -> str:
        name = imported(match)
        return f'import(modules.at + "js/{name}.js").then(() => modules["{name}"])'

    exported = ", ".join(match["name"] for match in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\g<what> \g<name>", _LATE_IMPORT.sub(later, _IMPORT.sub(taken, text)))
    body = body.replace("import.meta.url", f'(modules.at + "{path}")')
    statement = f'modules["{_name(path)}"] ??= (() => {{\n{body}return {{ {exported} }};\n}})();'
    names = [imported(match) for match in _IMPORT.finditer(text)]
    imports = tuple(_APART.get(name, name) for name in names)
    return SourcePart(f"{jsmin(statement)}\n", imports)


def _name_beside(path: str, relative: str) -> str:
    """Return the name of the script that another one imports by a relative path."""
    parts = list(PurePosixPath(path).parent.parts)
    for step in PurePosixPath(relative).parts:
        if step == "..":
            parts.pop()
        else:
            parts.append(step)
    return _name("/".join(parts))
