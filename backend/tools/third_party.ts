import { join } from "node:path";
import { componentsOf } from "./third_party/components.ts";
import { type Lock, lockText, pruned } from "./third_party/lock.ts";
import { pageOf } from "./third_party/page.ts";
import { sbomOf } from "./third_party/sbom.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** A start installs them to build the app and the API's description; nothing of them is in what production runs. */
const BUILD_TOOLS = [
  "@tailwindcss/vite",
  "@vitejs/plugin-react",
  "tailwindcss",
  "typescript",
  "vite",
  "vite-plugin-pwa",
];

/** `deno task make third-party`: takes unwanted packages out of the lock, then writes what is left as a page. */
if (import.meta.main) {
  for (const [path, text] of thirdPartyFiles(ROOT)) Deno.writeTextFileSync(join(ROOT, path), text);
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", "THIRD_PARTY.md"], cwd: ROOT }).output();
  console.log("deno.lock and THIRD_PARTY.md are up to date");
}

/** What the files should say, by path; before formatting. */
export function thirdPartyFiles(root: string): Map<string, string> {
  const { lock, components } = thirdParty(root);
  return new Map([["deno.lock", lockText(lock)], ["THIRD_PARTY.md", pageOf(components)]]);
}

/** The SBOM of this version, which `deno task release` writes. */
export function sbom(root: string): string {
  const { components, asked, orin: { name, version } } = thirdParty(root);
  return sbomOf(components, { name, version, needs: asked });
}

function thirdParty(root: string) {
  const read = (path: string) => JSON.parse(Deno.readTextFileSync(join(root, path)));
  const orin: { name: string; version: string; dependencies: Record<string, string> } = read("package.json");
  const lock = pruned(read("deno.lock") as Lock);
  const kept = Object.entries(orin.dependencies).filter(([name]) => !BUILD_TOOLS.includes(name));
  const asked = kept.map(([name, version]) => `${name}@${version}`);
  return { orin, lock, asked, components: componentsOf(lock, { root, asked }) };
}
