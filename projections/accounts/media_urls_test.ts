import { expect, it } from "vitest";
import { pictureUrl } from "./media_urls.ts";

it("pictureUrl() names the largest WebP of a picture, and nothing where there is none", () => {
  expect(pictureUrl({ key: "covers/a/2" })).toBe("/media/covers/a/2/512.webp");
  expect(pictureUrl(undefined)).toBe("");
});
