/** A program that has started another one and waits for ever. Argument: milliseconds of its limit. Says the id of the other one. */
import { spawn } from "node:child_process";
import { atEnd } from "../lab/net/at-end.ts";
import { endWithin } from "./ending.ts";

const other = spawn("sleep", ["600"], { stdio: "ignore" });
atEnd(() => void other.kill("SIGKILL"));
atEnd(() => {
  throw new Error("this could not be tidied up");
});
endWithin(Number(process.argv[2]), () => "the moon");
process.stdout.write(`started ${other.pid}\n`);
setInterval(() => undefined, 1_000);
