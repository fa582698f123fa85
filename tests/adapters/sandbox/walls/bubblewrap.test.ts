/** The walls as arguments. That they hold is shown by running into them: walls.test.ts. */
import { expect, it } from "vitest";
import { elsewhereFor, USUAL } from "#adapters/sandbox/inside/inner-place.ts";
import { bubblewrapArguments } from "#adapters/sandbox/walls/bubblewrap.ts";

const WALLS = {
  folder: "/some/folder",
  network: false,
  mounts: [],
  system: [
    { path: "/usr", link: null },
    { path: "/bin", link: "usr/bin" },
  ],
  settings: { folder: "/gathered/etc", mounted: ["ssl/certs"] },
  hidden: ["/proc/keys"],
  environment: { PATH: "/usr/bin", CI: "true" },
  place: { ...USUAL, hostname: "there" },
  identity: null,
} as const;

it("takes the network away unless it is asked for", () => {
  const [without, with_] = [bubblewrapArguments(WALLS), bubblewrapArguments({ ...WALLS, network: true })];
  expect([without.includes("--unshare-net"), with_.includes("--unshare-net")]).toEqual([true, false]);
});

it("shows the system's folders and what was gathered of /etc, read-only, and makes a link again as one", () => {
  expect(bubblewrapArguments(WALLS).join(" ")).toContain(
    "--ro-bind /usr /usr --symlink usr/bin /bin --ro-bind /gathered/etc /etc --ro-bind /etc/ssl/certs /etc/ssl/certs",
  );
});

it("makes one thing of the machine writable: the folder, always at the same place", () => {
  const walls = bubblewrapArguments({ ...WALLS, mounts: [{ source: "/tools/a", target: "/tools/a" }] });
  const writable = walls.flatMap((word, index) => (/^--(dev-)?bind(-try)?$/.test(word) ? [walls.slice(index + 1, index + 3)] : []));
  expect(writable).toEqual([["/some/folder", "/workspace"]]);
  expect(walls.join(" ")).toContain("--ro-bind /tools/a /tools/a");
});

it("has another place of which nothing is as in the usual one, whoever the driver is", () => {
  for (const uid of [0, 1, 1000, 65_534]) {
    const place = elsewhereFor(uid);
    expect(Object.entries(USUAL).filter(([name, value]) => place[name as keyof typeof place] === value)).toEqual([]);
    expect(place.user).not.toBe(uid);
    const words = bubblewrapArguments({ ...WALLS, place, identity: { user: 1, group: 2 } }).join(" ");
    expect(words).toContain(`--hostname workstation --uid 1 --gid 2 --as-pid-1`);
    expect(words).toContain("--bind /some/folder /home/dev/project --symlink /home/dev/project /workspace --chdir /home/dev/project");
  }
});

it("shows nothing of the places where people, services and secrets live", () => {
  const walls = bubblewrapArguments({ ...WALLS, network: true });
  const sources = walls.flatMap((word, index) => (/^--.*bind/.test(word) ? [walls[index + 1] ?? ""] : []));
  expect(
    sources.filter((source) => /^\/(home|root|run|var|srv|mnt|proc|sys|tmp)?(\/|$)/.test(source) || /private|shadow|sudoers/.test(source)),
  ).toEqual([]);
});

it("shows the kernel's files read-only once there is a /proc of its own, and some of them empty", () => {
  const words = bubblewrapArguments(WALLS).join(" ");
  expect(words).toMatch(/--proc \/proc --ro-bind \/dev\/null \/proc\/keys --remount-ro \/proc --/);
});

it("clears the environment before it sets the given variables", () => {
  const walls = bubblewrapArguments(WALLS);
  const set = walls.flatMap((word, index) => (word === "--setenv" ? [[index, ...walls.slice(index + 1, index + 3)]] : []));
  expect(set.map(([, name, value]) => [name, value])).toEqual([
    ["PATH", "/usr/bin"],
    ["CI", "true"],
  ]);
  expect(walls.indexOf("--clearenv")).toBeLessThan(walls.indexOf("--setenv"));
});
