/** The fallback without walls keeps the contract. */
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { sandboxContract } from "../contract/contract.ts";
import { HOST_FILE } from "../sandboxes.ts";

sandboxContract("without walls", (limits) => plainSandbox({ hostFile: HOST_FILE, limits }), "");
