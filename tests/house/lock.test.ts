/** What is installed is what the lock names, and none of it runs a program when it is installed (SC-04). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { ROOT } from "./tools.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const Entry = z.looseObject({ integrity: z.string().optional(), resolved: z.string().optional(), link: z.boolean().optional() });
const { packages } = z.object({ packages: z.record(z.string(), Entry) }).parse(JSON.parse(read("package-lock.json")));
const Manifest = z.looseObject({ devDependencies: z.record(z.string(), z.string()), publishConfig: z.unknown() });
const { devDependencies, dependencies, publishConfig } = Manifest.parse(JSON.parse(read("package.json")));

const installed = Object.entries(packages).filter(([path]) => path !== "");

it("locks every package by its content, from a registry and from nowhere else [SC-04]", () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => !/^sha512-[\w+/]+=*$/.test(integrity ?? ""))).toEqual([]);
  const foreign = installed.filter(
    ([, { resolved, link }]) => link === true || (resolved !== undefined && !/^https:.*\.tgz$/.test(resolved)),
  );
  expect(foreign).toEqual([]);
});

it("names every package by one version, and ships none [SC-04]", () => {
  expect(Object.entries(devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(dependencies).toBeUndefined();
});

it("runs no program of a package when it is installed, and publishes with a proof of where it was built [SC-04]", () => {
  expect(read(".npmrc").split("\n")).toEqual(expect.arrayContaining(["ignore-scripts=true", "save-exact=true"]));
  const scripted = installed.filter(([, entry]) => entry["hasInstallScript"] === true);
  // An optional part of bullmq's own. It is not in what is built (rolldown.config.ts), and its script is not run.
  expect(scripted.map(([path, { optional }]) => [path, optional])).toEqual([["node_modules/msgpackr-extract", true]]);
  expect(publishConfig).toEqual({ provenance: true });
});
