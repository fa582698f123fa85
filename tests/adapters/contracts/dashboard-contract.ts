/** What every `DashboardPort` promises. A test file runs each law over a repository of its own. */
import { expect } from "vitest";
import type { DashboardPort } from "#ports/dashboard.ts";

/** The text of a dashboard, with its mark. */
const said = (words: string): string => `${words}\n\n<!-- loopwright-dashboard -->`;

export interface DashboardHarness {
  readonly dashboard: DashboardPort;
  /** Closes an issue as a maintainer does. */
  readonly shut: (number: number) => Promise<void>;
}

export const DASHBOARD_LAWS: readonly { readonly law: string; readonly holds: (harness: DashboardHarness) => Promise<void> }[] = [
  {
    law: "there is none before it was opened",
    holds: async ({ dashboard }) => expect(await dashboard.find()).toBeNull(),
  },
  {
    law: "it is found as it was written last",
    async holds({ dashboard }) {
      await dashboard.open(said("one"));
      const found = await dashboard.find();
      expect(found).toMatchObject({ text: said("one"), open: true, doubles: [] });
      await dashboard.edit(found?.number ?? 0, said("two"));
      expect(await dashboard.find()).toEqual({ ...found, text: said("two") });
    },
  },
  {
    law: "of two the older one counts, and the other can be closed",
    async holds({ dashboard }) {
      await dashboard.open(said("one"));
      await dashboard.open(said("two"));
      const found = await dashboard.find();
      expect(found).toMatchObject({ text: said("one"), doubles: [expect.any(Number)] });
      await dashboard.close(found?.doubles[0] ?? 0);
      expect(await dashboard.find()).toMatchObject({ text: said("one"), open: true, doubles: [] });
    },
  },
  {
    law: "one that a maintainer closed is found as closed",
    async holds({ dashboard, shut }) {
      await dashboard.open(said("one"));
      await shut((await dashboard.find())?.number ?? 0);
      expect(await dashboard.find()).toMatchObject({ open: false });
    },
  },
];
