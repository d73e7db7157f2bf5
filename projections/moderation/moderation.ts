import type { CaseList, ClaimState, ReportReason, SubjectKind } from "../../backend/contract/moderation.ts";
import type { ModerationEvent } from "../../backend/moderation/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, ddlOf, int, moment, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";

const MODERATION_CASES = table("moderation_cases", {
  caseId: uuid,
  kind: text,
  subjectId: uuid,
  ownerId: uuid,
  reports: int.default("0").check("reports >= 0"),
  reason: text.optional,
  hidden: boolean.default("false"),
  appealed: boolean.default("false"),
  claims: int.default("0").check("claims >= 0"),
  unconfirmed: int.default("0").check("unconfirmed >= 0"),
  decided: boolean.default("false"),
  waitsSince: moment.optional,
  changedAt: moment,
}, {
  key: ["caseId"],
  indexes: {
    moderation_waiting: "(waits_since, case_id) where waits_since is not null",
    moderation_changed: "(changed_at desc, case_id desc)",
    moderation_cases_of: "(owner_id)",
  },
});

const MODERATION_DECISIONS = table("moderation_decisions", {
  decisionId: uuid,
  caseId: uuid,
  ownerId: uuid,
  strike: boolean,
  decidedAt: moment,
  endedAt: moment.optional,
}, { key: ["decisionId"], indexes: { moderation_decisions_of: "(owner_id, decided_at desc)" } });

const MODERATION_CLAIMS = table("moderation_claims", {
  claimId: uuid,
  caseId: uuid,
  claimantId: uuid,
  state: text,
}, { key: ["claimId"], indexes: { moderation_claims_of: "(claimant_id)" } });

/** The queue of the moderators, what is decided about whose things, and the claims of rights holders. */
export const moderation: Projection<ModerationEvent | ClosingEvent> = {
  name: "moderation",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: [
    ...["ContentReported", "ReportsDismissed", "ContentHidden", "ContentShown"] as const,
    ...["ModerationAppealed", "ModerationAppealAnswered", "TakedownClaimed", "TakedownRefused"] as const,
    ...["TakedownConfirmed", "TakedownLapsed"] as const,
    ...["TakedownGranted", "CounterNoticeGiven", "TakedownContested", "TakedownEnded", ...CLOSING_EVENTS] as const,
  ],
  tables: ddlOf(MODERATION_CASES, MODERATION_DECISIONS, MODERATION_CLAIMS),

  async apply(tx, events) {
    // A few a day; one after another, so that the last word counts.
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      else if (event.type === "AccountErased") await forget(tx, event.data.userId);
    }
  },
};

