import { Refusal } from "../contract/refusal.ts";
import { Batch, insertEvents, lockHeads } from "./append.ts";
import { canonicalJson, type Json } from "./canonical.ts";
import { plainArray, textArray } from "./columns.ts";
import { type CommandHandler, type DecideContext, type ExecuteOptions, GroupScope } from "./command.ts";
import { CommandMismatch } from "./errors.ts";
import type { LogName, RecordedEvent } from "./event.ts";
import { fingerprint, type IdMint } from "./ids.ts";
import { type Projection, readsLog } from "./projection.ts";
import type { Sql, Tx } from "./sql.ts";
import { together } from "./together.ts";

/** A command of any kind, as the queue holds it. */
export type AnyHandler = CommandHandler<unknown, unknown, Json | void>;

/** A command that waits, with the two ends of its promise. */
export interface Item {
  readonly handler: AnyHandler;
  readonly command: unknown;
  readonly options: ExecuteOptions;
  readonly mint: IdMint;
  readonly queuedAt: number;
  resolve(executed: Executed<Json | void>): void;
  reject(error: unknown): void;
}

export interface Executed<Result> {
  readonly result: Result;
  /** Last position of each log after the group; empty for a repeated command. */
  readonly positions: ReadonlyMap<LogName, number>;
  /** Whether this is the first result, given again. */
  readonly repeated: boolean;
}

export interface GroupDeps {
  readonly sql: Sql;
  readonly logs: readonly LogName[];
  readonly inline: readonly Projection[];
  readonly fingerprintKey: Uint8Array;
  now(): number;
}

/** What a command id gave before, without running anything; undefined for a new one. Throws like a repeated command. */
export async function earlierOutcome(
  { sql, fingerprintKey }: Pick<GroupDeps, "sql" | "fingerprintKey">,
  { name, options }: { name: string; options: ExecuteOptions },
): Promise<{ result: Json } | undefined> {
  const { commandId } = options;
  if (commandId === undefined) return undefined;
  const known = (await resultsOf(sql, [commandId])).get(commandId);
  return known && { result: resultIn(known, commandId, printOf(fingerprintKey, name, options)) };
}

type Outcome = { result: Json } | { refused: Pick<Refusal, "code" | "message" | "detail"> };

/**
 * Runs a group in one transaction: heads, earlier results, state, decisions, events, inline projections, results.
 * Returns how to settle each item once the transaction has committed; throws when the transaction failed, and then
 * nothing of any item took effect.
 */
export async function runGroup(deps: GroupDeps, items: readonly Item[]): Promise<(() => void)[]> {
  return await deps.sql.begin(async (tx) => {
    const now = deps.now();
    // One behind the other on one connection: what is read sees all that was committed while the heads were waited for.
    const [heads, earlier, states] = await together([
      lockHeads(tx, deps.logs),
      earlierResults(tx, items),
      loadStates(tx, items, new GroupScope(now)),
    ]);
    // Read under the lock, so that it never goes backwards along the positions, however long the heads were waited for.
    const recordedAt = Math.max(now, deps.now());
    const group = new Group(deps, tx, new Batch(heads), { now, recordedAt });
    const settle = items.map((item) => group.decide(item, earlier, states));
    await group.write();
    return settle;
  });
}

type Known = { print: Uint8Array; outcome: Outcome };
type Earlier = Map<string, Known>;
type States = Map<AnyHandler, unknown>;

async function earlierResults(tx: Tx, items: readonly Item[]): Promise<Earlier> {
  return await resultsOf(tx, items.flatMap((item) => item.options.commandId ?? []));
}

async function resultsOf(sql: Sql | Tx, ids: readonly string[]): Promise<Earlier> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ command_id: string; fingerprint: Uint8Array; outcome: Outcome }[]>`
    select command_id, fingerprint, outcome from command_results where command_id = any(${
    plainArray(ids)
  }::text::uuid[])`;
  return new Map(rows.map((row) => [row.command_id, { print: row.fingerprint, outcome: row.outcome }]));
}

async function loadStates(tx: Tx, items: readonly Item[], scope: GroupScope): Promise<States> {
  const commands = new Map<AnyHandler, unknown[]>();
  for (const { handler, command } of items) {
    const same = commands.get(handler);
    if (same) same.push(command);
    else commands.set(handler, [command]);
  }
  return new Map(
    await together(
      [...commands].map(async ([handler, list]) => [handler, await handler.load(tx, list, scope)] as const),
    ),
  );
}

