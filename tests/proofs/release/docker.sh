#!/usr/bin/env bash
# Stands in for docker: notes what it is asked for, beside itself, and takes a password as docker does. It builds nothing.
set -euo pipefail
printf '%s\n' "$*" >>"$(dirname "$0")/docker.log"
case $1 in
login) cat >>"$(dirname "$0")/passwords" ;;
inspect) echo "ghcr.io/loopwright/loopwright-bot@sha256:$(printf 'x%.0s' {1..64} | tr x a)" ;;
esac
