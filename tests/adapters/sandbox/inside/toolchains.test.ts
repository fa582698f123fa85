/** Which hidden folders a sandbox shows for the sake of PATH, and which never. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { sandboxMachineOf, toolchainFolder } from "#adapters/sandbox/inside/toolchains.ts";
import { freshFolder } from "../sandboxes.ts";

async function home(): Promise<string> {
  const folder = await freshFolder();
  for (const path of [
    ".nvm/versions/v20/bin",
    ".nvm/versions/v20/lib",
    ".pyenv/shims",
    ".cargo/bin",
    ".rustup",
    ".local/bin",
    ".local/lib",
    "bin",
    "lib",
    "clone/x/bin",
    "clone/x/lib",
    "clone/x/.git",
    "repo/node_modules/.bin",
  ]) {
    await mkdir(join(folder, path), { recursive: true });
  }
  await writeFile(join(folder, ".nvm/versions/v20/bin/node"), "");
  await symlink(join(folder, ".nvm/versions/v20"), join(folder, "current"));
  return folder;
}

it.each([
  { bin: ".nvm/versions/v20/bin", shown: ".nvm/versions/v20", why: "a toolchain with its libraries" },
  { bin: ".pyenv/shims", shown: ".pyenv", why: "the home of a known tool" },
  { bin: ".cargo/bin", shown: ".cargo/bin", why: "not ~/.cargo with its credentials" },
  { bin: ".local/bin", shown: ".local/bin", why: "not ~/.local with its key rings" },
  { bin: "bin", shown: "bin", why: "not the home folder" },
  { bin: "clone/x/bin", shown: "clone/x/bin", why: "not a clone with its configuration" },
  { bin: "", shown: null, why: "never the home folder itself" },
  { bin: "..", shown: null, why: "never what holds it" },
])("shows of ~/$bin: $why", async ({ bin, shown }) => {
  const folder = await home();
  expect(toolchainFolder(join(folder, bin), folder)).toBe(shown === null ? null : join(folder, shown));
});

it.each(["/root", "/home/somebody", "/"])("shows nothing for %s in PATH, whoever's home it is", (bin) => {
  expect(toolchainFolder(bin, "/home/runner")).toBeNull();
});

it("makes a PATH of what is there, and mounts each folder once", async () => {
  const folder = await home();
  const entries = ["current/bin", ".nvm/versions/v20/bin", ".cargo/bin", "repo/node_modules/.bin", "missing"].map((path) =>
    join(folder, path),
  );
  const machine = sandboxMachineOf(
    { HOME: folder, PATH: ["relative/bin", "", ...entries, "/usr/bin"].join(":") },
    join(folder, "current/bin/node"),
  );
  expect(machine.node).toBe(join(folder, ".nvm/versions/v20/bin/node"));
  expect(machine.path.split(":")).toEqual([
    join(folder, ".nvm/versions/v20/bin"),
    join(folder, ".cargo/bin"),
    "/usr/bin",
    "/usr/local/bin",
    "/bin",
  ]);
  expect(machine.mounts.map(({ source, target }) => [source.slice(folder.length + 1), target.replace(`${folder}/`, "")]).sort()).toEqual([
    [".cargo/bin", ".cargo/bin"],
    [".nvm/versions/v20", ".nvm/versions/v20"],
    [".rustup", "/tmp/home/.rustup"],
  ]);
});

it("mounts a lone Node program alone", async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, "node"), "");
  const { mounts } = sandboxMachineOf({ HOME: folder, PATH: "/usr/bin" }, join(folder, "node"));
  expect(mounts).toEqual([{ source: join(folder, "node"), target: join(folder, "node") }]);
  expect(sandboxMachineOf({ HOME: dirname(folder), PATH: "/usr/bin" }, process.execPath).path).toContain("/usr/bin");
});
