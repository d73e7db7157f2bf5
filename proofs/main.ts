import { stripVTControlCharacters } from "node:util";
import { commandOf } from "./command.ts";
import { type Proof, PROOFS } from "./list.ts";
import { ROOT } from "./parts/processes.ts";
import { tableOf } from "./parts/table.ts";

/** Of what a proof says, the end is looked at for its last line. */
const LAST_WORDS = 10_000;

/**
 * `deno task proofs`: lists the proofs. `deno task proofs <name> [options]` runs one, `deno task proofs all` each of them
 * after the other, in a size for which an hour is enough, and ends with a table. Exit code 1 where one failed.
 */
if (import.meta.main) {
  const [name, ...args] = Deno.args;
  const proof = PROOFS.find((one) => one.name === name);
  if (name === "all") await runAll();
  else if (proof) Deno.exitCode = await run(proof, args);
  else {
    if (name !== undefined && name !== "--help") console.error(`There is no proof "${name}".\n`);
    console.log(listOf(PROOFS));
    Deno.exitCode = name === undefined || name === "--help" ? 0 : 1;
  }
}

function listOf(proofs: readonly Proof[]): string {
  const minutes = proofs.reduce((sum, proof) => sum + proof.minutes, 0);
  return [
    tableOf(
      ["Proof", "What it proves", "Minutes", "In all"],
      proofs.map((proof) => [proof.name, proof.proves, String(proof.minutes), proof.inAll ?? ""]),
    ),
    "deno task proofs <name> [options] runs one, larger than among all where the last column says so: proofs/README.md.",
    `deno task proofs all runs one after the other: about ${minutes} minutes on two quiet cores.`,
  ].join("\n\n");
}

async function run(proof: Proof, args: readonly string[]): Promise<number> {
  return (await new Deno.Command(Deno.execPath(), { ...commandOf(proof, args), cwd: ROOT }).spawn().status).code;
}

async function runAll(): Promise<void> {
  const rows: string[][] = [];
  let failed = 0;
  for (const proof of PROOFS) {
    console.log(`\n== ${proof.name}: ${proof.proves}`);
    const startedAt = performance.now();
    const { code, says } = await runHeard(proof);
    if (code !== 0) failed++;
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    rows.push([proof.name, says, minutes, code === 0 ? "good" : "FAILED"]);
  }
  console.log(`\n${tableOf(["Proof", "What it says", "Minutes", "Result"], rows)}`);
  console.log(`\n${rows.length - failed} good, ${failed} failed`);
  if (failed > 0) Deno.exitCode = 1;
}

/** Runs a proof in the size of `all`; what it prints is passed on, and its last line is what it says. */
async function runHeard(proof: Proof): Promise<{ code: number; says: string }> {
  const command = commandOf(proof, proof.inAll?.split(" ") ?? []);
  const child = new Deno.Command(Deno.execPath(), { ...command, cwd: ROOT, stdin: "null", stdout: "piped" }).spawn();
  const decoder = new TextDecoder();
  let heard = "";
  for await (const chunk of child.stdout) {
    for (let sent = 0; sent < chunk.length;) sent += await Deno.stdout.write(chunk.subarray(sent));
    heard = (heard + decoder.decode(chunk, { stream: true })).slice(-LAST_WORDS);
  }
  const { code } = await child.status;
  const lines = stripVTControlCharacters(heard).split("\n").map((line) => line.trim()).filter(Boolean);
  // Vitest goes on about times after its counts.
  const says = (proof.tests ? lines.findLast((line) => line.startsWith("Tests ")) : lines.at(-1)) ?? "";
  return { code, says: says.replace(/^Tests +/, "tests: ") };
}
