/** The page with one button that makes the App, as a browser sees it. */

const unescaped = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What the button of the page sends, and where to. */
export async function buttonOf(page: string): Promise<{ readonly action: URL; readonly manifest: string }> {
  const html = await (await fetch(page)).text();
  const [, action = ""] = /<form method="post" action="([^"]*)"/.exec(html) ?? [];
  const [, manifest = ""] = /name="manifest" value="([^"]*)"/.exec(html) ?? [];
  return { action: new URL(unescaped(action)), manifest: unescaped(manifest) };
}

/** Where GitHub sends a browser back to, once it has made the App of this button. `code`: what GitHub gave for it. */
export function wayBack({ action, manifest }: Awaited<ReturnType<typeof buttonOf>>, code: string): string {
  return `${JSON.parse(manifest).redirect_url}?code=${code}&state=${action.searchParams.get("state")}`;
}
