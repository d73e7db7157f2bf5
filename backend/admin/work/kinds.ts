import { countAppeals, waitingAppeals } from "../../../projections/trust/appeals.ts";
import { countDisputes, waitingDisputes } from "../../../projections/payments/disputes.ts";
import { countDuplicates, waitingDuplicates } from "../../../projections/catalogue/duplicates.ts";
import { countMisfits, openMisfits } from "../../../projections/payments/misfits.ts";
import { countCases, listCases } from "../../../projections/moderation/moderation.ts";
import { countSplitDisputes, waitingSplitDisputes } from "../../../projections/catalogue/splits.ts";
import {
  countSuspensionAppeals,
  waitingSuspensionAppeals,
} from "../../../projections/moderation/suspension_appeals.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import type { WaitingPage } from "../../../projections/admin/waiting_page.ts";
import { countWithdrawals, OPEN_STATUSES, pageOfWithdrawals } from "../../../projections/wallet/withdrawals.ts";
import { type CaseList, REASON_WORDS } from "../../contract/moderation.ts";
import { codeInSentence } from "../../contract/code_words.ts";
import { koboOf, unitsOf } from "../../contract/money.ts";
import type { WithdrawalStatus } from "../../contract/wallet.ts";
import type { WorkKind } from "../../contract/work.ts";
import type { Deps } from "../../deps.ts";
import { listStoppedGifts } from "../../gifts/stop/reads.ts";
import { isOutgoing } from "../../mails/again.ts";
import { findSubject } from "../../moderation/subjects.ts";
import { payoutHoldsOf } from "../../wallet/gate.ts";
import { findPause } from "../../wallet/pause/reads.ts";
import { reconciledDays } from "../books/reads.ts";
import { listProposals } from "../proposals/reads.ts";
import { readTeam } from "../../approvals/reads.ts";

/** Something that waits since a moment (epoch ms). */
export interface Waiting {
  readonly id: string;
  readonly at: number;
  /** Its place among what waits since the same moment: `id` where this is left out. */
  readonly place?: string;
  /** Units, or kobo. */
  readonly units?: number;
  /** The person it is about, whose name is shown. */
  readonly userId?: string;
  /** The admins who had a part in it: it is not for them. */
  readonly by?: readonly string[];
  /** Why no approval pays it yet, and until when. */
  readonly held?: string | undefined;
  /** Whether the asking admin decides on it, where its kind knows it better. */
  readonly mine?: boolean;
  /** What it is about, in words: asked for what is shown alone. */
  about?(): Promise<string>;
}

/** How many wait in all, and a page of them, the oldest first. */
interface Found {
  readonly count: number;
  readonly rows: readonly Waiting[];
}

/** Who asks, and for which page. */
interface Asking extends WaitingPage {
  readonly adminId: string;
}

type Read = (deps: Deps, asking: Asking) => Promise<Found>;

/** Each kind of what waits, as its own area reads it. Its roles and names are in `contract/work.ts`. */
export const READS: Readonly<Record<WorkKind, Read>> = {
  withdrawal: ofStatus("pending_review"),
  second_approval: ofStatus("awaiting_second_approval"),
  one_time_code: ofStatus("needs_otp"),
  uncertain_payout: ofStatus("uncertain"),
  lost_payout: whole(async (deps) =>
    (await findPause(deps)).lostPayouts.map(({ reference, amount, at }) => ({
      ...{ id: reference, at: at === null ? 0 : Date.parse(at), units: koboOf(amount), about: said(reference) },
    }))
  ),
  payment_to_clear: paged({
    count: countMisfits,
    read: (sql, page) => openMisfits(sql, { ...page, unasked: true }),
    row: ({ paymentId, foundAt, currency, paidKobo, reference }) => ({
      ...{ id: paymentId, at: foundAt, about: said(reference) },
      ...(currency === "NGN" && { units: paidKobo }),
    }),
  }),
  difference: whole(async (deps) => {
    const [newest] = await reconciledDays(deps, { most: 30 });
    const open = newest?.differences.filter(({ state }) => state === "open" || state === "explained") ?? [];
    return open.map(({ kind, subject, handling }) => ({
      ...{ id: `${kind}:${subject}`, at: Date.parse(handling[0]?.at ?? newest?.at ?? "") },
      about: said(`${codeInSentence(kind)}: ${subject}`),
    }));
  }),
  dispute: paged({
    count: countDisputes,
    read: waitingDisputes,
    row: ({ disputeId, openedAt, payerId, wholeKobo }) => ({
      ...{ id: disputeId, at: openedAt, userId: payerId, units: wholeKobo },
    }),
  }),
  stopped_gift: whole(async (deps) =>
    (await listStoppedGifts(deps)).gifts.filter(({ isWaiting }) => !isWaiting).map((gift) => ({
      ...{ id: gift.giftId, at: Date.parse(gift.stoppedAt), units: unitsOf(gift.tokens), userId: gift.giverId },
    }))
  ),
  disputed_share: paged({
    count: countSplitDisputes,
    read: waitingSplitDisputes,
    row: ({ disputeId, since, trackId }, deps) => ({ id: disputeId, at: since, about: titleOf(deps, trackId) }),
  }),
  proposal: whole(async (deps, adminId) =>
    (await listProposals(deps, adminId)).proposals.map(({ proposalId, proposedAt, title, tokens, mayConfirm }) => ({
      ...{ id: proposalId, at: Date.parse(proposedAt), about: said(title), mine: mayConfirm },
      ...(tokens > 0 && { units: unitsOf(tokens) }),
    }))
  ),
  claim: ofCases("claims"),
  report: ofCases("open"),
  moderation_appeal: ofCases("appeals"),
  suspension_appeal: paged({
    count: countSuspensionAppeals,
    read: waitingSuspensionAppeals,
    row: ({ appealId, writtenAt, userId, suspendedBy }) => ({
      ...{ id: appealId, at: writtenAt, userId },
      ...(suspendedBy !== undefined && { by: [suspendedBy] }),
    }),
  }),
  earnings_appeal: paged({
    count: countAppeals,
    read: waitingAppeals,
    row: ({ appealId, writtenAt, userId }) => ({ id: appealId, at: writtenAt, userId }),
  }),
  duplicate: paged({
    count: countDuplicates,
    read: waitingDuplicates,
    row: ({ matchId, foundAt, trackId }, deps) => ({ id: matchId, at: foundAt, about: titleOf(deps, trackId) }),
  }),
  invited_admin: whole(async (deps) => {
    const { sql } = deps.store;
    const invited = (await readTeam(sql, deps.now())).filter(({ standing }) => standing === "chooses_password");
    const users = await findUsers(sql, invited.map(({ userId }) => userId));
    return invited.map(({ userId }) => ({ id: userId, at: users.get(userId)?.createdAt ?? 0, userId }));
  }),
  failed_mails: whole(async ({ jobs }) => {
    const failed = (await jobs.failures()).filter(({ kind }) => isOutgoing(kind));
    if (failed.length === 0) return [];
    const count = failed.reduce((sum, one) => sum + one.count, 0);
    return [{ id: "mails", at: Math.min(...failed.map(({ since }) => since)), about: said(`${count} not sent`) }];
  }),
};

