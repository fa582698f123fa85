/** `actions/setup-node`, played: every step has the machine's Node on its path already, whatever version is asked for. */
import * as z from "zod";
import type { StepPhases } from "./phase.ts";
import { write } from "./space.ts";
import { withOf } from "./with.ts";

const Inputs = z.strictObject({ "node-version": z.string(), "package-manager-cache": z.enum(["true", "false"]).default("true") });

export const setupNodePhases: StepPhases = {
  main: async (desk) => {
    const { "node-version": wanted } = withOf("actions/setup-node", Inputs, desk);
    write(desk.space, `Node ${wanted} is asked for, and this machine has ${process.version}`);
    return "success";
  },
};
