// Compiles the pack's Python with the very Python that will run it, so that phones need not.
//
//     node compile.mjs RUNTIME PACK UNNEEDED
//
// RUNTIME is npm's pyodide, PACK a folder with site.zip, which is compiled in place, its templates too. Put beside
// it are the modules that the memory of a phone has (modules.zip), which are no longer in it, and the standard
// library without those that UNNEEDED names (patterns, in JSON; std.zip).

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, pack, unneeded] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
// Without the columns of tracebacks, which nobody reads on a phone: a tenth of what is sent.
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONNODEBUGRANGES: "1" } });
const { FS } = python;

FS.writeFile("/std.in", readFileSync(join(runtime, "python_stdlib.zip")));
FS.writeFile("/site.in", readFileSync(join(pack, "site.zip")));
python.globals.set("UNNEEDED", python.toPy(JSON.parse(unneeded)));
python.runPython(`
import ast
from fnmatch import fnmatch
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from types import CodeType
from zipfile import ZipFile, ZipInfo

OURS = ("referee/", "compiled/")
EPOCH = (1980, 1, 1, 0, 0, 0)

def is_needed(name):
    return not any(fnmatch(name, f"{one}.py") or fnmatch(name, f"{one}/*") for one in UNNEEDED)

def last_name(node):
    """Return the name that an expression ends with: "overload" of \`\`typing.overload\`\`."""
    return getattr(node, "attr", None) or getattr(node, "id", "")

def nothing_at(node):
    return ast.copy_location(ast.Pass(), node)

class WithoutTypes(ast.NodeTransformer):
    """What type checkers alone read is left out."""

    def visit(self, node):
        return node if isinstance(node, ast.expr) else super().visit(node)

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        node.body = node.body or [nothing_at(node)]
        return node

    def visit_FunctionDef(self, node):
        decorators = set(map(last_name, node.decorator_list))
        if "overload" in decorators:
            return None  # the function itself comes after these
        if "register" in decorators:
            return node  # by the type of its argument
        node.returns = None
        for arg in ast.walk(node.args):
            if isinstance(arg, ast.arg):
                arg.annotation = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_If(self, node):
        self.generic_visit(node)
        if last_name(node.test) == "TYPE_CHECKING":
            return node.orelse or nothing_at(node)
        return node

def without_lines(code):
    """Return code of a library without its lines: a traceback still names its functions."""
    consts = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=tuple(consts), co_linetable=b"")

def compiled(name, data):
    tree = WithoutTypes().visit(ast.parse(data, name))
    code = compile(tree, name, "exec", dont_inherit=True, optimize=2)
    return code if name.startswith(OURS) else without_lines(code)

def as_pyc(name, data):
    """Return Python of bytes as a file that is loaded without a look at its source."""
    return bytes(_code_to_hash_pyc(compiled(name, data), source_hash(data), False))

def repack(source, target, wanted=lambda name: True):
    with ZipFile(source) as old, ZipFile(target, "w") as new:
        # Ours last: what changes with each version does not move the parts before it.
        for name in sorted(filter(wanted, old.namelist()), key=lambda name: (name.startswith(OURS), name)):
            data = old.read(name)
            if name.endswith("/"):
                continue
            if name.endswith(".py"):
                data, name = as_pyc(name, data), f"{name}c"
            new.writestr(ZipInfo(name, EPOCH), data)  # not packed: that is done to the whole

repack("/std.in", "/std.zip", is_needed)
repack("/site.in", "/site.zip")

# The templates, too: pages are drawn without their sources.
import sys
sys.path.insert(0, "/std.zip")  # in place of the one that would be compiled once more
from pathlib import Path
from shutil import unpack_archive

SITE = Path("/site")
unpack_archive("/site.zip", SITE)
sys.path.insert(0, str(SITE))
from referee.offline.bridge import own_app

phone = own_app()
is_drawn = lambda name: name.endswith(".html") and not name.startswith("api/")
phone.app.jinja_env.compile_templates("/drawing", zip=None, filter_func=is_drawn, ignore_errors=False)
phone.begin("of no phone")
phone.warm_up()
origins = (getattr(module.__spec__, "origin", None) or "" for module in sys.modules.values())
loaded = {origin.removeprefix(f"{SITE}/") for origin in origins}
with ZipFile("/site.zip") as all, ZipFile("/modules.zip", "w") as modules, ZipFile("/rest.zip", "w") as rest:
    for name in all.namelist():
        if not name.startswith("templates/"):
            (modules if name in loaded else rest).writestr(ZipInfo(name, EPOCH), all.read(name))
    for path in sorted(Path("/drawing").iterdir()):
        name = f"compiled/{path.name}"
        rest.writestr(ZipInfo(f"{name}c", EPOCH), as_pyc(name, path.read_bytes()))
Path("/rest.zip").rename("/site.zip")
`);
for (const name of ["std.zip", "modules.zip", "site.zip"]) writeFileSync(join(pack, name), FS.readFile(`/${name}`));
