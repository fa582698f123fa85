/** Runs a setup command in its sandbox, beside a port on loopback that leads to the driver's proxy. */
import { spawn } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { constants } from "node:os";
import { proxyVariables } from "./proxy-variables.ts";

function relayed(client: Socket, socket: string): void {
  const proxy = connect(socket);
  const end = (): void => {
    client.destroy();
    proxy.destroy();
  };
  for (const one of [client, proxy]) one.on("error", end).on("close", end);
  client.pipe(proxy).pipe(client);
}

/**
 * Listens, runs the command with the variables that name the port, and ends with its status. When this process is
 * killed, the command has no network left.
 */
export function runRelay(socket: string, [file = "", ...words]: readonly string[]): void {
  const server = createServer((client) => relayed(client, socket));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const child = spawn(file, words, { stdio: "inherit", env: { ...process.env, ...proxyVariables(port) } });
    child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
  });
}