async function forget(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from moderation_claims using moderation_cases
    where moderation_claims.case_id = moderation_cases.case_id and moderation_cases.owner_id = ${userId}`;
  await tx`delete from moderation_decisions where owner_id = ${userId}`;
  await tx`delete from moderation_cases where owner_id = ${userId}`;
}

async function applyOne(tx: Tx, event: Recorded<ModerationEvent>): Promise<void> {
  const { caseId, kind, subjectId, ownerId } = event.data;
  const at = new Date(event.recordedAt);
  await tx`
    insert into moderation_cases (case_id, kind, subject_id, owner_id, changed_at)
    values (${caseId}, ${kind}, ${subjectId}, ${ownerId}, ${at})
    on conflict (case_id) do update set changed_at = excluded.changed_at`;
  await changeCase(tx, event);
  await tx`
    update moderation_cases set waits_since = case
      when reports > 0 or appealed or claims > 0 then coalesce(waits_since, ${at}) end
    where case_id = ${caseId}`;
}

async function changeCase(tx: Tx, event: Recorded<ModerationEvent>): Promise<void> {
  const { caseId, ownerId } = event.data;
  const at = new Date(event.recordedAt);
  switch (event.type) {
    case "ContentReported":
      await tx`
        update moderation_cases set reports = reports + 1, reason = coalesce(reason, ${event.data.reason})
        where case_id = ${caseId}`;
      return;
    case "ReportsDismissed":
      await tx`update moderation_cases set reports = 0, reason = null, decided = true where case_id = ${caseId}`;
      return;
    case "ContentHidden": {
      const { decisionId, strike } = event.data;
      await addDecision(tx, { decisionId, caseId, ownerId, strike, at });
      await tx`
        update moderation_cases set reports = 0, reason = null, decided = true, hidden = true where case_id = ${caseId}`;
      return;
    }
    case "ContentShown":
      await tx`update moderation_decisions set ended_at = ${at} where decision_id = ${event.data.decisionId}`;
      await tx`
        update moderation_cases set hidden = false, appealed = false, decided = true where case_id = ${caseId}`;
      return;
    case "ModerationAppealed":
      await tx`update moderation_cases set appealed = true where case_id = ${caseId}`;
      return;
    case "ModerationAppealAnswered":
      await tx`update moderation_cases set appealed = false where case_id = ${caseId}`;
      return;
    default:
      await changeClaims(tx, event);
  }
}

type ClaimEvent = Extract<ModerationEvent, { data: { readonly claimId: string } }>;

async function changeClaims(tx: Tx, event: Recorded<ClaimEvent>): Promise<void> {
  const { caseId, ownerId } = event.data;
  const at = new Date(event.recordedAt);
  switch (event.type) {
    case "TakedownClaimed": {
      const { claimId, claimantId, confirmBy } = event.data;
      const state: ClaimState = confirmBy === undefined ? "waiting" : "unconfirmed";
      await tx`
        insert into moderation_claims (claim_id, case_id, claimant_id, state)
        values (${claimId}, ${caseId}, ${claimantId}, ${state})`;
      break;
    }
    case "TakedownConfirmed":
      await setClaim(tx, event.data.claimId, "waiting");
      break;
    case "TakedownLapsed":
      await setClaim(tx, event.data.claimId, "lapsed");
      break;
    case "TakedownGranted": {
      const { claimId, strike } = event.data;
      await addDecision(tx, { decisionId: claimId, caseId, ownerId, strike, at });
      await setClaim(tx, claimId, "granted");
      await tx`update moderation_cases set decided = true where case_id = ${caseId}`;
      break;
    }
    case "TakedownRefused":
      await setClaim(tx, event.data.claimId, "refused");
      await tx`update moderation_cases set decided = true where case_id = ${caseId}`;
      break;
    case "CounterNoticeGiven":
      await setClaim(tx, event.data.claimId, "countered");
      break;
    case "TakedownContested":
      await setClaim(tx, event.data.claimId, "contested");
      break;
    case "TakedownEnded":
      await tx`update moderation_decisions set ended_at = ${at} where decision_id = ${event.data.claimId}`;
      await setClaim(tx, event.data.claimId, "ended");
      break;
    default:
      event satisfies never;
  }
  // Those that wait for an admin: new ones, and those that the artist has answered.
  await tx`
    update moderation_cases set claims = (
      select count(*)::int from moderation_claims
      where moderation_claims.case_id = moderation_cases.case_id and state in ('waiting', 'countered')
    ), unconfirmed = (
      select count(*)::int from moderation_claims
      where moderation_claims.case_id = moderation_cases.case_id and state = 'unconfirmed'
    ) where case_id = ${caseId}`;
}

async function setClaim(tx: Tx, claimId: string, state: ClaimState): Promise<void> {
  await tx`update moderation_claims set state = ${state} where claim_id = ${claimId}`;
}

interface Decision {
  readonly decisionId: string;
  readonly caseId: string;
  readonly ownerId: string;
  readonly strike: boolean;
  readonly at: Date;
}

/** The decision of a granted claim has the claim's id. */
async function addDecision(tx: Tx, { decisionId, caseId, ownerId, strike, at }: Decision): Promise<void> {
  await tx`
    insert into moderation_decisions (decision_id, case_id, owner_id, strike, decided_at)
    values (${decisionId}, ${caseId}, ${ownerId}, ${strike}, ${at})`;
}

/** A case as lists show it; times in epoch ms. */
export interface CaseRow {
  readonly caseId: string;
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly ownerId: string;
  readonly reports: number;
  /** What the oldest report that waits says. */
  readonly reason: ReportReason | undefined;
  readonly isHidden: boolean;
  readonly hasAppeal: boolean;
  readonly claims: number;
  /** Claims whose address nobody has confirmed yet. */
  readonly unconfirmed: number;
  readonly waitsSince: number | undefined;
  readonly changedAt: number;
}

interface CasePage {
  readonly list: CaseList;
  readonly limit: number;
  /** The last case of the page before; `at` in epoch ms. */
  readonly after?: { readonly at: number; readonly caseId: string } | undefined;
}

/** A list of cases: those that wait with the oldest first, the others with the newest first. */
export async function listCases(sql: Sql | Tx, { list, limit, after }: CasePage): Promise<CaseRow[]> {
  const isWaiting = list === "open" || list === "appeals" || list === "claims";
  const column = isWaiting ? sql`waits_since` : sql`changed_at`;
  const rows = await sql<DbRow[]>`
    select * from moderation_cases where ${isIn(sql, list)}
      ${
    after === undefined
      ? sql``
      : isWaiting
      ? sql`and (${column}, case_id) > (${new Date(after.at)}, ${after.caseId}::uuid)`
      : sql`and (${column}, case_id) < (${new Date(after.at)}, ${after.caseId}::uuid)`
  }
    order by ${isWaiting ? sql`waits_since, case_id` : sql`changed_at desc, case_id desc`} limit ${limit}`;
  return rows.map(caseRow);
}

function isIn(sql: Sql | Tx, list: CaseList) {
  switch (list) {
    case "open":
      return sql`reports > 0 and waits_since is not null`;
    case "appeals":
      return sql`appealed and waits_since is not null`;
    case "claims":
      return sql`claims > 0 and waits_since is not null`;
    case "unconfirmed":
      return sql`unconfirmed > 0`;
    case "hidden":
      return sql`(hidden or exists (
        select from moderation_claims where moderation_claims.case_id = moderation_cases.case_id
          and state in ('granted', 'countered', 'contested')
      ))`;
    case "decided":
      return sql`decided and waits_since is null`;
  }
}

/** How many cases are in each list. */
export async function countCases(sql: Sql | Tx): Promise<Record<CaseList, number>> {
  const [row] = await sql<Record<CaseList, number>[]>`
    select (count(*) filter (where ${isIn(sql, "open")}))::int as open,
      (count(*) filter (where ${isIn(sql, "appeals")}))::int as appeals,
      (count(*) filter (where ${isIn(sql, "claims")}))::int as claims,
      (count(*) filter (where ${isIn(sql, "unconfirmed")}))::int as unconfirmed,
      (count(*) filter (where ${isIn(sql, "hidden")}))::int as hidden,
      (count(*) filter (where ${isIn(sql, "decided")}))::int as decided
    from moderation_cases`;
  return row ?? { open: 0, appeals: 0, claims: 0, unconfirmed: 0, hidden: 0, decided: 0 };
}

/** The cases about a person's things that came to a decision, the newest first. */
export async function casesOf(sql: Sql | Tx, ownerId: string, limit: number): Promise<CaseRow[]> {
  const rows = await sql<DbRow[]>`
    select * from moderation_cases
    where owner_id = ${ownerId} and exists (
      select from moderation_decisions where moderation_decisions.case_id = moderation_cases.case_id
    )
    order by changed_at desc, case_id desc limit ${limit}`;
  return rows.map(caseRow);
}

/** The case of a decision or of a claim. */
export async function caseOfDecision(sql: Sql | Tx, decisionId: string): Promise<CaseRow | undefined> {
  const rows = await sql<DbRow[]>`
    select moderation_cases.* from moderation_decisions
    join moderation_cases on moderation_cases.case_id = moderation_decisions.case_id
    where decision_id = ${decisionId}`;
  return rows.map(caseRow)[0];
}

/** The case of a claim, whatever became of it. */
export async function caseOfClaim(sql: Sql | Tx, claimId: string): Promise<CaseRow | undefined> {
  const rows = await sql<DbRow[]>`
    select moderation_cases.* from moderation_claims
    join moderation_cases on moderation_cases.case_id = moderation_claims.case_id
    where claim_id = ${claimId}`;
  return rows.map(caseRow)[0];
}

/** How many decisions since a moment (epoch ms) count against a person and stand. */
export async function strikesOf(sql: Sql | Tx, ownerId: string, since: number): Promise<number> {
  const [row] = await sql<{ strikes: number }[]>`
    select count(*)::int as strikes from moderation_decisions
    where owner_id = ${ownerId} and strike and ended_at is null and decided_at > ${new Date(since)}`;
  return row?.strikes ?? 0;
}

/** How many claims of each of these claimants were refused. */
export async function refusedClaims(sql: Sql | Tx, claimantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ claimantId: string; refused: number }[]>`
    select claimant_id, count(*)::int as refused from moderation_claims
    where claimant_id = any(${[...claimantIds]}::uuid[]) and state = 'refused' group by claimant_id`;
  return new Map(rows.map((row) => [row.claimantId, row.refused]));
}

/** The claims of one claimant by their state, and whether one of them has this id. */
export async function claimsBy(
  sql: Sql | Tx,
  { claimantId, claimId }: { readonly claimantId: string; readonly claimId: string },
): Promise<{ readonly counts: ReadonlyMap<ClaimState, number>; readonly isThere: boolean }> {
  const rows = await sql<{ state: ClaimState; count: number; has: boolean }[]>`
    select state, count(*)::int as count, bool_or(claim_id = ${claimId}) as has from moderation_claims
    where claimant_id = ${claimantId} group by state`;
  return { counts: new Map(rows.map(({ state, count }) => [state, count])), isThere: rows.some(({ has }) => has) };
}

interface DbRow {
  caseId: string;
  kind: SubjectKind;
  subjectId: string;
  ownerId: string;
  reports: number;
  reason: ReportReason | undefined;
  hidden: boolean;
  appealed: boolean;
  claims: number;
  unconfirmed: number;
  waitsSince: number | undefined;
  changedAt: number;
}

function caseRow(row: DbRow): CaseRow {
  return {
    caseId: row.caseId,
    kind: row.kind,
    subjectId: row.subjectId,
    ownerId: row.ownerId,
    reports: row.reports,
    reason: row.reason,
    isHidden: row.hidden,
    hasAppeal: row.appealed,
    claims: row.claims,
    unconfirmed: row.unconfirmed,
    waitsSince: row.waitsSince,
    changedAt: row.changedAt,
  };
}
