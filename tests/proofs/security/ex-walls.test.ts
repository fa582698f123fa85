/** What a hostile command tries, in the real walls: secrets, other processes, rights, services, the runner's files (group EX). */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { killMarked, lives } from "../../adapters/sandbox/sandboxes.ts";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

const CANARY = "canary-e7d20b51";
const SECRETS = [
  ...["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "GH_TOKEN", "APP_PRIVATE_KEY", "NPM_TOKEN", "NODE_AUTH_TOKEN"],
  ...[
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    "ACTIONS_CACHE_URL",
    "ACTIONS_RESULTS_URL",
  ],
  ...["AWS_SECRET_ACCESS_KEY", "AZURE_CLIENT_SECRET", "GOOGLE_APPLICATION_CREDENTIALS", "INPUT_ANTHROPIC-API-KEY", "SSH_AUTH_SOCK"],
];
/** Where a runner keeps what later steps obey. */
const COMMAND_FILES = ["GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"];
const PLANTED = [...SECRETS, ...COMMAND_FILES, "BASH_ENV", "LD_PRELOAD", "NODE_OPTIONS"];
const before = new Map(PLANTED.map((name) => [name, process.env[name]]));
let den: Den;

beforeAll(async () => {
  if (NO_WALLS !== "") return;
  den = await aDen();
  for (const name of SECRETS) process.env[name] = `${CANARY}-${name}`;
  mkdirSync(join(den.outside, "_temp/_runner_file_commands"), { recursive: true });
  for (const name of COMMAND_FILES) {
    process.env[name] = join(den.outside, "_temp/_runner_file_commands", name.toLowerCase());
    writeFileSync(process.env[name], "as it was\n");
  }
  writeFileSync(join(den.outside, "secret"), CANARY);
});
afterAll(async () => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  if (NO_WALLS === "") await den.close();
});

walled("shows no secret in an environment, its own or another's [EX-01]", async () => {
  const holder = spawn("sleep", ["30"], { env: { PATH: process.env["PATH"] ?? "", KEY: CANARY }, stdio: "ignore" });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const look = "env; set; export -p; node -p 'JSON.stringify(process.env)'; cat /proc/*/environ | tr '\\0' '\\n'; echo looked";
  const { stdout, stderr } = await den.run(look);
  expect(stdout).toMatch(/CI=true[\s\S]*looked\n$/);
  expect(stdout + stderr).not.toContain(CANARY);
});

walled("shows its own processes only [EX-02]", async () => {
  const { stdout } = await den.run("ps auxe; pgrep -a .; ls /proc | grep '^[0-9]'");
  const pids = stdout.split("\n").filter((line) => /^\d+$/.test(line));
  expect(pids.length).toBeGreaterThan(0);
  expect(Math.max(...pids.map(Number))).toBeLessThan(20);
  expect(stdout).not.toContain("vitest");
});

walled("gains no rights: not by sudo, su, pkexec or a program with the setuid bit [EX-03]", async () => {
  for (const command of ["sudo -n true", "su -c true", "pkexec true", "newuidmap 1 0 0 1"]) {
    expect((await den.run(command)).exitCode, command).not.toBe(0);
  }
  const made = "cp $(command -v id) mine && chmod 4755 mine && ./mine -u; grep -E 'NoNewPrivs|CapEff' /proc/self/status";
  const { stdout } = await den.run(made);
  expect(stdout).toBe(`${process.getuid?.()}\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n`);
});

walled("finds no service that would do its will: docker, podman, containerd, systemd, the bus [EX-04]", async () => {
  const sockets =
    "find / -xdev -type s 2>/dev/null; ls /var/run/docker.sock /run/docker.sock /run/podman /run/containerd /run/systemd /run/dbus";
  expect((await den.run(sockets)).stdout).toBe("");
  for (const command of ["docker ps", "podman ps", "ctr version", "systemd-run --user true", "nsenter -t 1 -a true", "busctl list"]) {
    expect((await den.run(command)).exitCode, command).not.toBe(0);
  }
});

walled("does not see the files that later steps of a job obey [EX-06]", async () => {
  const write = COMMAND_FILES.map((name) => `echo "\${${name}-unset}"; echo PATH=/evil >> "\${${name}:-${process.env[name]}}"`).join("; ");
  const { stdout } = await den.run(`${write}; ls -R /home/runner/work ${den.outside}; echo "CI=$CI"`);
  // The last line: other variables than these are given.
  expect(stdout).toBe(`${"unset\n".repeat(COMMAND_FILES.length)}CI=true\n`);
  for (const name of COMMAND_FILES) expect(readFileSync(process.env[name] ?? "", "utf8"), name).toBe("as it was\n");
});

