import type { ProofDatabase } from "../parts/database.ts";
import { closedLoop, type Contender, interleaved, type Measured, medianRound } from "../parts/measure.ts";
import { reportDirectly } from "../parts/plays.ts";
import { PlaySource } from "../parts/play_source.ts";
import { openService, type ProofService } from "../parts/service.ts";
import type { Order } from "./http_load.ts";
import type { BenchOptions } from "./options.ts";
import { type Remote, startRemote } from "./remote.ts";
import { latencyRow, type Row, rowOf } from "./report.ts";

const CONNECTIONS = 64;
const REPLAYERS = 4;
const STEADY_PER_SECOND = 200;

/** Play reports over HTTP from a second process, against an authenticated request that does nothing and the bare command. */
export async function benchPlays(database: ProofDatabase, options: BenchOptions): Promise<Row[]> {
  const size = Math.max(300, Math.ceil(options.rounds * options.ms / 12));
  await using service = await openService(database, "plays", 2 * size);
  await using phones = await startPhones(service, { from: size, to: 2 * size, seed: options.seed });
  const order = (name: string, sent: Omit<Extract<Order, { connections: number }>, "ms">): Contender => ({
    name,
    round: (ms) => phones.ask<Measured>({ ...sent, ms }),
  });
  const seen = await interleaved([
    order("no-op", { kind: "no-op", connections: CONNECTIONS }),
    order("singles", { kind: "singles", connections: CONNECTIONS }),
    order("documented", { kind: "documented", connections: CONNECTIONS }),
    directCommand(service, size, options.seed),
    order("replay", { kind: "replay", connections: 8 }),
  ], options);
  const singles = seen.get("singles");
  return [
    rowOf("HTTP play reports ÷ authenticated no-op", singles, {
      baseline: seen.get("no-op"),
      budget: { atLeast: 0.2 },
    }),
    rowOf("HTTP play reports ÷ command called directly", singles, {
      baseline: seen.get("direct"),
      budget: { atLeast: 0.5 },
    }),
    rowOf("HTTP play reports, the documented call ÷ no-op", seen.get("documented"), { baseline: seen.get("no-op") }),
    await besideReplays(phones, options),
    rowOf("batch replay over HTTP, credited plays", seen.get("replay"), { budget: { atLeast: 20_000 } }),
  ];
}

/** A process of phones for a part of the listeners, or of the creators, who only read. */
export async function startPhones(
  service: ProofService,
  { from, to, seed, of = "listeners" }: { from: number; to: number; seed: number; of?: "listeners" | "creators" },
): Promise<Remote> {
  const phones = await startRemote(new URL("http_load.ts", import.meta.url).pathname);
  const people = service[of].slice(from, to);
  await phones.ask({
    kind: "setup",
    port: service.port,
    tokens: people.map((person) => person.reportToken),
    sessions: people.map((person) => person.sessionToken),
    tracks: service.tracks,
    seed,
  });
  return phones;
}

/** The command itself, in the service's own process, by as many producers as there are connections. */
function directCommand(service: ProofService, listeners: number, seed: number): Contender {
  const source = new PlaySource(listeners, service.tracks, seed);
  const report = async () => {
    const { listener, play } = source.single();
    await reportDirectly(service, listener, [play]);
  };
  return { name: "direct", round: (ms) => closedLoop(CONNECTIONS, ms, report) };
}

/** Single reports at a steady rate, alone and while others send what has waited on their phones, in turns. */
async function besideReplays(phones: Remote, { rounds, ms }: BenchOptions): Promise<Row> {
  const alone: Measured[] = [];
  const beside: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const order = { kind: "steady", perSecond: STEADY_PER_SECOND, ms };
    alone.push(await phones.ask<Measured>({ ...order, replayers: 0 }));
    beside.push(await phones.ask<Measured>({ ...order, replayers: REPLAYERS }));
  }
  const byP99 = (rounds: Measured[]) => medianRound(rounds.map((one) => ({ ...one, perSecond: one.p99 })));
  const name = `p99 of a report at ${STEADY_PER_SECOND}/s beside ${REPLAYERS} replays of 500 ÷ without`;
  const asRate = (one: Measured) => ({ ...one, perSecond: STEADY_PER_SECOND });
  return latencyRow(name, asRate(byP99(beside)), { baseline: asRate(byP99(alone)), budget: { atMost: 3 } });
}
