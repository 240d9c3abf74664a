#!/usr/bin/env bash
# openapi-python-client 0.29.0 leaves out an operation whose body is an image, with status 0.
#
# The document is valid OpenAPI 3.1: one operation takes a body of type image/jpeg, another none. The
# generator writes a client without the first, warns on stderr, and ends with status 0, so that a build
# does not notice. A body of multipart/form-data beside the image brings the operation back;
# --fail-on-warning makes the status 1. Expected output:
expected='image/jpeg: status 0: ping
image/jpeg, --fail-on-warning: status 1: ping
image/jpeg and multipart/form-data: status 0: ping send_photo'
set -euo pipefail
package=openapi-python-client==0.29.0
image='"image/jpeg": {"schema": {"type": "string", "format": "binary"}}'
form='"multipart/form-data": {"schema": {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}}}}'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install -q --disable-pip-version-check "$package"

# Print the status of the generator, and the operations of its client for bodies of these types.
generate() {
  local content=$1 status=0
  shift
  mkdir "$folder/run"
  cat >"$folder/run/openapi.json" <<JSON
{"openapi": "3.1.0", "info": {"title": "Photos", "version": "1"}, "paths": {
  "/photo": {"post": {"operationId": "sendPhoto", "requestBody": {"required": true, "content": {$content}},
    "responses": {"204": {"description": "Done."}}}},
  "/ping": {"get": {"operationId": "ping", "responses": {"204": {"description": "Done."}}}}}}
JSON
  (cd "$folder/run" && "$folder/venv/bin/python" -m openapi_python_client generate --path openapi.json \
    --output-path client --meta none "$@" >/dev/null 2>&1) || status=$?
  echo "status $status:" $(cd "$folder/run" && ls client/api/*/[a-z]*.py | xargs -n 1 basename -s .py | sort)
  rm -r "$folder/run"
}

output="image/jpeg: $(generate "$image")
image/jpeg, --fail-on-warning: $(generate "$image" --fail-on-warning)
image/jpeg and multipart/form-data: $(generate "$form, $image")"
echo "$package"
echo "$output"
[ "$output" = "$expected" ]
