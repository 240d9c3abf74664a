#!/usr/bin/env bash
# rjsmin 1.3.0 takes a template literal within a template literal for code.
#
# The program is valid JavaScript. The minifier knows where a template literal starts and ends, but not that ${…}
# in it may hold another one: the text of the inner one loses its spaces, and a // in it takes away the rest of its
# line, without an error, so that the output is no longer a program. A template literal of its own (the first line)
# keeps its text. Expected output:
expected='const item=(word)=>` a  ${word} `;const list=(words)=>`<ul>${words.map((word) => `<li>a ${word}</li>`)}</ul>`;const link=(host)=>`<a ${host ? `href=https:'
set -euo pipefail
package=rjsmin==1.3.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check "$package"
cat >"$folder/program.js" <<'JS'
const item = (word) => ` a  ${word} `;
const list = (words) => `<ul>${words.map((word) => `<li> a  ${word} </li>`)}</ul>`;
const link = (host) => `<a ${host ? `href=https://${host}` : ""}>`;
JS
output=$("$folder/venv/bin/python" -m rjsmin <"$folder/program.js")
echo "$package"
echo "$output"
[ "$output" = "$expected" ]
