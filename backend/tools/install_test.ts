import { expect, it } from "vitest";
import { askedForByStart, neededByService } from "./install.ts";
import { diskUse, INSTALLED_MB, withoutPeers } from "./install_measure.ts";

const PACKAGES = new URL("../../node_modules/.deno/", import.meta.url).pathname;

it("the image keeps what the service loads, and nothing that only builds the app", () => {
  const names = [...neededByService()].map((key) => key.replace(/(?<=.)@.*$/, ""));
  expect(names).toEqual(expect.arrayContaining(["hono", "postgres", "jose", "minio", "zod"]));
  expect(names.filter((name) => /^(vite|workbox|rollup|rolldown|react|tailwind|@babel)/.test(name))).toEqual([]);
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
