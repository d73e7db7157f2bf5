import { expect, it } from "vitest";
import { neededByService } from "./install.ts";

it("the image keeps what the service loads, and nothing that only builds the app", () => {
  const names = [...neededByService()].map((key) => key.replace(/(?<=.)@.*$/, ""));
  expect(names).toEqual(expect.arrayContaining(["hono", "postgres", "jose", "minio", "zod"]));
  expect(names.filter((name) => /^(vite|workbox|rollup|rolldown|react|tailwind|@babel)/.test(name))).toEqual([]);
});
