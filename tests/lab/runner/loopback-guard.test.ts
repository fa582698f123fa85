/** The guard of Node actions: whatever way a program takes out of this machine, it is stopped. */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const GUARD = fileURLToPath(new URL("./loopback-guard.cjs", import.meta.url));
// A documentation address (RFC 5737): it leads nowhere if the guard should fail.
const OUTSIDE = "192.0.2.1";

const server = createServer((_, response) => response.end("here"));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port; // a TCP server's address is one of these
});

afterAll(() => void server.close());

async function run(program: string): Promise<string> {
  const args = ["--require", GUARD, "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, timeout: 20_000 });
  return stdout.trim();
}

const TELL = "(error) => console.log(error.cause?.message ?? error.message)";

it.each([
  ["fetch", `await fetch("http://${OUTSIDE}/").catch(${TELL})`],
  ["fetch by TLS", `await fetch("https://${OUTSIDE}/").catch(${TELL})`],
  ["http", `import http from "node:http"; try { http.get("http://${OUTSIDE}/") } catch (error) { (${TELL})(error) }`],
  ["https", `import https from "node:https"; try { https.get("https://${OUTSIDE}/") } catch (error) { (${TELL})(error) }`],
  ["net", `import { connect } from "node:net"; try { connect(80, "${OUTSIDE}") } catch (error) { (${TELL})(error) }`],
  ["tls", `import { connect } from "node:tls"; try { connect({ host: "${OUTSIDE}", port: 443 }) } catch (error) { (${TELL})(error) }`],
  [
    "udp",
    `import { createSocket } from "node:dgram"; try { createSocket("udp4").send("x", 53, "${OUTSIDE}") } catch (error) { (${TELL})(error) } process.exit()`,
  ],
  [
    "a worker",
    `import { Worker } from "node:worker_threads"; new Worker('import("net").then((net) => net.connect(80, "${OUTSIDE}"))', { eval: true }).on("error", ${TELL})`,
  ],
])("stops %s", async (_, program) => {
  expect(await run(program)).toBe(`loopback guard: a connection to ${OUTSIDE} would leave this machine`);
});

it("stops a name before it is looked up", async () => {
  expect(await run(`await fetch("http://outside.invalid/").catch(${TELL})`)).toContain("outside.invalid would leave this machine");
});

it.each(["127.0.0.1", "localhost"])("lets a program speak to %s", async (host) => {
  expect(await run(`console.log(await (await fetch("http://${host}:${port}/")).text())`)).toBe("here");
});
