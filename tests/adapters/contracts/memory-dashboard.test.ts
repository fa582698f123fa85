/** The fake keeps the contract. */
import { it } from "vitest";
import type { DashboardIssue } from "#ports/dashboard.ts";
import { memoryDashboard } from "../../fakes/memory-dashboard.ts";
import { DASHBOARD_LAWS } from "./dashboard-contract.ts";

it.each(DASHBOARD_LAWS)("memory: $law", async ({ holds }) => {
  const issues: DashboardIssue[] = [];
  const dashboard = memoryDashboard(issues);
  await holds({ dashboard, shut: (number) => dashboard.close(number) });
});
