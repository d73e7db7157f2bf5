import type { Sql } from "../../backend/store/sql.ts";
import type { ProofDatabase } from "../parts/database.ts";
import { closedLoop, type Contender, interleaved, type Measured, medianRound } from "../parts/measure.ts";
import { reportDirectly } from "../parts/plays.ts";
import { PlaySource } from "../parts/play_source.ts";
import { openService, type ProofService } from "../parts/service.ts";
import type { Order } from "./http_load.ts";
import type { BenchOptions } from "./options.ts";
import { type Remote, startRemote } from "./remote.ts";
import { rawInserts } from "./appends.ts";
import { comparisons, makePlainTables, openPlain } from "./plain.ts";
import { CostKeeper } from "./play_costs.ts";
import { latencyRow, playCostRow, type Row, rowOf } from "./report.ts";

const CONNECTIONS = 64;
const REPLAYERS = 4;
const STEADY_PER_SECOND = 200;

/**
 * Play reports over HTTP from a second process, against requests that do nothing, the bare command, a plain service and
 * bare inserts, with the processor time of a play by part.
 */
export async function benchPlays(database: ProofDatabase, options: BenchOptions): Promise<Row[]> {
  const size = Math.max(300, Math.ceil(options.rounds * options.ms / 12));
  await using open = new AsyncDisposableStack();
  const raw = open.use(await rawInserts(await database.create("raw_plays"), 32));
  const plain: { sql?: Sql } = {};
  const service = open.use(
    await openService(database, "plays", 2 * size, {
      development: (deps, serviceUrl) => comparisons(deps, plain.sql = openPlain(serviceUrl)),
    }),
  );
  open.defer(async () => await plain.sql?.end({ timeout: 2 }));
  await makePlainTables(service.ownerUrl);
  const phones = open.use(await startPhones(service, { from: size, to: 2 * size, seed: options.seed }));
  const costs = new CostKeeper(service);
  const order = (name: string, sent: Omit<Extract<Order, { connections: number }>, "ms">): Contender =>
    costs.of({ name, round: (ms) => phones.ask<Measured>({ ...sent, ms }) });
  const seen = await interleaved([
    order("no-op", { kind: "no-op", connections: CONNECTIONS }),
    order("report no-op", { kind: "report no-op", connections: CONNECTIONS }),
    order("singles", { kind: "singles", connections: CONNECTIONS }),
    order("plain", { kind: "plain", connections: CONNECTIONS }),
    order("documented", { kind: "documented", connections: CONNECTIONS }),
    costs.of(directCommand(service, size, options.seed)),
    order("replay", { kind: "replay", connections: 8 }),
    raw,
  ], options);
  return [...rowsOf(seen, costs), await besideReplays(phones, options)];
}

function rowsOf(seen: ReadonlyMap<string, Measured>, costs: CostKeeper): Row[] {
  const against = (name: string, [over, baseline]: readonly [string, string], atLeast?: number) =>
    rowOf(name, seen.get(over), {
      baseline: seen.get(baseline),
      ...(atLeast !== undefined && { budget: { atLeast } }),
    });
  const cost = (name: string, of: string, atMost?: number) => {
    const measured = seen.get(of);
    if (!measured) throw new Error(`Cannot report ${name}: it was not measured`);
    return playCostRow(name, measured, { parts: costs.costOf(of), ...(atMost !== undefined && { atMost }) });
  };
  return [
    against("HTTP play reports ÷ authenticated no-op", ["singles", "no-op"], 0.25),
    against("HTTP play reports ÷ no-op that parses and answers a report", ["singles", "report no-op"]),
    against("HTTP play reports ÷ command called directly", ["singles", "direct"], 0.8),
    against("HTTP play reports ÷ a plain service", ["singles", "plain"], 1.2),
    against("HTTP play reports, the documented call ÷ no-op", ["documented", "no-op"]),
    against("batch replay over HTTP, credited plays ÷ raw inserts 32", ["replay", "raw inserts 32"], 1.5),
    cost("processor of a no-op that parses and answers a report", "report no-op"),
    cost("processor of a report", "singles", 1),
    cost("processor of a report to the plain service", "plain"),
    cost("processor of a report to the command", "direct"),
    cost("processor of a play in a batch", "replay", 0.25),
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
