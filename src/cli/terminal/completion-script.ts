/** Scripts by which shells complete commands and options; made from the commands' usage, they start no program. */
import { shellWord } from "#core/values/shell-word.ts";
import type { NamedUsage } from "./usage.ts";

/** The shells that there is a script for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** True for a shell that there is a script for. */
export function isShell(name: string): name is Shell {
  return SHELLS.some((shell) => shell === name);
}

/** The script for a shell, which somebody sources. Pure. */
export function completionScript(shell: Shell, usages: readonly NamedUsage[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](usages);
}

/** The name of an option, such as `--run` of `--run <name>`. */
function nameOf(flags: string): string {
  return flags.split(" ")[0] ?? flags;
}

/** Where nothing of ours fits, files are completed. */
function bashScript(usages: readonly NamedUsage[]): string {
  const cases = usages.map(
    ({ name, options }) => `    ${name}) words=${shellWord(Object.keys(options).map(nameOf).join(" "))} ;;`,
  );
  return `# bash completion: source <(loopwright completion bash)
_loopwright() {
  local words="" command="\${COMP_WORDS[1]}"
  case "$command" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words=${shellWord(usages.map(({ name }) => name).join(" "))}
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _loopwright loopwright`;
}

function zshScript(usages: readonly NamedUsage[]): string {
  const listed = (name: string, says: string): string => shellWord(`${name}:${says}`);
  const cases = usages.map(
    ({ name, options }) =>
      `    ${name}) options=(${Object.entries(options)
        .map(([flags, says]) => listed(nameOf(flags), says))
        .join(" ")}) ;;`,
  );
  return `#compdef loopwright
# zsh completion: source <(loopwright completion zsh), after compinit
_loopwright() {
  local -a commands options
  commands=(${usages.map(({ name, says }) => listed(name, says)).join(" ")})
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  case $words[2] in
${cases.join("\n")}
  esac
  _describe -t options option options
  _files
}
compdef _loopwright loopwright`;
}

function fishScript(usages: readonly NamedUsage[]): string {
  const lines = usages.flatMap(({ name, says, options }) => [
    `complete -c loopwright -n __fish_use_subcommand -a ${name} -d ${shellWord(says)}`,
    ...Object.entries(options).map(
      ([flags, text]) =>
        `complete -c loopwright -n '__fish_seen_subcommand_from ${name}' -l ${nameOf(flags).slice(2)}` +
        `${flags.includes(" ") ? " -r" : ""} -d ${shellWord(text)}`,
    ),
  ]);
  return ["# fish completion: loopwright completion fish > ~/.config/fish/completions/loopwright.fish", ...lines].join(
    "\n",
  );
}
