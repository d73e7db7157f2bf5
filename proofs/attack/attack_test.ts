import { expect, it } from "vitest";
import { attack } from "./attack.ts";

it("no hostile request makes a route fail, hang, leak or answer to the wrong person", async () => {
  const seed = Number(Deno.env.get("ORIN_SEED") ?? Math.floor(Math.random() * 2 ** 31));
  const rounds = Number(Deno.env.get("ORIN_ROUNDS") ?? 2);
  console.log(`# Seed ${seed}: deno task proofs attack --seed ${seed} --rounds ${rounds} sends the same again`);
  const { requests, statuses, slowestMs, slowest, memoryMiB, findings } = await attack({
    ...{ seed, rounds },
    log: (line) => console.log(line),
  });
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`).join(", ");
  console.log(`${requests} requests (${counts}); slowest ${Math.round(slowestMs)} ms (${slowest})`);
  console.log(`Memory ${memoryMiB.join(" to ")} MiB; ${findings.length} findings`);
  for (const finding of findings) console.log(`FOUND: ${finding}`);
  expect(findings).toEqual([]);
  expect(requests).toBeGreaterThan(2_000);
});
