import { join } from "node:path";
import { componentsOf } from "./third_party/components.ts";
import { type Lock, lockText, pruned } from "./third_party/lock.ts";
import { pageOf } from "./third_party/page.ts";
import { sbomOf } from "./third_party/sbom.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** A start installs them to build the app; nothing of them is in what production runs. */
const BUILD_TOOLS = ["@tailwindcss/vite", "@vitejs/plugin-react", "tailwindcss", "vite", "vite-plugin-pwa"];

/** `deno task make third-party`: takes unwanted packages out of the lock, then writes what is left as a page and as an SBOM. */
if (import.meta.main) {
  for (const [path, text] of thirdPartyFiles(ROOT)) Deno.writeTextFileSync(join(ROOT, path), text);
  const formatted = ["THIRD_PARTY.md", "docs/sbom.cdx.json"];
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", ...formatted], cwd: ROOT }).output();
  console.log("deno.lock, THIRD_PARTY.md and docs/sbom.cdx.json are up to date");
}

/** What the files should say, by path; before formatting. */
export function thirdPartyFiles(root: string): Map<string, string> {
  const read = (path: string) => JSON.parse(Deno.readTextFileSync(join(root, path)));
  const { name, version, dependencies } = read("package.json");
  const lock = pruned(read("deno.lock") as Lock);
  const kept = Object.entries(dependencies).filter(([name]) => !BUILD_TOOLS.includes(name));
  const asked = kept.map(([name, version]) => `${name}@${version}`);
  const components = componentsOf(lock, { root, asked });
  return new Map([
    ["deno.lock", lockText(lock)],
    ["THIRD_PARTY.md", pageOf(components)],
    ["docs/sbom.cdx.json", sbomOf(components, { name, version, needs: asked })],
  ]);
}
