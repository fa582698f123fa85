/** Takes out of an .npmrc what steers no script. */

/** Settings that only say how npm writes down and reports what it installs. */
const FREE = /^(?:save-exact|save-prefix|fund|audit|audit-level|update-notifier|package-lock)\s*=\s*[\w.~^"-]*$/;

/** The lines of an .npmrc that are settings, without those that steer no script. Pure. */
export function npmSettingsIn(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^[#;]/.test(line) && !FREE.test(line))
    .join("\n");
}
