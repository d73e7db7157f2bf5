import { judgesOf } from "../../../projections/trust/appeals.ts";
import { voidedOf } from "../../../projections/wallet/settling.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { settlingNow } from "../../wallet/settling/reads.ts";
import { type AppealAnswered, type AppealEvent, appealStream, type AppealWritten } from "./events.ts";
import { type Appeals, decideAnswer, decideAppeal, evolve, NO_APPEALS } from "./state.ts";

export const appealStreams = streamsOf<string, Appeals, AppealEvent>({
  log: "social",
  stream: appealStream,
  initial: NO_APPEALS,
  evolve,
});

/** The listener's shard goes with each command: what is at stake is in their ledger. */
type OfShard<Command> = Command & { readonly shard: number };

/** Writes an appeal about what is frozen or voided now. */
export const writeAppeal = appealStreams.handler("writeAppeal", {
  id: ({ userId }: OfShard<Omit<AppealWritten["data"], "about">>) => userId,
  beside: (tx, commands) => ofEach(commands, (command) => decisionsAbout(tx, command)),
  decide: (appeals, command, { beside }) => {
    const { shard: _, ...appeal } = command;
    return decideAppeal(appeals, { ...appeal, about: beside.get(command)?.about });
  },
  result: () => undefined,
});

export type AnswerAppeal = OfShard<Pick<AppealAnswered, "data">>;

/**
 * Books the answer that `appealAnswerKind` decided. Who gives back alone does so for what was at stake when it was decided
 * that one may: refuses with `conflict` where it is more by now.
 */
export const answerAppeal = appealStreams.handler("answerAppeal", {
  id: ({ data: { userId } }: AnswerAppeal) => userId,
  beside: (tx, commands) => ofEach(commands, ({ shard, data: { userId } }) => decisionsAbout(tx, { shard, userId })),
  decide: (appeals, command, { beside }) => {
    const { data } = command;
    const isAlone = data.outcome === "grant" && data.confirmedBy === undefined;
    if (isAlone && atStake(beside.get(command)) > data.units) {
      throw new Refusal("conflict", "More is at stake than a moment ago: please look at the appeal again");
    }
    return decideAnswer(appeals, data);
  },
  result: () => undefined,
});

async function ofEach<Command, Facts>(
  commands: readonly Command[],
  load: (command: Command) => Promise<Facts>,
): Promise<Map<Command, Facts>> {
  const found = new Map<Command, Facts>();
  for (const command of commands) found.set(command, await load(command));
  return found;
}

/** Whether an admin froze or voided what a listener earned. */
export async function hasJudged(
  sql: Sql | Tx,
  { userId, adminId }: { readonly userId: string; readonly adminId: string },
): Promise<boolean> {
  return (await judgesOf(sql, [userId])).get(userId)?.has(adminId) ?? false;
}

/** What admins decided about a listener's earnings that is still so. Times in epoch ms. */
export interface Decisions {
  /** The moment of the freeze, else of the newest void; missing where there is neither. */
  readonly about: number | undefined;
  readonly frozen: { readonly since: number; readonly reason: string } | undefined;
  readonly heldUnits: number;
  readonly lastVoid: { readonly at: number; readonly reason: string } | undefined;
  readonly voidedUnits: number;
}

/** What waits and what was taken back. */
export function atStake(decisions: Pick<Decisions, "heldUnits" | "voidedUnits"> | undefined): number {
  return decisions ? decisions.heldUnits + decisions.voidedUnits : 0;
}

/** The decisions about one listener's earnings. */
export async function decisionsAbout(
  sql: Sql | Tx,
  { shard, userId }: { readonly shard: number; readonly userId: string },
): Promise<Decisions> {
  const { units, frozen } = await settlingNow(sql, shard, userId);
  const voided = (await voidedOf(sql, shard, userId)).filter(({ givenBackAt }) => givenBackAt === undefined);
  const lastVoid = voided.toSorted((one, two) => two.at - one.at)[0];
  return {
    ...{ about: frozen?.since ?? lastVoid?.at, frozen, lastVoid },
    heldUnits: frozen ? units : 0,
    voidedUnits: voided.reduce((sum, part) => sum + part.units, 0),
  };
}

/** Seals the words of an appeal or its answer with the listener's key; undefined for people who were erased. */
export async function sealedFor(
  { store, personal }: Pick<Deps, "store" | "personal">,
  { userId, field, text }: { readonly userId: string; readonly field: "appeal" | "answer"; readonly text: string },
): Promise<string | undefined> {
  return (await personal.keysOf(store.sql, [userId])).get(userId)?.seal(field, text);
}
