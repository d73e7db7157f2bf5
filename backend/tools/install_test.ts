import { expect, it } from "vitest";
import { askedForByStart, neededByService, prune } from "./install.ts";
import { diskUse, INSTALLED_MB, withoutPeers } from "./install_measure.ts";

const PACKAGES = new URL("../../node_modules/.deno/", import.meta.url).pathname;

it("the image keeps what the service loads, and nothing that only builds the app", () => {
  const names = [...neededByService()].map((key) => key.replace(/(?<=.)@.*$/, ""));
  expect(names).toEqual(expect.arrayContaining(["hono", "postgres", "jose", "minio", "zod"]));
  expect(names.filter((name) => /^(vite|workbox|rollup|rolldown|react|tailwind|typescript|@babel)/.test(name))).toEqual(
    [],
  );
});

it("what a start says that it installs is what is there", async () => {
  const wanted = new Set(Object.keys(askedForByStart().npm).map(withoutPeers));
  const folders = Array.from(Deno.readDirSync(PACKAGES), ({ name }) => name)
    .filter((name) => wanted.has(withoutPeers(name.replace("+", "/"))));
  const bytes = await Promise.all(folders.map((name) => diskUse(`${PACKAGES}${name}`)));
  const mb = bytes.reduce((sum, one) => sum + one, 0) / 1_048_576;
  expect(Math.abs(mb - INSTALLED_MB) / INSTALLED_MB).toBeLessThan(0.03);
  expect(Deno.readTextFileSync(new URL("../../README.md", import.meta.url))).toContain(
    `${INSTALLED_MB} MB in \`node_modules\``,
  );
});

it("what a service does not load goes, with all that would keep the next install from bringing it back", async () => {
  const packages = await Deno.makeTempDir({ prefix: "orin-packages-" });
  for (const name of ["hono@4.0.0", "vite@9.0.0"]) {
    await Deno.mkdir(`${packages}/.deno/${name}`, { recursive: true });
    await Deno.symlink(`.deno/${name}`, `${packages}/${name.replace(/@.*/, "")}`);
  }
  await Deno.mkdir(`${packages}/.deno/node_modules`);
  for (const said of [".orin-start.lock", ".deno/.setup-cache.bin"]) {
    await Deno.writeTextFile(`${packages}/${said}`, "");
  }
  prune(new Set(["hono@4.0.0"]), packages);
  const there = (folder: string) => Array.from(Deno.readDirSync(folder), ({ name }) => name).toSorted();
  expect([there(packages), there(`${packages}/.deno`)]).toEqual([[".deno", "hono"], ["hono@4.0.0", "node_modules"]]);
  await Deno.remove(packages, { recursive: true });
});
