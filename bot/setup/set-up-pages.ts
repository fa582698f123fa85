/** The two pages by which a person makes the App: the button, and what is next. */
import { html } from "#text/html/html.ts";
import { htmlList, htmlPage } from "#text/html/html-page.ts";
import type { Manifest } from "./manifest.ts";

/** The page with the button. `action`: GitHub's page on which an App is made, with the word that comes back. */
export function buttonPage(manifest: Manifest, action: string): string {
  const permissions = Object.entries(manifest.default_permissions).map(([name, right]) => `${name}: ${right}`);
  return htmlPage(
    "Make the App of this bot",
    html`<p>GitHub shows the App <b>${manifest.name}</b> before it makes it.
Its webhooks go to <code>${manifest.hook_attributes.url}</code>.</p>
<form method="post" action="${action}">
<input type="hidden" name="manifest" value="${JSON.stringify(manifest)}">
<p><button>Make the App on GitHub</button></p>
</form>
<h2>What it may do</h2>
${htmlList(permissions)}
<h2>What it hears of</h2>
${htmlList(manifest.default_events)}`,
  );
}

/** What is known of the App that was made, and where its secrets lie. */
export interface MadeApp {
  readonly slug: string;
  readonly address: string;
  readonly file: string;
}

/** The page that says what is next. Secrets stand on no page. */
export function madePage({ slug, address, file }: MadeApp): string {
  return htmlPage(
    "The App is made",
    html`<p>Its number and its secrets are in <code>${file}</code>, which only you can read. This page is gone now.</p>
<ol>
<li><a href="${address}/installations/new">Install ${slug}</a> on the repositories that it shall work in.</li>
<li>Start the bot: <code>node --env-file=${file} dist/bot.mjs</code>, with the key of a model in its environment.</li>
<li>In a clone of each repository: <code>loopwright init</code>.</li>
</ol>`,
  );
}