walled("changes no program, profile or tool that runs later [EX-08]", async () => {
  const hashOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
  const node = hashOf(process.execPath);
  const places = (process.env["PATH"] ?? "").split(":").filter((place) => place.startsWith("/") && existsSync(place));
  const mark = `loopwright-shim-${Math.random()}`;
  const shim = `for place in ${places.join(" ")} ~ /root /home/runner; do echo x > "$place/${mark}"; echo x >> "$place/.bashrc"; done 2>/dev/null
    for file in ${process.execPath} "$(command -v git)" "$(command -v node)" /etc/profile /etc/ld.so.preload; do echo x >> "$file" && echo "wrote $file"; done 2>/dev/null; env`;
  const { stdout } = await den.run(shim);
  expect(stdout).not.toContain("wrote");
  expect(stdout).not.toMatch(/^(BASH_ENV|LD_PRELOAD|NODE_OPTIONS)=/m);
  expect(places.filter((place) => existsSync(join(place, mark)))).toEqual([]);
  expect(hashOf(process.execPath)).toBe(node);
});

walled("leaves no process behind, however it goes away from its parent [EX-09]", async () => {
  const mark = `74${Math.floor(Math.random() * 1e6)}`;
  onTestFinished(() => killMarked(mark));
  const ways = `nohup sleep ${mark} >/dev/null 2>&1 & setsid sleep ${mark} >/dev/null 2>&1 & (setsid sleep ${mark} &) ; perl -e 'fork and exit; setpgrp; fork and exit; exec "sleep", "${mark}"' & echo "sleep ${mark}" | at now; sleep 0.3; echo left`;
  expect(await den.run(ways)).toMatchObject({ exitCode: 0, stdout: "left\n" });
  expect(lives(mark)).toBe(false);
  expect((await den.run("ls /proc | grep -c '^[0-9]'")).stdout.trim()).toMatch(/^[1-9]$/);
});

walled("is over when its time is over, whatever it ignores, and its output so far is kept [EX-11]", async () => {
  const mark = `73${Math.floor(Math.random() * 1e6)}`;
  const ways = [
    `trap '' TERM INT HUP; echo begun; while :; do :; done; sleep ${mark}`,
    `echo begun; mkfifo ${mark}; cat ${mark}`,
    `echo begun; sh -c 'trap "" TERM; sh -c "sleep ${mark}; :" & wait'`,
  ];
  for (const way of ways)
    expect(await den.run(way, { timeout: 500 }), way).toMatchObject({ exitCode: null, stdout: "begun\n", killed: "time" });
  expect(lives(mark)).toBe(false);
});

walled("is gone with all that it began when the run is stopped, whatever it ignores [STOP-07]", async () => {
  const mark = `72${Math.floor(Math.random() * 1e6)}`;
  const stubborn = `trap '' TERM INT HUP; sh -c 'trap "" TERM; sh -c "sleep ${mark}; :" & wait'; sleep ${mark}`;
  await expect(den.run(stubborn, { signal: AbortSignal.timeout(500) })).rejects.toMatchObject({ name: "Interrupted" });
  expect(lives(mark)).toBe(false);
});

walled("gives nobody a terminal or an answer to a question: what asks ends at once [EX-14]", async () => {
  const asks = [
    "read x",
    "git init -q . && git commit --allow-empty",
    "npm init",
    "ssh -o BatchMode=no nobody@localhost",
    "cat < /dev/tty",
    "[ -t 0 ]",
  ];
  for (const command of asks) {
    expect(await den.run(command, { timeout: 15_000 }), command).toMatchObject({ exitCode: expect.any(Number), killed: null });
  }
  expect((await den.run('cat; echo "end $GIT_TERMINAL_PROMPT"')).stdout).toBe("end 0\n");
});

walled("signals to the driver and to everybody reach nobody [EX-15]", async () => {
  await den.host.write("a", "still here");
  // Nothing is signalled where the walls have no pid namespace: then the machine would be hit.
  const own = `[ "$(readlink /proc/self/ns/pid)" != "${readlinkSync("/proc/self/ns/pid")}" ] || exit 9`;
  const kill = `${own}; kill -9 1; kill -STOP ${process.pid}; kill -9 ${process.ppid} ${process.pid}; pkill -9 node; kill -9 -1`;
  expect((await den.run(kill)).exitCode).not.toBe(9);
  expect(await den.host.read("a")).toBe("still here");
});

