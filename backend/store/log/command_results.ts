import { Refusal } from "../../contract/refusal.ts";
import { canonicalJson, type Json } from "./canonical.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import type { ExecuteOptions } from "./command.ts";
import { CommandMismatch } from "./errors.ts";
import { derivedId, fingerprint } from "./ids.ts";
import { rawSql, type Sql, type Tx } from "../sql.ts";
import { keptIn, type LogPlace, placed, tableOf } from "../place.ts";

/** The outcome of a command: its result, or the refusal that stays its answer. */
export type Outcome = { result: Json } | { refused: Pick<Refusal, "code" | "message" | "detail"> };

/** Tells a command from any other: by the id that it came with, or by its content and the time. */
export interface CommandIdentity {
  readonly commandId: string;
  /** The other ids that the same command may have had, where it came without one. */
  readonly otherIds: readonly string[];
  /** Results from before this moment (epoch ms) are of another command. */
  readonly since: number;
  readonly actor: string;
  readonly name: string;
  /** Keyed HMAC of name, actor and content. */
  readonly fingerprint: Uint8Array;
}

/** An outcome with the fingerprint of its command. */
interface KnownOutcome {
  readonly fingerprint: Uint8Array;
  readonly outcome: Outcome;
  /** Epoch ms. */
  readonly recordedAt: number;
}

/** By command id. */
export type KnownOutcomes = Map<string, KnownOutcome>;

/**
 * The identity of a command of the kind `name`, at a moment (epoch ms); undefined where nothing tells it from others. One
 * without an id that takes effect once gets its id from its content and the stretch of time: the same command of the
 * stretch before has the id of that, as may one from a process whose clock is ahead.
 */
export function identityOf(
  key: Uint8Array,
  { name, options: { commandId, onceWithinMs, metadata: { actor }, content = null } }: {
    readonly name: string;
    readonly options: ExecuteOptions;
  },
  now: number,
): CommandIdentity | undefined {
  if (commandId === undefined && onceWithinMs === undefined) return undefined;
  const own = { actor, name, fingerprint: fingerprint(key, { name, actor, content }) };
  if (commandId !== undefined) return { ...own, commandId, otherIds: [], since: -Infinity };
  const stretchMs = onceWithinMs ?? 0;
  const stretch = Math.floor(now / stretchMs);
  // An id that is made from a keyed HMAC cannot be guessed.
  const print = Buffer.from(own.fingerprint).toString("hex").slice(0, 32);
  const idAt = (at: number) => derivedId(print, `stretch ${at}`);
  const otherIds = [idAt(stretch - 1), idAt(stretch + 1)];
  return { ...own, commandId: idAt(stretch), otherIds, since: now - stretchMs };
}

/** What a command was answered before, if it is the same one. */
export function knownOf({ commandId, otherIds, since }: CommandIdentity, outcomes: KnownOutcomes) {
  const known = [commandId, ...otherIds].map((id) => outcomes.get(id)).filter((one) => one !== undefined);
  return known.find(({ recordedAt }) => recordedAt > since);
}

/** All ids under which an outcome of a command may be kept. */
export function idsOf(identity: CommandIdentity | undefined): string[] {
  return identity ? [identity.commandId, ...identity.otherIds] : [];
}

/** The stored outcomes of these command ids; the map lacks ids without one. */
export async function readOutcomes(
  sql: Sql | Tx,
  place: LogPlace,
  commandIds: readonly string[],
): Promise<KnownOutcomes> {
  if (commandIds.length === 0) return new Map();
  const rows = await sql<({ commandId: string; recordedAt: number } & Omit<KnownOutcome, "recordedAt">)[]>`
    select command_id, fingerprint, outcome, recorded_at from ${keptIn(place, "command_results")}
    where command_id = any(${plainArray(commandIds)}::text::uuid[])`;
  return new Map(rows.map(({ commandId, fingerprint, outcome, recordedAt }) => [
    commandId,
    { fingerprint, outcome, recordedAt },
  ]));
}

/**
 * A command's earlier result. Throws CommandMismatch if its id came with other content then, and the Refusal if it was
 * refused.
 */
export function resultOf({ commandId, fingerprint }: CommandIdentity, known: KnownOutcome): Json {
  if (Buffer.compare(Buffer.from(fingerprint), Buffer.from(known.fingerprint)) !== 0) {
    throw new CommandMismatch(commandId);
  }
  if ("result" in known.outcome) return known.outcome.result;
  const { code, message, detail } = known.outcome.refused;
  throw new Refusal(code, message, detail);
}

/** Keeps new outcomes under their commands' ids. `recordedAt` in epoch ms. */
export async function storeOutcomes(
  tx: Tx,
  place: LogPlace,
  { outcomes, recordedAt }: {
    outcomes: readonly { readonly identity: CommandIdentity; readonly outcome: Outcome }[];
    recordedAt: number;
  },
): Promise<void> {
  if (outcomes.length === 0) return;
  const { columns, values } = placed(place);
  const column = (pick: (identity: CommandIdentity) => string) => outcomes.map(({ identity }) => pick(identity));
  await tx`
    insert into ${rawSql(tableOf(place, "command_results"))}
      (${columns}command_id, actor, name, fingerprint, outcome, recorded_at)
    select ${values}command_id, actor, name, decode(fingerprint, 'hex'), outcome::json, ${new Date(recordedAt)}
    from unnest(
      ${plainArray(column((identity) => identity.commandId))}::text::uuid[],
      ${textArray(column((identity) => identity.actor))}::text::text[],
      ${textArray(column((identity) => identity.name))}::text::text[],
      ${plainArray(column((identity) => Buffer.from(identity.fingerprint).toString("hex")))}::text::text[],
      ${textArray(outcomes.map(({ outcome }) => canonicalJson(outcome as Json)))}::text::text[]
    ) as t(command_id, actor, name, fingerprint, outcome)`;
}