type Sql = Deps["store"]["sql"];

interface Paged<Row> {
  count(sql: Sql): Promise<number>;
  read(sql: Sql, page: WaitingPage): Promise<readonly Row[]>;
  row(row: Row, deps: Deps): Waiting;
}

/** Of a kind that may have thousands: a page is read. */
function paged<Row>({ count, read, row }: Paged<Row>): Read {
  return async (deps, { limit, after }) => {
    const { sql } = deps.store;
    const [all, rows] = await Promise.all([count(sql), read(sql, { limit, after })]);
    return { count: all, rows: rows.map((one) => row(one, deps)) };
  };
}

/** Of a kind of which there are few: all are read. */
function whole(read: (deps: Deps, adminId: string) => Promise<readonly Waiting[]>): Read {
  return async (deps, { adminId }) => {
    const rows = await read(deps, adminId);
    return { count: rows.length, rows };
  };
}

function ofStatus(status: WithdrawalStatus): Read {
  return async ({ store: { sql }, now }, { limit, after }) => {
    const [counts, rows] = await Promise.all([
      countWithdrawals(sql, [status]),
      pageOfWithdrawals(sql, [status], {
        ...{ limit, oldestFirst: true },
        after: after && { updatedAt: after.at, withdrawalId: after.id },
      }),
    ]);
    // What is under way already is not held any more.
    const holds = OPEN_STATUSES.includes(status) ? await payoutHoldsOf(sql, rows, now()) : new Map<string, string>();
    return {
      count: counts.get(status) ?? 0,
      rows: rows.map(({ withdrawalId, updatedAt, units, userId, approvals }) => ({
        ...{ id: withdrawalId, at: updatedAt, units, userId, held: holds.get(userId) },
        // Who gave the first word does not give the second one.
        ...(status === "awaiting_second_approval" && { by: approvals }),
      })),
    };
  };
}

function ofCases(list: CaseList): Read {
  return paged({
    count: async (sql) => (await countCases(sql))[list],
    read: (sql, { limit, after }) =>
      listCases(sql, { list, limit, after: after && { at: after.at, caseId: after.id } }),
    row: ({ caseId, kind, subjectId, waitsSince, changedAt, reason }, deps) => ({
      ...{ id: `${kind}:${subjectId}`, place: caseId, at: waitsSince ?? changedAt },
      about: async () => {
        const subject = await findSubject(deps, kind, subjectId);
        const why = list === "open" && reason !== undefined ? `. ${REASON_WORDS[reason].label}` : "";
        return `${subject?.title ?? "What is no longer there"}${why}`;
      },
    }),
  });
}

function titleOf({ store: { sql } }: Deps, trackId: string) {
  return async () => {
    const track = (await trackFacts(sql, [trackId])).get(trackId);
    return track ? `${track.title} · ${track.artist}` : "A deleted song";
  };
}

function said(text: string) {
  return () => Promise.resolve(text);
}
