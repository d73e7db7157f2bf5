import { Refusal } from "../../contract/refusal.ts";
import { canonicalJson, type Json } from "./canonical.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import type { ExecuteOptions } from "./command.ts";
import { CommandMismatch } from "./errors.ts";
import { fingerprint } from "./ids.ts";
import { rawSql, type Sql, type Tx } from "../sql.ts";
import { keptIn, type LogPlace, placed, tableOf } from "../place.ts";

/** The outcome of a command: its result, or the refusal that stays its answer. */
export type Outcome = { result: Json } | { refused: Pick<Refusal, "code" | "message" | "detail"> };

/** Tells a command with its own id from any other. */
export interface CommandIdentity {
  readonly commandId: string;
  readonly actor: string;
  readonly name: string;
  /** Keyed HMAC of name, actor and content. */
  readonly fingerprint: Uint8Array;
}

/** An outcome with the fingerprint of its command. */
interface KnownOutcome {
  readonly fingerprint: Uint8Array;
  readonly outcome: Outcome;
}

/** By command id. */
export type KnownOutcomes = Map<string, KnownOutcome>;

/** The identity of a command of the kind `name`; undefined where it carries no id. */
export function identityOf(
  key: Uint8Array,
  { name, options: { commandId, metadata: { actor }, content = null } }: { name: string; options: ExecuteOptions },
): CommandIdentity | undefined {
  if (commandId === undefined) return undefined;
  return { commandId, actor, name, fingerprint: fingerprint(key, { name, actor, content }) };
}

/** The stored outcomes of these command ids; the map lacks ids without one. */
export async function readOutcomes(
  sql: Sql | Tx,
  place: LogPlace,
  commandIds: readonly string[],
): Promise<KnownOutcomes> {
  if (commandIds.length === 0) return new Map();
  const rows = await sql<({ command_id: string } & KnownOutcome)[]>`
    select command_id, fingerprint, outcome from ${keptIn(place, "command_results")}
    where command_id = any(${plainArray(commandIds)}::text::uuid[])`;
  return new Map(rows.map(({ command_id, fingerprint, outcome }) => [command_id, { fingerprint, outcome }]));
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
