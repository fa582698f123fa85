/** `npm run demo`: reads the machine once and plays. */
import { demo } from "./demo.ts";

// Ctrl-C reaches the command line as well; the demo waits for its end and cleans up.
process.on("SIGINT", () => undefined);

try {
  process.exitCode = await demo(process.argv.slice(2), {
    folder: process.cwd(),
    env: process.env,
    now: () => performance.now(),
    print: (line) => void process.stdout.write(`${line}\n`),
  });
} catch (error) {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
