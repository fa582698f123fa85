/** A Probot app that does nothing with what it hears: what a bot's acknowledgement is measured against. Reads the bot's own variables. */
import { Probot, Server } from "probot";

const { APP_ID = "", PRIVATE_KEY = "", WEBHOOK_SECRET = "", GITHUB_API_URL = "", PORT = "" } = process.env;
const account = { appId: APP_ID, privateKey: PRIVATE_KEY, secret: WEBHOOK_SECRET, baseUrl: GITHUB_API_URL };
const { log } = await new Probot({ ...account, logLevel: "warn", logFormat: "json" }).ready();
const server = new Server({
  host: "127.0.0.1",
  port: Number(PORT),
  log,
  enablePing: false,
  enableStaticFiles: false,
  Probot: Probot.defaults(account),
});
server.addHandler(({ url }, response) => {
  if (url === "/healthz") response.end("ok\n");
  return url === "/healthz";
});
await server.load((app) => app.on("issue_comment.created", async () => undefined));
await server.start();
