import { refusedFormatContract } from "../contracts/refused-format.ts";
import { stand } from "./stand.ts";

refusedFormatContract("openai", stand, [
  { status: 400, message: "Invalid schema for response_format 'answer': schema exceeds the maximum size" },
  { status: 400, message: "This response_format type is unavailable now" },
  { status: 422, message: "json_schema is not supported by this model" },
]);
