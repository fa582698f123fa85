/** The dashboard's port in memory: issues in a list. It keeps the same contract as the adapter (tests/adapters/contracts/dashboard-contract.ts). */
import type { DashboardIssue, DashboardPort } from "#ports/dashboard.ts";

/** `issues`: those opened so far, the oldest first; a test may close one. */
export function memoryDashboard(issues: DashboardIssue[]): DashboardPort {
  const change = (number: number, more: Partial<DashboardIssue>): void => {
    const at = issues.findIndex((issue) => issue.number === number);
    const found = issues[at];
    if (found === undefined) throw new Error(`there is no issue ${number}`);
    issues[at] = { ...found, ...more };
  };
  return {
    find: async () => {
      const [first, ...others] = issues;
      return first === undefined ? null : { ...first, doubles: others.filter(({ open }) => open).map(({ number }) => number) };
    },
    open: async (text) => void issues.push({ number: 100 + issues.length, text, open: true, doubles: [] }),
    edit: async (number, text) => change(number, { text }),
    close: async (number) => change(number, { open: false }),
  };
}
