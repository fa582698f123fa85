/**
 * `actions/attest`, played: a statement of where files come from, in the shape of the bundle that the real one writes. Nobody signs it, and no
 * log keeps it: it says what would be signed (https://github.com/actions/attest, https://slsa.dev/spec/v1.0/provenance).
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import * as z from "zod";
import type { Conclusion } from "../actions/dispatched.ts";
import type { Desk, StepPhases } from "./phase.ts";
import { type Space, write } from "./space.ts";
import { withOf } from "./with.ts";
import { permissionsOf } from "./workflow.ts";

/** Files, or one thing by its digest. */
const Inputs = z.union([
  z.strictObject({ "subject-path": z.string().min(1) }),
  z.strictObject({ "subject-name": z.string().min(1), "subject-digest": z.string().regex(/^sha256:[0-9a-f]{64}$/) }),
]);

export const attestPhases: StepPhases = { main: attest };

interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** The job needs the rights that signing and keeping take on GitHub. */
const NEEDED = ["id_token", "attestations"];

async function attest(desk: Desk): Promise<Conclusion> {
  const { space, outputs } = desk;
  const granted = permissionsOf(space.attempt.workflow, space.file);
  const missing = NEEDED.filter((right) => granted[right] !== "write");
  if (missing.length > 0) throw new Error(`actions/attest: the job has no ${missing.join(", no ").replaceAll("_", "-")}: write`);
  const subjects = await subjectsOf(withOf("actions/attest", Inputs, desk), space);
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects,
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: predicateOf(space),
  };
  const bundle = {
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    dsseEnvelope: {
      payload: Buffer.from(JSON.stringify(statement)).toString("base64"),
      payloadType: "application/vnd.in-toto+json",
      signatures: [],
    },
  };
  const file = join(space.folders.temp, "attestation.json");
  await writeFile(file, JSON.stringify(bundle));
  outputs.set("bundle-path", file);
  write(space, `Attestation created for ${subjects.length} subjects, unsigned: this runner has nobody who signs`);
  return "success";
}

async function subjectsOf(given: z.output<typeof Inputs>, space: Space): Promise<readonly Subject[]> {
  if ("subject-path" in given) return filesAt(given["subject-path"], space);
  return [{ name: given["subject-name"], digest: { sha256: given["subject-digest"].slice("sha256:".length) } }];
}

/** Lines with a file each, or with all files of a folder (`folder/*`). Throws an `Error` where there is none. */
async function filesAt(paths: string, { folders }: Space): Promise<readonly Subject[]> {
  const lines = paths.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  const files = await Promise.all(
    lines.map(async (line) => {
      if (!line.endsWith("/*")) return [resolve(folders.workspace, line)];
      const folder = resolve(folders.workspace, line.slice(0, -2));
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
    }),
  );
  if (files.flat().length === 0) throw new Error(`actions/attest: Could not find subject at path ${paths}`);
  return Promise.all(
    files
      .flat()
      .sort()
      .map(async (file) => ({
        name: basename(file),
        digest: {
          sha256: createHash("sha256")
            .update(await readFile(file))
            .digest("hex"),
        },
      })),
  );
}

/** https://actions.github.io/buildtypes/workflow/v1 */
function predicateOf({ attempt: { run, machine } }: Space): object {
  const repository = `${machine.serverUrl}/${run.repository}`;
  return {
    buildDefinition: {
      buildType: "https://actions.github.io/buildtypes/workflow/v1",
      externalParameters: { workflow: { ref: run.ref, repository, path: run.workflow } },
      resolvedDependencies: [{ uri: `git+${repository}@${run.ref}`, digest: { gitCommit: run.sha } }],
    },
    runDetails: {
      builder: { id: `${repository}/${run.workflow}@${run.ref}` },
      metadata: { invocationId: `${repository}/actions/runs/${run.id}` },
    },
  };
}
