import { appealQueue, type AppealRow, appealsOf, findAppeal } from "../../../projections/appeals.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { hasVoided } from "../../../projections/settling.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { sideOf } from "../../admin/team/reads.ts";
import type {
  AdminAppeal,
  AppealOutcome,
  AppealQueue,
  AppealsAnswer,
  AppealSummary,
  OwnAppeal,
} from "../../contract/appeals.ts";
import { tokensOf } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { groupOf } from "../group/reads.ts";
import { appealStreams, type Decisions, decisionsAbout, isPartyTo } from "./appeal.ts";
import { appealsLeft } from "./state.ts";

type Needs = Pick<Deps, "store" | "shardOf" | "personal" | "groups" | "now">;

/** What admins decided about a listener's earnings, and what came of the listener's appeals. */
export async function ownAppeals(deps: Needs, userId: string): Promise<AppealsAnswer> {
  const { sql } = deps.store;
  const [decisions, rows, keys, stateOf] = await Promise.all([
    decisionsAbout(sql, { shard: deps.shardOf(userId), userId }),
    appealsOf(sql, userId),
    deps.personal.keysOf(sql, [userId]),
    appealStreams.states(sql, [userId]),
  ]);
  const key = keys.get(userId);
  const { about, frozen, lastVoid } = decisions;
  return {
    ...(frozen && {
      held: { since: iso(frozen.since), reason: frozen.reason, tokens: tokensOf(decisions.heldUnits) },
    }),
    ...(lastVoid && {
      voided: { at: iso(lastVoid.at), reason: lastVoid.reason, tokens: tokensOf(decisions.voidedUnits) },
    }),
    appealsLeft: about === undefined ? 0 : appealsLeft(stateOf(userId), about),
    appeals: key ? rows.map((row) => ownAppeal(row, key)) : [],
  };
}

function ownAppeal(row: AppealRow, key: PersonKey): OwnAppeal {
  const { appealId, writtenAt, appeal, state, outcome, answer, answeredAt } = row;
  return {
    ...{ appealId, at: iso(writtenAt), text: key.open("appeal", appeal) },
    // What an admin only proposes is not an answer yet.
    ...(state === "answered" && outcome && answer && answeredAt !== null && {
      answer: { at: iso(answeredAt), outcome, text: key.open("answer", answer) },
    }),
  };
}

/** Whether `ownAppeals` has something to say. */
export async function hasAppeals(deps: Needs, userId: string): Promise<boolean> {
  const { sql } = deps.store;
  return await hasVoided(sql, deps.shardOf(userId), userId) || (await appealsOf(sql, userId)).length > 0;
}

const MOST_WAITING = 200;

/** The appeals that wait, the oldest first, then those answered last; nobody's words. */
export async function listAppeals(deps: Needs): Promise<AppealQueue> {
  const rows = await appealQueue(deps.store.sql, MOST_WAITING);
  return { appeals: await Promise.all(rows.map(async (row) => summaryOf(row, await decisionsOf(deps, row)))) };
}

async function decisionsOf(deps: Needs, { userId }: AppealRow): Promise<Decisions> {
  return await decisionsAbout(deps.store.sql, { shard: deps.shardOf(userId), userId });
}

function summaryOf(row: AppealRow, { heldUnits, voidedUnits }: Decisions): AppealSummary {
  const { appealId, userId, writtenAt, state } = row;
  return { appealId, userId, at: iso(writtenAt), state, held: tokensOf(heldUnits), voided: tokensOf(voidedUnits) };
}

/** The appeal of an id. Refuses with `not_found` for unknown ones and those of erased people. */
export async function existingAppeal(deps: Needs, appealId: string): Promise<AppealRow> {
  const row = await findAppeal(deps.store.sql, appealId);
  if (!row) throw notFound();
  return row;
}

/** An appeal in the listener's words, with the group's evidence. `adminId` is who asks. */
export async function openAppeal(deps: Needs, appealId: string, adminId: string): Promise<AdminAppeal> {
  const { sql } = deps.store;
  const row = await existingAppeal(deps, appealId);
  const side = await sideOf(sql, adminId);
  const [decisions, group, keys, needsAnother, policies, people] = await Promise.all([
    decisionsOf(deps, row),
    groupOf(deps, row.userId),
    deps.personal.keysOf(sql, [row.userId]),
    isPartyTo(sql, { userId: row.userId, adminId, side }),
    readPolicies(sql),
    openPersonsOf(deps, [row.adminId ?? [], row.confirmedBy ?? []].flat()),
  ]);
  const key = keys.get(row.userId);
  if (!key) throw notFound();
  const nameOf = (id: string) => {
    const person = people.get(id);
    return person ? `${person.firstName} ${person.lastName}`.trim() : "A former admin";
  };
  const { frozen, lastVoid } = decisions;
  return {
    ...summaryOf(row, decisions),
    text: key.open("appeal", row.appeal),
    reasons: [...new Set([frozen?.reason ?? [], lastVoid?.reason ?? []].flat())],
    ...(group && {
      group: {
        ...{ groupId: group.groupId, members: group.members, score: group.score },
        findings: group.findings.map(({ text }) => text),
      },
    }),
    ...answerOf(row, { key, nameOf, adminId }),
    needsAnother,
    secondAdminAbove: tokensOf(policyAt(policies, deps.now()).secondApproverAboveUnits),
  };
}

interface Around {
  readonly key: PersonKey;
  readonly adminId: string;
  nameOf(id: string): string;
}

function answerOf(row: AppealRow, { key, nameOf, adminId }: Around): Pick<AdminAppeal, "answer" | "proposal"> {
  const { state, outcome, answer, answeredAt, proposalId, units } = row;
  if (outcome === null || answer === null || row.adminId === null) return {};
  const said: { outcome: AppealOutcome; text: string } = { outcome, text: key.open("answer", answer) };
  const by = [row.adminId, row.confirmedBy ?? []].flat().map(nameOf).join(" and ");
  if (state === "answered") return { answer: { ...said, at: iso(answeredAt ?? 0), by } };
  const isOwn = row.adminId === adminId;
  return { proposal: { ...said, proposalId: proposalId ?? "", tokens: tokensOf(units ?? 0), by, isOwn } };
}

function notFound(): Refusal {
  return new Refusal("not_found", "There is no such appeal");
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
