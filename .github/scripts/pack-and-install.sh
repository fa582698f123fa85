#!/usr/bin/env bash
# Proves what a user gets: packs the package, installs the tarball into an empty prefix, and turns an issue into verified work
# with what was installed, against the scripted model as a process of its own. Needs bash, git, Node and npm; no network, no key.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

PLACE=$(mktemp -d)
MODEL=""
clean_up() {
  if [ -n "$MODEL" ]; then kill "$MODEL" 2>/dev/null || true; fi
  rm -rf "$PLACE"
}
trap clean_up EXIT

fail() {
  echo "pack-and-install: $1" >&2
  exit 1
}

npm pack --pack-destination "$PLACE"
TARBALL=$(find "$PLACE" -name 'loopwright-*.tgz')
tar -tzf "$TARBALL" | sort | tee "$PLACE/files"
if grep -E 'lab|demo|tests/|src/|node_modules' "$PLACE/files"; then fail "the package ships what is not the product's"; fi

# Out of the reach of this folder's own node_modules, and offline: the package must need nothing beside itself.
npm install --global --prefix "$PLACE/prefix" --no-audit --no-fund --offline --cache "$PLACE/cache" "$TARBALL"
if [ "$(find "$PLACE/prefix/lib/node_modules" -mindepth 1 -maxdepth 1 | wc -l)" != 1 ]; then fail "it installs more than itself"; fi
LOOPWRIGHT="$PLACE/prefix/bin/loopwright"
"$LOOPWRIGHT" --help | tee "$PLACE/help"
grep --quiet '^  new ' "$PLACE/help" || fail "its help does not say how to begin"
[ "$("$LOOPWRIGHT" --version)" = "$(node --print 'require("./package.json").version')" ] || fail "it does not know its version"

STORY=.github/scripts/pack-story
cp -r "$STORY/repository" "$PLACE/repository"
git -C "$PLACE/repository" init --quiet --initial-branch main
git -C "$PLACE/repository" config user.name "Some User"
git -C "$PLACE/repository" config user.email user@example.com
git -C "$PLACE/repository" add --all
git -C "$PLACE/repository" commit --quiet --message first

node dist/lab-model.mjs "$STORY/script.yaml" >"$PLACE/address" &
MODEL=$!
for _ in $(seq 100); do
  if [ -s "$PLACE/address" ]; then break; fi
  sleep 0.1
done
[ -s "$PLACE/address" ] || fail "the scripted model did not start"

state() {
  git -C "$PLACE/repository" --no-optional-locks status --porcelain
  git -C "$PLACE/repository" rev-parse HEAD
  sha256sum "$PLACE/repository/.git/index" "$PLACE/repository/.git/HEAD"
}
BEFORE=$(state)
mkdir "$PLACE/tmp"
(
  cd "$PLACE/repository"
  TMPDIR="$PLACE/tmp" ANTHROPIC_API_KEY=sk-local-1234567890 ANTHROPIC_BASE_URL="$(cat "$PLACE/address")" \
    "$LOOPWRIGHT" new "$OLDPWD/$STORY/issue.md" --yes --expect threshold_reached
)
[ "$(state)" = "$BEFORE" ] || fail "the run changed status, HEAD or index of the repository"
[ -z "$(find "$PLACE/tmp" -mindepth 1 -name 'loopwright*')" ] || fail "the run left folders behind"
git -C "$PLACE/repository" diff --stat main loop/split-drops-empty-fields
echo "the package installs by itself and turns an issue into verified work"
