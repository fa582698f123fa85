/** The adapter keeps the contract of the port (S3.16). */
import { modelContract } from "../contracts/model-contract.ts";
import { stand } from "./stand.ts";

const STOPS = { cut: "max_tokens", refused: "refusal" } as const;

modelContract("openai", (turns) =>
  stand(
    turns.map(({ text, calls, finish }) => ({
      reply: { ...(text !== undefined && { text }), ...(calls && { calls: [...calls] }), ...(finish && { stop: STOPS[finish] }) },
    })),
  ),
);
