/** The clients of the loopback GitHub's stage as adapters of ours take them: behind a guard that knows no secret. */
import type { Octokit } from "@octokit/rest";
import type { ProbotOctokit } from "probot";
import type { Api } from "#adapters/github/client/api.ts";
import type { GitHub } from "../lab/github/github.ts";
import * as stage from "../lab/github/stage.ts";
import { ours } from "./ours.ts";

/** A client with a token or with none. */
export function client(github: Pick<GitHub, "url">, token?: string): Octokit & Api {
  return ours(stage.client(github, token));
}

/** A client of a person. */
export function as(github: Pick<GitHub, "url">, login: string): Octokit & Api {
  return ours(stage.as(github, login));
}

/** A client of the App's installation, with Probot's own authentication. */
export async function asApp(github: Pick<GitHub, "url" | "apps">): Promise<ProbotOctokit & Api> {
  return ours(await stage.asApp(github));
}
