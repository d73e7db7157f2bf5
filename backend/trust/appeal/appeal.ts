import { givenBackAlone, judgesOf } from "../../../projections/appeals.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { voidedOf } from "../../../projections/settling.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { assertTwo, isOfSide, readIndependence, sideOf } from "../../admin/team/reads.ts";
import { streamsOf } from "../../store/streams.ts";
import { settlingNow } from "../../wallet/settling/reads.ts";
import { type AppealEvent, appealStream, type AppealWritten } from "./events.ts";
import {
  type AboutAnswer,
  type AnswerAppeal,
  type Appeals,
  confirmAnswer as decideConfirmed,
  decideAnswer,
  decideAppeal,
  evolve,
  NO_APPEALS,
  type Stakes,
  withdrawAnswer as decideWithdrawn,
} from "./state.ts";

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

/** Answers in words: uphold, or undo the decisions. It is only proposed where another admin has to confirm it. */
export const answerAppeal = appealStreams.handler("answerAppeal", {
  id: ({ userId }: OfShard<AnswerAppeal>) => userId,
  beside: (tx, commands, { now }) => ofEach(commands, (command) => stakesOf(tx, command, now)),
  decide: (appeals, command, { beside }) => {
    const { shard: _, ...answer } = command;
    const stakes = beside.get(command) ?? NO_STAKES;
    const events = decideAnswer(appeals, answer, stakes);
    // Answers of one side that come together add up, too.
    for (const { type, data } of events) {
      if (type !== "AppealAnswered" || data.outcome !== "grant") continue;
      for (const [other, known] of beside) {
        if (!known.side.includes(data.adminId)) continue;
        beside.set(other, { ...known, aloneUnits: known.aloneUnits + data.units });
      }
    }
    return events;
  },
  result: () => undefined,
});

/** An admin of another side confirms the answer that one proposed. */
export const confirmAnswer = appealStreams.handler("confirmAppealAnswer", {
  id: ({ userId }: AboutAnswer) => userId,
  beside: (tx, _commands, { now }) => readIndependence(tx, now),
  decide(appeals, command, { beside }) {
    const events = decideConfirmed(appeals, command);
    assertTwo(beside, { proposedBy: appeals.proposal?.adminId, adminId: command.adminId });
    return events;
  },
  result: () => undefined,
});

/** Takes a proposed answer away. */
export const withdrawAnswer = appealStreams.handler("withdrawAppealAnswer", {
  id: ({ userId }: AboutAnswer) => userId,
  decide: decideWithdrawn,
  result: () => undefined,
});

const NO_STAKES = { units: 0, isJudge: true, aloneUnits: 0, limitUnits: 0 } satisfies Stakes;

async function ofEach<Command, Facts>(
  commands: readonly Command[],
  load: (command: Command) => Promise<Facts>,
): Promise<Map<Command, Facts>> {
  const found = new Map<Command, Facts>();
  for (const command of commands) found.set(command, await load(command));
  return found;
}

async function stakesOf(
  tx: Tx,
  command: OfShard<AnswerAppeal>,
  now: number,
): Promise<Stakes & { readonly side: readonly string[] }> {
  const { userId, adminId } = command;
  const decided = await decisionsAbout(tx, command);
  const side = await sideOf(tx, adminId);
  const isJudge = await isPartyTo(tx, { userId, adminId, side });
  const aloneUnits = await givenBackAlone(tx, side, now - ALONE_MS);
  return {
    side,
    ...{ units: decided.heldUnits + decided.voidedUnits, isJudge },
    ...{ aloneUnits, limitUnits: policyAt(await readPolicies(tx), now).secondApproverAboveUnits },
  };
}

/** Whether an admin decided about the earnings before, or the listener could be somebody on the admin's side. */
export async function isPartyTo(
  sql: Sql | Tx,
  { userId, adminId, side }: { readonly userId: string; readonly adminId: string; readonly side: readonly string[] },
): Promise<boolean> {
  const judges = await judgesOf(sql, [userId]);
  return (judges.get(userId)?.has(adminId) ?? false) || await isOfSide(sql, { side, userIds: [userId] });
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
