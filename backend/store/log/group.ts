import { Refusal } from "../../contract/refusal.ts";
import { Batch, insertEvents, lockHeads } from "./append.ts";
import type { Json } from "./canonical.ts";
import { type CommandHandler, type DecideContext, type ExecuteOptions, GroupScope } from "./command.ts";
import {
  type CommandIdentity,
  identityOf,
  idsOf,
  knownOf,
  type KnownOutcomes,
  type Outcome,
  readOutcomes,
  resultOf,
  storeOutcomes,
} from "./command_results.ts";
import { OtherVersion, UnknownEpoch } from "./errors.ts";
import type { LogName, RecordedEvent } from "./event.ts";
import type { IdMint } from "./ids.ts";
import type { ShardMap } from "./shard.ts";
import { otherVersions } from "../projections/other_versions.ts";
import { type Projection, readsLog } from "../projections/projection.ts";
import type { Sql, Tx } from "../sql.ts";
import { type Moved, movedBy } from "./moved.ts";
import { allSettled } from "./all_settled.ts";
import { placeOf, placeOfGroup } from "../place.ts";

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

/** The last position of each log after a command's group; empty for a repeated command. */
export type Positions = ReadonlyMap<LogName, number>;

export interface Executed<Result> {
  readonly result: Result;
  readonly positions: Positions;
  /** Whether this is the first result, given again. */
  readonly repeated: boolean;
}

export interface GroupDeps {
  /** Of the server that has the logs now, and whether an engine spreads tables over several. */
  connection(): Promise<{ readonly sql: Sql; readonly isSpread: boolean }>;
  /** For what is read before the transaction. */
  factsSql(): Promise<Sql>;
  readonly logs: readonly LogName[];
  readonly inline: readonly Projection[];
  readonly fingerprintKey: Uint8Array;
  /** Who is in which shard, as this process knows it; undefined in one that never asks for it. */
  readonly shards: ShardMap | undefined;
  now(): number;
}

/** The earlier answer to a command id, undefined for a new one. Runs nothing; throws like a repeated command. */
export async function earlierOutcome(
  { sql, fingerprintKey, now }: { readonly sql: Sql; readonly fingerprintKey: Uint8Array; readonly now: number },
  command: { name: string; options: ExecuteOptions },
): Promise<{ result: Json } | undefined> {
  const identity = identityOf(fingerprintKey, command, now);
  if (!identity) return undefined;
  const place = placeOfGroup(command.options.logs);
  const known = knownOf(identity, await readOutcomes(sql, place, idsOf(identity)));
  return known && { result: resultOf(identity, known) };
}

function identityIn({ fingerprintKey }: GroupDeps, { handler, options }: Item, now: number) {
  return identityOf(fingerprintKey, { name: handler.name, options }, now);
}

/** What a group did, once its transaction has committed. */
interface Committed {
  /** Settles each item. */
  readonly settle: readonly (() => void)[];
  readonly moved: Moved;
}

/**
 * Runs a group: facts, then in one transaction heads, earlier results, state, decisions, events, inline projections,
 * results. Throws when one of them failed, and then nothing of any item took effect.
 */
export async function runGroup(deps: GroupDeps, items: readonly Item[]): Promise<Committed> {
  // The moment comes first: a rule that had changed by then is among the facts.
  const now = deps.now();
  const kinds = kindsOf(items);
  const reading = readFacts(deps, kinds, new GroupScope(now));
  reading.catch(() => {});
  const { sql, isSpread } = await deps.connection();
  return await sql.begin(async (tx) => {
    // `begin` alone holds nothing: it was on its way while the facts were read, so that they cost no wait more.
    const scopes = await reading;
    // In turn on one connection: the reads see every commit that came while this waited for the heads.
    const [heads, , , outcomes, states] = await allSettled([
      lockHeads(tx, deps.logs),
      refuseOtherVersions(tx, deps.inline),
      refuseUnknownEpoch(tx, deps.shards),
      readOutcomes(tx, placeOfGroup(deps.logs), items.flatMap((item) => idsOf(identityIn(deps, item, now)))),
      loadStates(tx, kinds, scopes),
    ]);
    // Read under the lock, so that it never goes backwards along the positions, however long the heads were waited for.
    const recordedAt = Math.max(now, deps.now());
    const group = new Group(deps, { tx, isSpread, batch: new Batch(heads), outcomes, states, now, recordedAt });
    const settle = items.map((item) => group.decide(item));
    await group.write();
    return { settle, moved: movedBy(group.begun.batch.events) };
  });
}

/** While this waited for the heads, newer code may have put its own tables in the place of those that this code writes. */
async function refuseOtherVersions(tx: Tx, inline: readonly Projection[]): Promise<void> {
  const others = await otherVersions(tx, inline);
  if (others.length > 0) throw new OtherVersion(others);
}

