#!/usr/bin/env bash
# Puts into release/ what a release offers beside its tag: the package, the schema of the configuration, and what the programs are made of.
# To be run after `npm run build`, with npm's lock installed. Needs no token and no network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

rm -rf release
mkdir release
npm pack --silent --pack-destination release
cp .github/docs/loopwright.schema.json release/
npm sbom --sbom-format cyclonedx |
  node .github/scripts/release/sbom.mjs dist/action.licences.txt dist/cli.licences.txt dist/tool-host.licences.txt >release/sbom.cdx.json
