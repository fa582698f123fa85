/** Dockerfile and compose file are not built here: what they name is there, and what they set the bot takes. */
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { PROVIDERS } from "#core/config/providers.ts";
import { settingsOf } from "../../bot/config/settings.ts";
import { ROOT } from "./tools.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const Check = z.object({ test: z.array(z.string()), interval: z.string(), timeout: z.string() });
const Service = z.strictObject({
  build: z.strictObject({ context: z.literal("."), args: z.record(z.string(), z.string()) }).optional(),
  image: z.string().optional(),
  init: z.boolean().optional(),
  user: z.string().optional(),
  restart: z.literal("unless-stopped"),
  read_only: z.boolean().optional(),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })).default({}),
  healthcheck: Check.extend({ start_period: z.string().optional() }),
});
const Compose = z.strictObject({
  services: z.strictObject({ bot: Service, redis: Service }),
  volumes: z.record(z.string(), z.object({})),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const { services, volumes, secrets } = Compose.parse(parse(read("compose.yaml")));
const lines = read("Dockerfile")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({ word: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
const of = (word: string): readonly string[] => lines.filter((line) => line.word === word).map(({ rest }) => rest);

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** What a person puts into `.env`. */
const GIVEN: Readonly<Record<string, string>> = {
  APP_ID: "42",
  WEBHOOK_SECRET: "a secret of more than thirty-two characters",
  ANTHROPIC_API_KEY: "sk-ant-x",
  PRIVATE_KEY_FILE: "/run/keys/app.pem",
};

const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = ""]) => name);

/** What the README's table tells of, what federation takes beside it, and what the bot reads. */
const TOLD = namesIn([...read(".github/docs/installing.md").matchAll(/^ {3}\| (`[A-Z_]+`.*?) \|/gm)].map(([, names]) => names).join());
const FEDERATED = namesIn(read(".github/docs/federation.md"));
const READ = [
  ...[...read("bot/config/settings.ts").matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, key = ""]) => key),
  ...Object.values(PROVIDERS).flatMap(({ key, address, federation }) => {
    if (federation === null) return [key, address];
    const { rule, organization, serviceAccount, workspace, identityFile } = federation;
    return [key, address, rule, organization, serviceAccount, workspace, identityFile];
  }),
];

/** What is not for `.env` to say: where the bot listens in its image, and the key, which is mounted. */
const OWN: Readonly<Record<string, true>> = { HOST: true, PORT: true, PRIVATE_KEY: true };

/** As compose fills a value in. Throws for a variable that must be given and is not. */
function filled(value: string, given = GIVEN): string {
  return value.replace(/\$\{([A-Z_]+):([?-])([^}]*)\}/g, (_, name: string, mark: string, rest: string) => {
    if (given[name] !== undefined) return given[name];
    if (mark === "-") return rest;
    throw new Error(`${name}: ${rest}`);
  });
}

it("gives the bot an environment that it starts with, and every variable is one that it is told to take", () => {
  const environment = Object.fromEntries(Object.entries(services.bot.environment).map(([name, value]) => [name, filled(value)]));
  const image = Object.fromEntries((of("ENV")[0] ?? "").split(" ").map((pair) => pair.split("=")));
  const settings = settingsOf({ ...image, ...environment }, (path) => (path === "/run/secrets/private_key" ? PEM : expect.fail(path)));
  expect(settings).toMatchObject({ appId: 42, host: "0.0.0.0", port: 3000, redisUrl: "redis://redis:6379/0", logLevel: "info" });
  expect(Object.keys(environment).filter((name) => ![...TOLD, ...FEDERATED].includes(name))).toEqual([]);
});

it("hands on whatever the bot reads, and changes none of it on the way", () => {
  const given = services.bot.environment;
  expect([TOLD.includes("OPENAI_BASE_URL"), READ.includes("LOG_LEVEL"), READ.includes("ANTHROPIC_WORKSPACE_ID")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([...TOLD, ...FEDERATED, ...READ].filter((name) => given[name] === undefined && OWN[name] === undefined)).toEqual([]);
  const odd = Object.entries(given).filter(([name, value]) => !new RegExp(`^\\$\\{${name}:[?-][^}]*\\}$`).test(value));
  expect(odd.map(([name]) => name)).toEqual(["PRIVATE_KEY_PATH", "REDIS_URL"]);
});

it("names services, volumes, secrets and ports that are there", () => {
  expect(Object.keys(services.bot.depends_on)).toEqual(["redis"]);
  expect(services.redis.volumes.map((volume) => volume.split(":")[0])).toEqual(Object.keys(volumes));
  expect(services.bot.secrets).toEqual(Object.keys(secrets));
  expect(filled(secrets["private_key"]?.file ?? "")).toBe("/run/keys/app.pem");
  expect(services.bot.ports.map((port) => port.split(":").at(-1))).toEqual(of("EXPOSE"));
  expect(services.bot.ports.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
  expect(services.redis.ports).toEqual([]);
});

it("asks for pages that the bot answers, and lets Redis drop nothing", () => {
  const pages = read("bot/server/pages.ts");
  const asked = [services.bot.healthcheck.test.join(" "), ...of("HEALTHCHECK")].map((test) => /127\.0\.0\.1:3000(\/\w+)/.exec(test)?.[1]);
  expect(asked).toEqual(["/readyz", "/healthz"]);
  expect(asked.filter((page) => !pages.includes(`"${page}"`))).toEqual([]);
  expect(services.redis.command?.join(" ")).toBe("redis-server --appendonly yes --maxmemory-policy noeviction");
});

it("is built from images of one version, run by nobody with power, and copies files that are there", () => {
  const given = "$" + "{NODE_IMAGE}";
  expect(of("FROM")).toEqual([`${given} AS build`, given]);
  const [node, ...more] = of("ARG").map((argument) => argument.split("=")[1] ?? "");
  const images = [node ?? "", filled(services.redis.image ?? "")];
  expect(images.filter((image) => !/^\w+:\d[\w.]*-bookworm(?:-slim)?(?:@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([]);
  expect([more, filled(services.bot.build?.args["NODE_IMAGE"] ?? "")]).toEqual([[], node]);
  expect([of("USER"), services.redis.user]).toEqual([["node"], "redis"]);
  expect(lines.findIndex(({ word }) => word === "USER")).toBeLessThan(lines.findIndex(({ word }) => word === "CMD"));
  const sources = of("COPY").map((copy) => copy.split(" ").slice(0, -1));
  const here = sources.filter(([first = ""]) => !first.startsWith("--")).flat();
  expect(here.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const built = sources.filter(([first]) => first === "--from=build").flatMap((paths) => paths.slice(1));
  expect(built).toEqual(["/build/dist/bot*.mjs", "/build/dist/bot.licences.txt"]);
  expect(of("CMD")).toEqual(['["node", "bot.mjs"]']);
});

it("takes each image by the digest that whoever hosts it names", () => {
  const [node, redis] = [services.bot.build?.args["NODE_IMAGE"] ?? "", services.redis.image ?? ""];
  const pinned = { NODE_IMAGE: "node:24@sha256:a", REDIS_IMAGE: "redis:7@sha256:b" };
  expect([filled(node, pinned), filled(redis, pinned)]).toEqual(Object.values(pinned));
  const told = read(".github/docs/hosting.md");
  expect(Object.keys(pinned).filter((name) => !told.includes(`\`${name}=`))).toEqual([]);
});

it("leaves keys, packages and history out of what is sent to be built", () => {
  expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".git", "node_modules", "dist", "*.pem", ".env"]));
});