/** Epochs are announced long before they begin; a process may have been cut off meanwhile. */
async function refuseUnknownEpoch(tx: Tx, shards: ShardMap | undefined): Promise<void> {
  if (!shards) return;
  const [row] = await tx<{ begun: number }[]>`
    select count(*)::int as begun from shard_epochs where from_at <= now()`;
  if ((row?.begun ?? 0) > shards.size) throw new UnknownEpoch();
}

/** The commands of a group by their handlers. */
type Kinds = ReadonlyMap<AnyHandler, readonly unknown[]>;
type Scopes = ReadonlyMap<AnyHandler, GroupScope>;
type States = Map<AnyHandler, unknown>;

function kindsOf(items: readonly Item[]): Kinds {
  const kinds = new Map<AnyHandler, unknown[]>();
  for (const { handler, command } of items) {
    const same = kinds.get(handler);
    if (same) same.push(command);
    else kinds.set(handler, [command]);
  }
  return kinds;
}

async function readFacts({ factsSql }: GroupDeps, kinds: Kinds, scope: GroupScope): Promise<Scopes> {
  const read = [...kinds].map(async ([handler, commands]) => {
    if (!handler.facts) return [handler, scope] as const;
    return [handler, scope.knowing(await handler.facts(await factsSql(), commands, scope))] as const;
  });
  return new Map(await allSettled(read));
}

async function loadStates(tx: Tx, kinds: Kinds, scopes: Scopes): Promise<States> {
  const loaded = [...kinds].map(async ([handler, commands]) => {
    const scope = scopes.get(handler);
    if (!scope) throw new Error(`The facts of ${handler.name} were not read`);
    return [handler, await handler.load(tx, commands, scope)] as const;
  });
  return new Map(await allSettled(loaded));
}

/** The start of a group's transaction. Times in epoch ms. */
interface Begun {
  readonly tx: Tx;
  readonly isSpread: boolean;
  readonly batch: Batch;
  /** Of earlier groups, and of this one so far: an id may come twice in a group. */
  readonly outcomes: KnownOutcomes;
  readonly states: States;
  readonly now: number;
  readonly recordedAt: number;
}

class Group {
  readonly #decided: { identity: CommandIdentity; outcome: Outcome }[] = [];

  constructor(readonly deps: GroupDeps, readonly begun: Begun) {}

  /** Decides one item; a refused one contributes nothing and does not disturb its neighbours. */
  decide(item: Item): () => void {
    const { handler, options, mint } = item;
    const identity = identityIn(this.deps, item, this.begun.now);
    const known = identity && knownOf(identity, this.begun.outcomes);
    if (known) {
      return () => settleAgain(item, () => resultOf(identity, known));
    }
    mint.rewind();
    try {
      const result = this.#decideNow(item);
      if (identity) this.#remember(identity, { result: result ?? null });
      return () => item.resolve({ result, positions: this.begun.batch.heads, repeated: false });
    } catch (error) {
      // Without an id the same refusal is not asked for again: what was missing may be there by now.
      if (identity && options.commandId !== undefined && error instanceof Refusal && handler.refusalsStick) {
        const { code, message, detail } = error;
        this.#remember(identity, { refused: { code, message, detail } });
      }
      return () => item.reject(error);
    }
  }

  async write(): Promise<void> {
    const { tx, isSpread, batch, recordedAt } = this.begun;
    const writes: Promise<unknown>[] = [
      insertEvents(tx, batch, { isSpread }),
      storeOutcomes(tx, placeOfGroup(this.deps.logs), { outcomes: this.#decided, recordedAt }),
    ];
    for (const projection of this.deps.inline) {
      const events = batch.events.filter((event) => handles(projection, event));
      for (const own of Map.groupBy(events, ({ log }) => placeOf(log)).values()) writes.push(projection.apply(tx, own));
    }
    await allSettled(writes);
  }

  #decideNow({ handler, command, options, mint }: Item): Json | void {
    const { batch, states, now, recordedAt } = this.begun;
    const context: DecideContext = { now, newId: () => mint.next() };
    const decision = handler.decide(states.get(handler), command, context);
    batch.add(decision.appends, { metadata: options.metadata, recordedAt, newId: context.newId });
    return decision.result;
  }

  #remember(identity: CommandIdentity, outcome: Outcome): void {
    const { outcomes, recordedAt } = this.begun;
    outcomes.set(identity.commandId, { fingerprint: identity.fingerprint, outcome, recordedAt });
    this.#decided.push({ identity, outcome });
  }
}

function handles(projection: Projection, event: RecordedEvent): boolean {
  return readsLog(projection, event.log) && projection.on.includes(event.type);
}

/** A repeated command gets its first answer, also where that was a refusal. */
function settleAgain(item: Item, first: () => Json): void {
  try {
    item.resolve({ result: first(), positions: new Map(), repeated: true });
  } catch (error) {
    item.reject(error);
  }
}
