import { closedLoop, type Measured, openLoop } from "../parts/measure.ts";
import { PlaySource } from "../parts/play_source.ts";
import { HttpConnection } from "./http_client.ts";
import { answerOrders } from "./remote.ts";

interface Setup {
  readonly kind: "setup";
  readonly port: number;
  readonly tokens: readonly string[];
  readonly sessions: readonly string[];
  readonly tracks: readonly string[];
  readonly seed: number;
}

export type Order =
  | Setup
  | {
    readonly kind: "no-op" | "report no-op" | "singles" | "plain" | "documented";
    readonly connections: number;
    readonly ms: number;
  }
  | { readonly kind: "replay"; readonly connections: number; readonly ms: number }
  | { readonly kind: "steady"; readonly perSecond: number; readonly replayers: number; readonly ms: number }
  | { readonly kind: "read"; readonly path: string; readonly people: number; readonly ms: number }
  | Open;

/** What many open together: members one after another, or visitors. */
interface Open {
  readonly kind: "open";
  readonly path: string;
  readonly by: "member" | "visitor";
  readonly range?: string;
  readonly connections: number;
  readonly ms: number;
}

const BATCH = 500;

/** Phones, in a process of their own: single reports, batches of waiting plays, reads. */
class Phones {
  readonly #plays: PlaySource;
  readonly #free: HttpConnection[] = [];

  constructor(readonly setup: Setup) {
    this.#plays = new PlaySource(setup.tokens.length, setup.tracks, setup.seed);
  }

  noOp = () => this.#call("/dev/no-op", { listener: 0, body: JSON.stringify({ sentAt: Date.now(), plays: [] }) });

  async single(path = "/api/v1/plays"): Promise<number> {
    const { listener, play } = this.#plays.single();
    return accepted(await this.#call(path, { listener, body: batchBody([play]) }), 1);
  }

  async documented(): Promise<number> {
    const { listener, play: { trackId, ...play } } = this.#plays.single();
    const body = JSON.stringify({ ...play, durationPlayed: play.listenedMs / 60_000, sentAt: Date.now() });
    return accepted(await this.#call(`/api/v1/play/${trackId}`, { listener, body }), 1);
  }

  async replay(): Promise<number> {
    const { listener, plays } = this.#plays.batch(BATCH);
    return accepted(await this.#call("/api/v1/plays", { listener, body: batchBody(plays) }), plays.length);
  }

  async read(path: string, listener: number): Promise<void> {
    await this.#call(path, { listener });
  }

  async open({ path, by, range }: Open, call: number): Promise<void> {
    const connection = this.#free.pop() ?? await HttpConnection.open(this.setup.port);
    const { sessions } = this.setup;
    const token = by === "member" ? sessions[call % sessions.length] : undefined;
    const { status, body } = await connection.send("GET", path, { token, range });
    this.#free.push(connection);
    if (status !== (range === undefined ? 200 : 206)) {
      throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
    }
  }

  async #call(path: string, { listener, body }: { listener: number; body?: string }): Promise<string> {
    const connection = this.#free.pop() ?? await HttpConnection.open(this.setup.port);
    const token = (body === undefined ? this.setup.sessions : this.setup.tokens)[listener] ?? "";
    const answer = await connection.send(body === undefined ? "GET" : "POST", path, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    this.#free.push(connection);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return answer.body;
  }
}

function batchBody(plays: readonly unknown[]): string {
  return JSON.stringify({ sentAt: Date.now(), plays });
}

/** Only plays that were credited count: anything else would measure something else. */
function accepted(answer: string, plays: number): number {
  const credited = answer.split('"status":"accepted"').length - 1;
  if (credited !== plays) throw new Error(`${credited} of ${plays} plays were credited: ${answer.slice(0, 300)}`);
  return plays;
}

async function steady(phones: Phones, order: Extract<Order, { kind: "steady" }>): Promise<Measured> {
  let over = false;
  const replays = Array.from({ length: order.replayers }, async () => {
    while (!over) await phones.replay();
  });
  const measured = await openLoop(order.perSecond, order.ms, () => phones.single());
  over = true;
  await Promise.all(replays);
  return measured;
}

/** Each of the first people in turn, one call after another. */
async function readMany(phones: Phones, { path, people, ms }: Extract<Order, { kind: "read" }>): Promise<Measured> {
  let call = 0;
  return await closedLoop(1, ms, () => phones.read(path, call++ % people));
}

/** At least one. */
async function openMany(phones: Phones, order: Open): Promise<Measured> {
  let call = 0;
  if (order.ms === 0) await phones.open(order, call++);
  return await closedLoop(order.connections, order.ms, () => phones.open(order, call++));
}

if (import.meta.main) {
  let phones: Phones | undefined;
  await answerOrders<Order>(async (order) => {
    if (order.kind === "setup") {
      phones = new Phones(order);
      return "ready";
    }
    if (!phones) throw new Error("The first order must be the setup");
    const all = phones;
    if (order.kind === "steady") return await steady(all, order);
    if (order.kind === "read") return await readMany(all, order);
    if (order.kind === "open") return await openMany(all, order);
    const work = {
      "no-op": all.noOp,
      "report no-op": () => all.single("/dev/report-no-op"),
      singles: () => all.single(),
      plain: () => all.single("/dev/plain"),
      documented: () => all.documented(),
    };
    if (order.kind === "replay") return await closedLoop(order.connections, order.ms, () => all.replay());
    return await closedLoop(order.connections, order.ms, async () => void await work[order.kind]());
  });
}
