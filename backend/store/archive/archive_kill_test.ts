import { join } from "node:path";
import { expect, it } from "vitest";
import { createFiles } from "../../adapters/files/mod.ts";
import { newId } from "../../contract/ids.ts";
import { openTestStore } from "../../testing/store.ts";
import { sealBlocks } from "../chain/chain.ts";
import { verify } from "../chain/verify.ts";
import { ensureRanges } from "../log/ranges.ts";
import { said } from "../testing/words.ts";
import { registerArchive } from "./archive_files.ts";
import { archivedRanges } from "./ranges_due.ts";

const ARCHIVER = join(import.meta.dirname ?? "", "../../testing/archiver.ts");
const metadata = { actor: "system:test" };

it(
  "a process that archives may be killed with -9 before any step: nothing is lost, and the next one goes on",
  async () => {
    const directory = await Deno.makeTempDir({ prefix: "orin_archive_" });
    const files = createFiles({ kind: "disk", directory });
    registerArchive(files);
    await using test = await openTestStore({ positionsPerRange: 20, shards: 2 });
    for (const log of ["plays/0", "plays/1"] as const) {
      for (let index = 0; index < 50; index++) {
        if (index % 10 === 0) await ensureRanges(test.store.sql);
        await test.store.appendToStream(log, `play/${newId()}`, [said(`${index}`)], { metadata });
      }
    }
    await sealBlocks(test.store.sql, { measure: () => Promise.resolve({ debits: 0, credits: 0 }), all: true });
    const read = () =>
      Promise.all((["plays/0", "plays/1"] as const).map((log) => test.store.readLog(log, { after: 0, upTo: 100 })));
    const before = await read();
    const seen: string[] = [];
    for (let step = 0; seen.at(-1) !== "done"; step++) {
      expect(step).toBeLessThan(100);
      const steps = await runUntil(test.ownerUrl, { directory, step });
      seen.push(steps.at(-1) ?? "nothing");
      expect(await read()).toEqual(before);
    }
    // Each step was met at least once, of the first range and, as that one had left, of the second.
    expect(new Set(seen)).toEqual(
      new Set(["write plays/0", "prove plays/0", "write plays/1", "prove plays/1", "leave plays", "commit plays"]
        .concat(["left plays", "left ledger", "done"])),
    );
    expect((await archivedRanges(test.store.sql)).map(({ log, first }) => `${log} ${first}`)).toEqual([
      ...["plays/0 1", "plays/0 21", "plays/1 1", "plays/1 21"],
    ]);
    const { problems } = await verify({ url: test.serviceUrl, projections: [], checks: [], full: true });
    expect(problems).toEqual([]);
    // Objects that were finished were taken up: no try wrote them again.
    const objects = (await Array.fromAsync(files.list("archive/"))).filter(({ key }) => key.endsWith(".json"));
    expect(objects.length).toBe(4);
    registerArchive(undefined);
    await Deno.remove(directory, { recursive: true });
  },
);

/** Runs the process until it stops before a step, and kills it; answers the steps that it has printed. */
async function runUntil(ownerUrl: string, { directory, step }: { directory: string; step: number }): Promise<string[]> {
  const args = ["run", "-A", ARCHIVER, ownerUrl, directory, String(step)];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  const lines: string[] = [];
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    if (lines.length > step || lines.at(-1) === "done") break;
  }
  child.kill("SIGKILL");
  await child.status;
  return lines;
}
