/** Says what a command finds around it in the sandbox: in the usual place, and elsewhere. */

/** Where the folder always is inside, so that outputs of two runs can be compared. */
export const WORKSPACE = "/workspace";
/** HOME and TMPDIR of every command; both are new each time and gone afterwards. */
export const INNER_FOLDERS = { home: "/tmp/home", temporary: "/tmp" } as const;

/** What a command finds around it: folders, the name of the host, and whether it is the first process of its own. */
export interface InnerPlace {
  readonly folder: string;
  readonly home: string;
  readonly temporary: string;
  readonly hostname: string;
  /** The user and the group that it seems to be; null: as outside. */
  readonly user: number | null;
  /** True: no process of bubblewrap's own is there. */
  readonly alone: boolean;
}

/** Where every check runs. */
export const USUAL: InnerPlace = {
  folder: WORKSPACE,
  ...INNER_FOLDERS,
  hostname: "sandbox",
  user: null,
  alone: false,
};

/** Users that every system knows, and of which one is never the driver: `nobody` and `daemon`. */
const USERS = [65_534, 1] as const;

/** A place of which nothing is as in the usual one. `uid`: of the driver. */
export function elsewhereFor(uid: number): InnerPlace {
  return {
    folder: "/home/dev/project",
    home: "/home/dev",
    temporary: "/tmp/scratch",
    hostname: "workstation",
    user: USERS.find((user) => user !== uid) ?? null,
    alone: true,
  };
}

/** What a command of this process finds around it; `elsewhere`: where nothing is as usual. */
export function placeFor(elsewhere = false): InnerPlace {
  return elsewhere ? elsewhereFor(process.geteuid?.() ?? 0) : USUAL;
}
