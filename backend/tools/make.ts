import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");

/** What is made and then kept in the repository, with the script that makes it. */
export const MADE = {
  golden: { script: "backend/tools/golden.ts", makes: "an example of every new event and event version" },
  "third-party": {
    script: "backend/tools/third_party.ts",
    makes: "THIRD_PARTY.md, and a deno.lock without unwanted packages",
  },
  font: {
    script: "backend/tools/font.ts",
    makes: "the app's font: Inter's Latin letters with those of Yoruba, Igbo and Hausa",
  },
  screenshots: { script: "pwa/e2e/screenshots.ts", makes: "README's pictures of the app, or the named ones alone" },
} as const;

/** `deno task make <name>`: makes again what is kept in the repository; without a name it lists what it can make. */
if (import.meta.main) {
  const [name = "", ...args] = Deno.args;
  const made = Object.entries(MADE).find(([one]) => one === name)?.[1];
  if (made) {
    const command = new Deno.Command(Deno.execPath(), { args: ["run", "-A", made.script, ...args], cwd: ROOT });
    Deno.exitCode = (await command.spawn().status).code;
  } else {
    for (const [one, { makes }] of Object.entries(MADE)) console.log(`deno task make ${one.padEnd(12)} ${makes}`);
    Deno.exitCode = name === "" || name === "--help" ? 0 : 1;
  }
}
