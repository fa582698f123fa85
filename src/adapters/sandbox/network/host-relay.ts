/** Inside a setup command's sandbox: a port on loopback that leads to the driver's proxy, and the command beside it (NET-11, NET-15). */
import { spawn } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { constants } from "node:os";
import { proxyVariables } from "./proxy-variables.ts";

function relayed(client: Socket, socket: string): void {
  const way = connect(socket);
  const end = (): void => {
    client.destroy();
    way.destroy();
  };
  for (const one of [client, way]) one.on("error", end).on("close", end);
  client.pipe(way).pipe(client);
}

/** Listens, runs the command with the variables that name the port, and ends with its status. Whoever kills this has no way out left. */
export function runRelay(socket: string, [file = "", ...words]: readonly string[]): void {
  const server = createServer((client) => relayed(client, socket));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const child = spawn(file, words, { stdio: "inherit", env: { ...process.env, ...proxyVariables(port) } });
    child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
  });
}
