import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDocs } from "./check_docs.ts";

describe("checkDocs()", () => {
  let root: string;

  beforeEach(() => {
    root = Deno.makeTempDirSync();
    Deno.writeTextFileSync(join(root, "deno.json"), `{ "tasks": { "ok": "true", "orin": "true", "make": "true" } }`);
    Deno.writeTextFileSync(join(root, "package.json"), `{ "scripts": { "start": "true" } }`);
    Deno.mkdirSync(join(root, "backend/store/log"), { recursive: true });
    Deno.writeTextFileSync(join(root, "backend/store/log/append.ts"), "");
    Deno.mkdirSync(join(root, "backend/tools/orin"), { recursive: true });
    Deno.writeTextFileSync(join(root, "backend/tools/orin/main.ts"), `orin.command("verify")`);
  });
  afterEach(() => Deno.removeSync(root, { recursive: true }));

  it.each([
    ["see `backend/store/gone.ts`", "backend/store/gone.ts"],
    ["see [the store](backend/stores/)", "backend/stores/"],
    ["see `./append.ts`", "./append.ts"],
    ["see `compose.yaml`", "compose.yaml"],
    ["run `deno task gone` first", "deno task gone"],
    ["run `npm run gone` first", "npm run gone"],
    ["run `deno task orin gone` first", "deno task orin gone"],
    ["run `deno task make gone` first", "deno task make gone"],
  ])("refuses %s", (line, citation) => {
    Deno.writeTextFileSync(join(root, "README.md"), `# Orin\n\n${line}\n`);
    expect(checkDocs(root)).toEqual([expect.stringContaining(`README.md:3: ${citation} does not exist`)]);
  });

  it("allows what exists, from the root or beside the document, and what is no path at all", () => {
    const line =
      "Node and npm on the machine `backend/store/log/append.ts` `append.ts` `backend/store/` `deno task ok` `deno task orin verify` `npm start` `GET /healthz` `/api/v1/plays` " +
      "`application/json` `pwa/src/<area>/<Screen>.tsx` `.orin/media` `https://example.org/a.md` `ledger/0` `1.5`";
    Deno.writeTextFileSync(join(root, "backend/store/README.md"), line);
    expect(checkDocs(root)).toEqual([]);
  });

  it("refuses vague words with their line, also across two lines, but not in quotes or code", () => {
    const text = '# Orin\n\nPlays count at\nonce. `nobody` and "somebody" are quoted; whoever asks gets it.\n';
    Deno.writeTextFileSync(join(root, "README.md"), text);
    expect(checkDocs(root)).toEqual([
      expect.stringMatching(/^README.md:4: "whoever" is not plain English: say who/),
      expect.stringMatching(/^README.md:3: "at once" is not plain English: write "immediately"/),
    ]);
  });
});
