import { refusedFormatContract } from "../contracts/refused-format.ts";
import { stand } from "./stand.ts";

// https://github.com/anthropics/anthropic-sdk-python/issues/1185
refusedFormatContract("anthropic", stand, [
  {
    status: 400,
    message:
      "The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.",
  },
  { status: 400, message: "output_config.format.schema: Schema has 17 parameters with union types, the limit is 16" },
  { status: 400, message: "output_config: Extra inputs are not permitted" },
]);