walled("reaches no service of the cloud, of the machine or of the driver [EX-16]", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end("reached");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  const hosts = [
    "169.254.169.254:80",
    "168.63.129.16:80",
    `127.0.0.1:${port}`,
    `[::1]:${port}`,
    "host.docker.internal:80",
    `localhost:${port}`,
  ];
  const call = hosts.map((host) => `fetch("http://${host}/").then(() => "reached", (error) => error.cause.code)`).join(", ");
  const { stdout } = await den.run(`node -e 'Promise.all([${call}]).then((all) => console.log(all.join(" ")))'`);
  expect(stdout.trim().split(" ")).toHaveLength(hosts.length);
  expect(stdout).not.toContain("reached");
  expect(asked).toBe(0);
});

walled("keeps nothing for the next command but its folder, and gives nothing to the machine [EX-17, EX-24]", async () => {
  const mark = `loopwright-left-${Math.random()}`;
  const places = ["/dev/shm", "/tmp", "/var/tmp", "/run", "~"];
  await den.run(`for place in ${places.join(" ")}; do echo x > $place/${mark}; done 2>/dev/null; ipcmk -M 4096 >/dev/null; true`);
  expect(["/dev/shm", "/tmp", "/var/tmp", "/run"].filter((place) => existsSync(join(place, mark)))).toEqual([]);
  const { stdout } = await den.run(`ls ${places.map((place) => `${place}/${mark}`).join(" ")} 2>/dev/null; tail -n +2 /proc/sysvipc/shm`);
  expect(stdout).toBe("");
});

walled("a command has a home of its own, below the folder for what is gone afterwards [EX-24]", async () => {
  // Paths within the walls, the same on every machine. Written out, so that another value in the product is noticed.
  expect((await den.run('echo "$HOME $TMPDIR"')).stdout).toBe("/tmp/home /tmp\n");
});

walled("a command finds no settings that an earlier one left: git's, npm's, a shell's [EX-24]", async () => {
  const poison =
    "git config --global core.fsmonitor 'touch /workspace/poisoned'; echo 'script-shell=/workspace/evil' > ~/.npmrc; echo 'touch /workspace/poisoned' > ~/.profile; mkdir -p node_modules/.bin; printf '#!/bin/sh\\ntouch /workspace/poisoned\\n' > node_modules/.bin/git; chmod +x node_modules/.bin/git";
  expect((await den.run(poison)).exitCode).toBe(0);
  const { stdout } = await den.run(
    "git config --global --list; git init -q s; git -C s status >/dev/null; ls ~/.gitconfig ~/.npmrc ~/.profile 2>/dev/null; command -v git",
  );
  expect(stdout).toMatch(/^\/\S+\/git\n$/);
  expect(stdout).not.toContain("node_modules");
  expect(existsSync(join(den.folder, "poisoned"))).toBe(false);
});

/** Forms that go around a list of allowed commands. There is no such list: the walls must hold without one. */
const FORMS = (secret: string): readonly string[] => [
  `echo $(cat ${secret})`,
  `echo \`cat ${secret}\``,
  `bash -c 'cat <(cat ${secret})'`,
  `true;cat ${secret}`,
  `true\ncat ${secret}`,
  `cat$IFS${secret}`,
  `alias ls='cat ${secret}'; ls`,
  `find . -maxdepth 0 -exec cat ${secret} \\;`,
  `git -c alias.x='!cat ${secret}' x`,
  `tar -cf /dev/null --checkpoint=1 --checkpoint-action=exec='cat ${secret}' .`,
  `echo '{"scripts":{"x":"cat ${secret}; echo x > ${secret}"}}' > package.json; npm run x`,
];

walled("the walls hold in every form of a command: no list of allowed ones stands for them [EX-23]", async () => {
  const secret = join(den.outside, "secret");
  for (const form of FORMS(secret)) {
    const { stdout, stderr, exitCode } = await den.run(form);
    expect(`${stdout}${stderr}`.replaceAll(secret, ""), form).not.toContain(CANARY);
    expect(exitCode, form).not.toBeNull();
  }
  expect(readFileSync(secret, "utf8")).toBe(CANARY);
  expect(readdirSync(den.outside).sort()).toEqual(["_temp", "secret"]);
});
