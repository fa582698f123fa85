/** Ways in which a worker can poison git in its folder. Data: each is planted by a shell command, and goes off when somebody uses git there. */

/** `plant`: `$F` is a command that leaves its mark. `use`: what a careless driver, or a check, does there. Both run in the folder. */
export interface Poison {
  readonly name: string;
  readonly plant: string;
  readonly use: string;
}

const hook = (name: string, use: string): Poison => ({
  name: `the hook ${name}`,
  plant: `mkdir -p .git/hooks; printf '#!/bin/sh\\n%s\\n' "$F" > .git/hooks/${name}; chmod +x .git/hooks/${name}`,
  use,
});

const setting = (name: string, use: string, value = "$F"): Poison => ({ name, plant: `git config ${name} "${value}"`, use });

/** A program of its own, where git takes no command line. */
const program = (name: string, use: string): Poison => ({
  name,
  plant: `printf '#!/bin/sh\\n%s\\n' "$F" > p; chmod +x p; git config ${name} ./p`,
  use,
});

const ATTRIBUTES = "rm -f .git/info/attributes; echo '* filter=x diff=x merge=x' > .gitattributes";
const UPSTREAM = "git init -q --bare up.git; git config remote.up.url ./up.git";
const EXT = "git config protocol.ext.allow always; printf '#!/bin/sh\\n%s\\n' \"$F\" > p; chmod +x p";

/** Settings, hooks and attributes: all of them can lie in one repository at once, in this order (GIT-01). */
export const SETTINGS: readonly Poison[] = [
  setting("core.fsmonitor", "git status", "$F; false"),
  hook("pre-commit", "git commit -am x"),
  hook("commit-msg", "git commit -am x"),
  hook("post-checkout", "git checkout -q -b other"),
  hook("post-index-change", "git add -A"),
  hook("reference-transaction", "git commit -am x"),
  hook("post-rewrite", "git commit --amend -qm x"),
  hook("pre-push", "git init -q --bare up.git; git push -q ./up.git HEAD"),
  {
    name: "core.hooksPath",
    plant: "mkdir h; printf '#!/bin/sh\\n%s\\n' \"$F\" > h/post-index-change; chmod +x h/*; git config core.hooksPath h",
    use: "git add -A",
  },
  { name: "filter.x.clean", plant: `${ATTRIBUTES}; git config filter.x.clean "$F; cat"`, use: "git add -A" },
  { name: "filter.x.smudge", plant: `${ATTRIBUTES}; git config filter.x.smudge "$F; cat"`, use: "git checkout -f HEAD -- ." },
  { name: "filter.x.process", plant: `${ATTRIBUTES}; git config filter.x.process "$F"`, use: "git add -A" },
  program("diff.external", "git diff"),
  { name: "diff.x.command", plant: `${ATTRIBUTES}; git config diff.x.command "$F; true"`, use: "git diff" },
  { name: "diff.x.textconv", plant: `${ATTRIBUTES}; git config diff.x.textconv "$F; cat"`, use: "git diff" },
  {
    name: "merge.x.driver",
    plant: `${ATTRIBUTES}; git config merge.x.driver "$F; true"`,
    use: "git checkout -q -b b; git commit -qam b; git checkout -q -b c HEAD~1; echo c > src/a.js; git commit -qam c; git merge -q b",
  },
  program("gpg.program", "git commit -S -am x"),
  setting("core.sshCommand", "git fetch ssh://host.invalid/x"),
  program("core.gitProxy", "git fetch git://host.invalid/x"),
  setting("core.editor", "git commit --amend"),
  setting("sequence.editor", "git commit -qam x; git rebase -i --root"),
  setting("core.pager", "script -qec 'git log' /dev/null"),
  setting("credential.helper", "printf 'protocol=https\\nhost=h\\n\\n' | git credential fill", "!$F; true"),
  program("core.askPass", "printf 'protocol=https\\nhost=h\\n\\n' | git credential fill"),
  setting("alias.st", "git st", "!$F"),
  { name: "include.path", plant: 'printf "[core]\\n fsmonitor = $F; false\\n" > inc; git config include.path ../inc', use: "git status" },
  {
    name: "includeIf",
    plant: 'printf "[core]\\n fsmonitor = $F; false\\n" > inc; git config "includeIf.gitdir:**.path" ../inc',
    use: "git status",
  },
  {
    name: "config.worktree",
    plant: 'git config extensions.worktreeConfig true; git config --worktree core.fsmonitor "$F; false"',
    use: "git status",
  },
  { name: "remote.up.uploadpack", plant: `${UPSTREAM}; git config remote.up.uploadpack "$F; false"`, use: "git fetch up" },
  { name: "remote.up.receivepack", plant: `${UPSTREAM}; git config remote.up.receivepack "$F; false"`, use: "git push up HEAD" },
  {
    name: "url.x.insteadOf",
    plant: `${EXT}; git config url."ext::./p".insteadOf https://good.invalid`,
    use: "git fetch https://good.invalid",
  },
  {
    name: "url.x.pushInsteadOf",
    plant: `${EXT}; git config url."ext::./p".pushInsteadOf https://good.invalid`,
    use: "git push https://good.invalid HEAD",
  },
  { name: "trailer.sign.command", plant: 'git config trailer.sign.command "$F"', use: "git commit -am x --trailer sign=x" },
  { name: "tar.x.command", plant: 'git config tar.x.command "$F; cat"', use: "git archive --format=x HEAD > a" },
  { name: "difftool.x.cmd", plant: 'git config difftool.x.cmd "$F"', use: "git difftool -y -t x" },
];

/** What stands in the place of the repository, or beside it (GIT-03, GIT-04). */
export const PLACES: readonly Poison[] = [
  {
    name: "a .git file that leads elsewhere",
    plant: 'mv .git moved; git --git-dir=moved config core.fsmonitor "$F; false"; echo "gitdir: moved" > .git',
    use: "git status",
  },
  {
    name: "a commondir that leads elsewhere",
    plant: 'cp -r .git other; git --git-dir=other config core.fsmonitor "$F; false"; echo ../other > .git/commondir',
    use: "git status",
  },
  {
    name: "a bare repository in a folder",
    plant:
      'git init -q --bare docs; git -C docs config core.bare false; git -C docs config core.worktree ..; git -C docs config core.fsmonitor "$F; false"',
    use: "cd docs && git status",
  },
  {
    name: "a repository in a folder",
    plant: 'git init -q docs; git -C docs config core.fsmonitor "$F; false"',
    use: "git -C docs status",
  },
  {
    name: "submodule.x.update",
    plant:
      'git init -q lib; g() { git -c user.name=w -c user.email=w@x "$@"; }; g -C lib commit -q --allow-empty -m l; git -c protocol.file.allow=always submodule --quiet add "$PWD/lib" sub; git config submodule.sub.update "!$F"; g -C sub commit -q --allow-empty -m m',
    use: "git submodule update",
  },
];

export const POISONS: readonly Poison[] = [...SETTINGS, ...PLACES];
