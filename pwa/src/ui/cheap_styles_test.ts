import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname ?? "", "..");
/**
 * Rules for which a browser looks through a whole page, or styles all of it anew, whenever something comes to it: a menu
 * in a list of thousands then takes half a second on a slow phone. Code says it with an attribute or a class instead.
 * What is for paper alone costs a screen nothing.
 */
const DEAR = [/(?:html|body|:root)\S*:has\(/, /\bgroup-(?:first|last|only|odd|even|nth|has|empty)\b/];

const isDear = (text: string) => DEAR.some((pattern) => pattern.test(text));

it("no rule is about a whole page, and none about all in an element because of its neighbours", () => {
  const styled = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:css|tsx)$/.test(path) && !path.includes("printed"));
  expect(styled.length).toBeGreaterThan(300);
  expect(styled.filter((path) => isDear(readFileSync(join(SRC, path), "utf8")))).toEqual([]);
});