class Group {
  readonly #results: { item: Item; commandId: string; print: Uint8Array; outcome: Outcome }[] = [];

  constructor(
    readonly deps: GroupDeps,
    readonly tx: Tx,
    readonly batch: Batch,
    readonly moment: { readonly now: number; readonly recordedAt: number },
  ) {}

  /** Decides one item; a refused one contributes nothing and does not disturb its neighbours. */
  decide(
    item: Item,
    earlier: Earlier,
    states: States,
  ): () => void {
    const { commandId } = item.options;
    const print = commandId === undefined
      ? undefined
      : printOf(this.deps.fingerprintKey, item.handler.name, item.options);
    if (commandId !== undefined && print !== undefined) {
      const known = earlier.get(commandId);
      if (known) return () => repeat(item, commandId, print, known);
    }
    item.mint.rewind();
    try {
      const result = this.#decideNow(item, states.get(item.handler));
      this.#remember(item, print, { result: result ?? null }, earlier);
      return () => item.resolve({ result, positions: this.batch.heads, repeated: false });
    } catch (error) {
      if (error instanceof Refusal && item.handler.refusalsStick) {
        const refused = { code: error.code, message: error.message, detail: error.detail };
        this.#remember(item, print, { refused }, earlier);
      }
      return () => item.reject(error);
    }
  }

  async write(): Promise<void> {
    const writes: Promise<unknown>[] = [insertEvents(this.tx, this.batch), this.#storeResults()];
    for (const projection of this.deps.inline) {
      const events = this.batch.events.filter((event) => handles(projection, event));
      if (events.length > 0) writes.push(projection.apply(this.tx, events));
    }
    await together(writes);
  }

  #decideNow(item: Item, state: unknown): Json | void {
    const context: DecideContext = { now: this.moment.now, newId: () => item.mint.next() };
    const decision = item.handler.decide(state, item.command, context);
    const stamp = {
      metadata: item.options.metadata,
      recordedAt: this.moment.recordedAt,
      newId: () => item.mint.next(),
    };
    this.batch.add(decision.appends, stamp);
    return decision.result;
  }

  #remember(
    item: Item,
    print: Uint8Array | undefined,
    outcome: Outcome,
    earlier: Earlier,
  ): void {
    const { commandId } = item.options;
    if (commandId === undefined || print === undefined) return;
    earlier.set(commandId, { print, outcome });
    this.#results.push({ item, commandId, print, outcome });
  }

  async #storeResults(): Promise<void> {
    if (this.#results.length === 0) return;
    const recordedAt = new Date(this.moment.recordedAt);
    await this.tx`
      insert into command_results (command_id, actor, name, fingerprint, outcome, recorded_at)
      select command_id, actor, name, decode(print, 'hex'), outcome::json, ${recordedAt}
      from unnest(
        ${plainArray(this.#results.map((row) => row.commandId))}::text::uuid[],
        ${textArray(this.#results.map((row) => row.item.options.metadata.actor))}::text::text[],
        ${textArray(this.#results.map((row) => row.item.handler.name))}::text::text[],
        ${plainArray(this.#results.map((row) => Buffer.from(row.print).toString("hex")))}::text::text[],
        ${textArray(this.#results.map((row) => canonicalJson(row.outcome as Json)))}::text::text[]
      ) as t(command_id, actor, name, print, outcome)`;
  }
}

function handles(projection: Projection, event: RecordedEvent): boolean {
  return readsLog(projection, event.log) && projection.on.includes(event.type);
}

function repeat(item: Item, commandId: string, print: Uint8Array, known: Known): void {
  try {
    item.resolve({ result: resultIn(known, commandId, print), positions: new Map(), repeated: true });
  } catch (error) {
    item.reject(error);
  }
}

function resultIn(known: Known, commandId: string, print: Uint8Array): Json {
  if (Buffer.compare(Buffer.from(print), Buffer.from(known.print)) !== 0) throw new CommandMismatch(commandId);
  if ("result" in known.outcome) return known.outcome.result;
  const { code, message, detail } = known.outcome.refused;
  throw new Refusal(code, message, detail);
}

function printOf(key: Uint8Array, name: string, { metadata, content }: Pick<ExecuteOptions, "metadata" | "content">) {
  return fingerprint(key, name, metadata.actor, content ?? null);
}
