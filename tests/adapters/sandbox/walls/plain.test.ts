/** The fallback without walls keeps the contract. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { sandboxContract } from "../contract/contract.ts";
import { HOST_FILE } from "../sandboxes.ts";

sandboxContract("without walls", (limits) => plainSandbox({ hostFile: HOST_FILE, limits }), "");

it("lets rustup's programs find their toolchains, as the sandbox does", async () => {
  const home = await mkdtemp(join(tmpdir(), "home-"));
  await mkdir(join(home, ".rustup"));
  await writeFile(join(home, ".rustup", "settings.toml"), "version");
  vi.stubEnv("HOME", home);
  const options = { timeout: 10_000, signal: new AbortController().signal, network: "none" as const };
  const result = await plainSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS }).run(
    home,
    'cat "$HOME/.rustup/settings.toml"',
    options,
  );
  vi.unstubAllEnvs();
  expect(result.stdout).toBe("version");
  expect(await readFile(join(home, ".rustup", "settings.toml"), "utf8")).toBe("version");
  await rm(home, { recursive: true });
});
