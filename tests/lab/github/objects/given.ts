/** A part of an object of GitHub's, as the emulator or a route of ours knows it. */
export type Given = Readonly<Record<string, unknown>>;
