import type { CaseList, ClaimState, ReportReason, SubjectKind } from "../../backend/contract/moderation.ts";
import type { ModerationEvent } from "../../backend/moderation/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { boolean, int, moment, type RowOf, table, textOf, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { ClosingEvent } from "../account_closings.ts";
import { projection } from "../declare.ts";

const MODERATION_CASES = table("moderation_cases", {
  caseId: uuid,
  kind: textOf<SubjectKind>(),
  subjectId: uuid,
  ownerId: uuid,
  reports: int.default("0").check("reports >= 0"),
  /** What the oldest report that waits says. */
  reason: textOf<ReportReason>().optional,
  hidden: boolean.default("false"),
  appealed: boolean.default("false"),
  claims: int.default("0").check("claims >= 0"),
  /** Claims whose address is not confirmed yet. */
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
  state: textOf<ClaimState>(),
}, { key: ["claimId"], indexes: { moderation_claims_of: "(claimant_id)" } });

/** The queue of the moderators, what is decided about whose things, and the claims of rights holders. */
export const moderation = projection<ModerationEvent | ClosingEvent>({
  name: "moderation",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [MODERATION_CASES, MODERATION_DECISIONS, MODERATION_CLAIMS],
  handlers: {
    ContentReported: (tx, event) =>
      inCase(tx, event, ({ caseId }) =>
        tx`
          update moderation_cases set reports = reports + 1, reason = coalesce(reason, ${event.data.reason})
          where case_id = ${caseId}`),
    ReportsDismissed: (tx, event) =>
      inCase(tx, event, (key) => MODERATION_CASES.set(tx, key, { reports: 0, reason: undefined, decided: true })),
    ContentHidden: (tx, event) =>
      inCase(tx, event, async (key) => {
        await MODERATION_DECISIONS.insert(tx, { ...event.data, decidedAt: event.recordedAt });
        await MODERATION_CASES.set(tx, key, { reports: 0, reason: undefined, decided: true, hidden: true });
      }),
    ContentShown: (tx, event) =>
      inCase(tx, event, async (key) => {
        await endDecision(tx, event.data.decisionId, event.recordedAt);
        await MODERATION_CASES.set(tx, key, { hidden: false, appealed: false, decided: true });
      }),
    ModerationAppealed: (tx, event) => inCase(tx, event, (key) => MODERATION_CASES.set(tx, key, { appealed: true })),
    ModerationAppealAnswered: (tx, event) =>
      inCase(tx, event, (key) => MODERATION_CASES.set(tx, key, { appealed: false })),
    TakedownClaimed: (tx, event) =>
      ofClaim(tx, event, () => {
        const state = event.data.confirmBy === undefined ? "waiting" : "unconfirmed";
        return MODERATION_CLAIMS.insert(tx, { ...event.data, state });
      }),
    TakedownConfirmed: (tx, event) => ofClaim(tx, event, (key) => setClaim(tx, key, "waiting")),
    TakedownLapsed: (tx, event) => ofClaim(tx, event, (key) => setClaim(tx, key, "lapsed")),
    TakedownGranted: (tx, event) =>
      ofClaim(tx, event, async (key) => {
        const { data, recordedAt: decidedAt } = event;
        // The decision of a granted claim has the claim's id.
        await MODERATION_DECISIONS.insert(tx, { ...data, decisionId: data.claimId, decidedAt });
        await decideClaim(tx, key, "granted");
      }),
    TakedownRefused: (tx, event) => ofClaim(tx, event, (key) => decideClaim(tx, key, "refused")),
    CounterNoticeGiven: (tx, event) => ofClaim(tx, event, (key) => setClaim(tx, key, "countered")),
    TakedownContested: (tx, event) => ofClaim(tx, event, (key) => setClaim(tx, key, "contested")),
    TakedownEnded: (tx, event) =>
      ofClaim(tx, event, async (key) => {
        await endDecision(tx, key.claimId, event.recordedAt);
        await setClaim(tx, key, "ended");
      }),
    async AccountErased(tx, { data: { userId: ownerId } }) {
      await tx`
        delete from moderation_claims using moderation_cases
        where moderation_claims.case_id = moderation_cases.case_id and moderation_cases.owner_id = ${ownerId}`;
      await MODERATION_DECISIONS.delete(tx, { ownerId });
      await MODERATION_CASES.delete(tx, { ownerId });
    },
  },
});

/** Changes the case of an event: also when it was changed, and since when it waits. */
async function inCase(
  tx: Tx,
  { data: { caseId, kind, subjectId, ownerId }, recordedAt }: Recorded<ModerationEvent>,
  change: (key: { readonly caseId: string }) => Promise<unknown>,
): Promise<void> {
  const at = new Date(recordedAt);
  await tx`
    insert into moderation_cases (case_id, kind, subject_id, owner_id, changed_at)
    values (${caseId}, ${kind}, ${subjectId}, ${ownerId}, ${at})
    on conflict (case_id) do update set changed_at = excluded.changed_at`;
  await change({ caseId });
  await tx`
    update moderation_cases set waits_since = case
      when reports > 0 or appealed or claims > 0 then coalesce(waits_since, ${at}) end
    where case_id = ${caseId}`;
}

type ClaimEvent = Extract<ModerationEvent, { data: { readonly claimId: string } }>;

interface ClaimKey {
  readonly caseId: string;
  readonly claimId: string;
}

/** The same of a claim, with how many wait for an admin: new ones, and those that the artist has answered. */
async function ofClaim(
  tx: Tx,
  event: Recorded<ClaimEvent>,
  change: (key: ClaimKey) => Promise<unknown>,
): Promise<void> {
  const { claimId } = event.data;
  await inCase(tx, event, async ({ caseId }) => {
    await change({ caseId, claimId });
    await tx`
      update moderation_cases set claims = (
        select count(*)::int from moderation_claims
        where moderation_claims.case_id = moderation_cases.case_id and state in ('waiting', 'countered')
      ), unconfirmed = (
        select count(*)::int from moderation_claims
        where moderation_claims.case_id = moderation_cases.case_id and state = 'unconfirmed'
      ) where case_id = ${caseId}`;
  });
}

async function setClaim(tx: Tx, { claimId }: ClaimKey, state: ClaimState): Promise<void> {
  await MODERATION_CLAIMS.set(tx, { claimId }, { state });
}

async function decideClaim(tx: Tx, key: ClaimKey, state: "granted" | "refused"): Promise<void> {
  await setClaim(tx, key, state);
  await MODERATION_CASES.set(tx, { caseId: key.caseId }, { decided: true });
}

async function endDecision(tx: Tx, decisionId: string, endedAt: number): Promise<void> {
  await MODERATION_DECISIONS.set(tx, { decisionId }, { endedAt });
}

type DbRow = RowOf<typeof MODERATION_CASES>;

/** A case as lists show it; times in epoch ms. */
export type CaseRow = Omit<DbRow, "hidden" | "appealed" | "decided"> & {
  readonly isHidden: boolean;
  readonly hasAppeal: boolean;
};

function caseRow({ hidden: isHidden, appealed: hasAppeal, decided: _decided, ...row }: DbRow): CaseRow {
  return { ...row, isHidden, hasAppeal };
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
