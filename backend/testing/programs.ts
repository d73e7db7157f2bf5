import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where a program of this machine is. A test that only it can run is skipped without it, with a line that says so. */
export function programAtHand(name: string): string | undefined {
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin"];
  const found = folders.map((folder) => join(folder, name)).find(existsSync);
  if (!found) console.log(`${name} is not on this machine: what it checks is not checked`);
  return found;
}
