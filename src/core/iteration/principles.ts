/**
 * The principles that an auditor may cite: those of academicOps that a product can hold work to, by their numbers
 * there.
 */

export interface Principle {
  readonly id: string;
  readonly text: string;
}

export const PRINCIPLES: readonly Principle[] = [
  { id: "P3", text: "Invent nothing: what is said was seen." },
  { id: "P5", text: "Do the one thing that was asked." },
  { id: "P8", text: "Fail fast: no silent fallback, no swallowed error." },
  { id: "P25", text: "Go around no check and no tool, not even after it failed." },
  { id: "P26", text: "Verify first: nothing is claimed that no result shows." },
  { id: "P27", text: "No excuses: a warning is an error." },
  { id: "P31", text: "The acceptance rules own success: nobody who works may weaken or reinterpret them." },
  { id: "P41", text: "Change nothing that no approved plan names." },
  { id: "P48", text: "What only a person can decide goes back to a person." },
  { id: "P50", text: "What is costly or cannot be taken back needs a word from a person first." },
  { id: "P95", text: "The verdict of a reviewer binds." },
  { id: "P99", text: "Authority is what was delegated, and nothing beyond it." },
];

/**
 * The id that a text begins with, however it is written (`P#31`, `p31: …`); "" where it names none of them.
 */
export function principleIn(text: string): string {
  const number = /^\s*P#?(\d+)\b/i.exec(text)?.[1];
  return PRINCIPLES.find(({ id }) => id === `P${number}`)?.id ?? "";
}
