#!/usr/bin/env bash
# Gets bubblewrap to run where it does not run by itself. It tries first and changes the machine only where that fails.
# Usage: prepare.sh [folder of AppArmor profiles]. What is known of each runner: .github/docs/runners.md.
set -u
profiles="${1:-/etc/apparmor.d}"

# What Loopwright's sandbox asks of it.
works() {
  bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-net --disable-userns --cap-drop ALL \
    --ro-bind / / --proc /proc --dev /dev true 2>&1
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo --non-interactive "$@"; fi; }
restricted() { [ "$(sysctl -n kernel.apparmor_restrict_unprivileged_userns 2>/dev/null)" = 1 ]; }
# Two profiles for one program make both void, so a machine that brings one gets no second one.
has_profile() { grep -rqsE '^[[:space:]]*(profile[[:space:]]+[^[:space:]]+[[:space:]]+)?"?/usr/bin/bwrap"?([[:space:]]|$)' "$profiles"; }

if ! command -v bwrap >/dev/null; then
  as_root apt-get update && as_root apt-get install --yes --no-install-recommends bubblewrap
fi
if said="$(works)"; then
  echo "bubblewrap runs on this machine as it is."
  exit 0
fi
if restricted && [ -d "$profiles" ] && ! has_profile; then
  echo "bubblewrap does not run ($said): this machine gives user namespaces to programs with an AppArmor profile only, so one is loaded for it."
  printf '%s\n' 'abi <abi/4.0>,' 'include <tunables/global>' \
    'profile loopwright-bwrap /usr/bin/bwrap flags=(unconfined) {' '  userns,' '}' |
    as_root tee "$profiles/loopwright-bwrap" >/dev/null &&
    as_root apparmor_parser --replace "$profiles/loopwright-bwrap"
  if said="$(works)"; then
    echo "bubblewrap runs with it."
    exit 0
  fi
fi
echo "::warning title=No sandbox on this runner::bubblewrap does not run here: ${said//$'\n'/ }. Loopwright runs nothing without it. https://github.com/loopwright/loopwright/blob/main/.github/docs/runners.md"
