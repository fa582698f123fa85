/** Answers whose form is wrong: what a parser or a schema meets. */
import { type Data, type Kind, ofData, ofText } from "./kind.ts";

/** The name of a field with a value of this kind; undefined where there is none. */
function fieldOf(data: Data, fits: (value: unknown) => boolean): string | undefined {
  return Object.keys(data).find((name) => fits(data[name]));
}

const isText = (value: unknown): boolean => typeof value === "string";

/** Every free text of an answer that is empty, said in the words of somebody who has nothing to say. */
function withNone(data: Data, none: string): Data | null {
  const empty = Object.keys(data).filter((name) => data[name] === "");
  return empty.length === 0 ? null : { ...data, ...Object.fromEntries(empty.map((name) => [name, none])) };
}

export const FORM_KINDS: readonly Kind[] = [
  ofText("prose around the JSON", (data) => `Here is my answer:\n\n${JSON.stringify(data)}\n\nLet me know if you need more.`),
  ofText("a code fence", (data) => `\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``),
  ofText("prose with a brace before the JSON", (data) => `The set {a, b} is small. ${JSON.stringify(data)}`),
  ofText("JSON within JSON", (data) => JSON.stringify(JSON.stringify(data))),
  ofText("JSON in a list", (data) => JSON.stringify([data])),
  ofText("the same JSON twice", (data) => `${JSON.stringify(data)}\n${JSON.stringify(data)}`),
  ofText("JSON that breaks off", (data) => JSON.stringify(data).slice(0, -Math.ceil(JSON.stringify(data).length / 3))),
  ofText("a comma too many", (data) => JSON.stringify(data).replace(/\}$/, ",}")),
  ofText("words instead of JSON", () => "I have looked at everything and it is fine."),
  ofText("an empty answer", () => " "),
  ofData("a field too many", (data) => ({ ...data, confidence: 0.9, reasoning: "I thought about it." })),
  ofData("a field is missing", (data) => {
    const [first] = Object.keys(data);
    return first === undefined ? null : Object.fromEntries(Object.entries(data).filter(([name]) => name !== first));
  }),
  ofData("a list where a text belongs", (data) => {
    const name = fieldOf(data, isText);
    return name === undefined ? null : { ...data, [name]: [data[name]] };
  }),
  ofData("a text where a list belongs", (data) => {
    const name = fieldOf(data, Array.isArray);
    return name === undefined ? null : { ...data, [name]: "none" };
  }),
  ofData("null where nothing is meant", (data) => {
    const name = fieldOf(data, (value) => value === "" || (Array.isArray(value) && value.length === 0));
    return name === undefined ? null : { ...data, [name]: null };
  }),
  ofData('"None" where nothing is meant', (data) => withNone(data, "None")),
  ofData('"N/A" where nothing is meant', (data) => withNone(data, "N/A")),
  ofData("a verdict in other letters", (data) => {
    const verdict = data["verdict"];
    return typeof verdict === "string" ? { ...data, verdict: verdict.charAt(0) + verdict.slice(1).toLowerCase() } : null;
  }),
];
