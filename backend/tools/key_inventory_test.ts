import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { KEPT_KEYS } from "../store/personal/keyring.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** How code names what a key is for. */
const PURPOSES = [
  /\bderive\(\w+(?:\.\w+)?, "([a-z ]+)"\)/g,
  /\b(?:keys|kept)\("([a-z ]+)"\)/g,
  /\bnew Signer\(\w+, "([a-z ]+)"\)/g,
  /\bconst (?:WRAPPING|PURPOSE) = "([a-z ]+)"/g,
  /\bderiveKey\(\w+, "([a-z ]+)"\)/g,
];

it("docs/operating/keys.md lists every key that code derives, and no other", () => {
  const paths = readdirSync(join(ROOT, "backend"), { recursive: true, encoding: "utf8" });
  const code = paths.filter((path) => path.endsWith(".ts") && !path.endsWith("_test.ts"))
    .map((path) => readFileSync(join(ROOT, "backend", path), "utf8")).join("\n");
  const tokens = ["user", "admin", "enrolment", "report"].map((kind) => `token ${kind}`);
  const derived = PURPOSES.flatMap((pattern) => [...code.matchAll(pattern)].map(([, purpose = ""]) => purpose));
  const [, table = ""] =
    /\n\| Key .*\n\| -.*\n((?:\|.*\n)+)/.exec(readFileSync(join(ROOT, "docs/operating/keys.md"), "utf8")) ?? [];
  const listed = table.split("\n").flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([a-z ]+)`/g)].map(([, name]) => name)
  );
  expect(listed.toSorted()).toEqual([...new Set([...KEPT_KEYS, ...tokens, ...derived])].toSorted());
});
