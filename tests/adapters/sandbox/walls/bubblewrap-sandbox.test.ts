/** Bubblewrap keeps the contract. What it promises beyond is in walls.test.ts and forgery.test.ts. */
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { sandboxContract } from "../contract/contract.ts";
import { HOST_FILE, NO_WALLS } from "../sandboxes.ts";

sandboxContract("in bubblewrap", (limits) => bubblewrapSandbox({ hostFile: HOST_FILE, limits }), NO_WALLS);
