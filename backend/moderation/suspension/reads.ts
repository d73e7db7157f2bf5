import { openAbout, waitingAbout } from "../../../projections/admin/proposals.ts";
import { listSuspensionAppeals, type SuspensionAppealRow } from "../../../projections/moderation/suspension_appeals.ts";
import type { FindAnswerers } from "../../contract/appeal_reviewers.ts";
import { readAnswerers } from "../../approvals/reads.ts";
import { type AccountEvent, SUSPENSION_REASON, userStream } from "../../accounts/account/events.ts";
import { openPersonOf, openPersonsOf } from "../../accounts/account/reads.ts";
import { isMusicHidden } from "../../catalogue/artist/reads.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import type {
  OwnDecision,
  SuspensionAppealQueue,
  SuspensionAppealShown,
  SuspensionAppealSummary,
  SuspensionLink,
} from "../../contract/moderation.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { shownAnswerers } from "../reads.ts";
import { answerIn, existingSuspensionAppeal } from "./answer_kind.ts";
import { SUSPENSION_ANSWER, type SuspensionAppealEvent, suspensionAppealStream } from "./events.ts";
import { askedOfSuspension } from "./state.ts";

type SuspensionDeps = Pick<Deps, "store" | "personal" | "now">;

/** A suspension: its moment in epoch ms, who decided it, and the sealed words. */
interface Suspension {
  readonly suspendedAt: number;
  readonly suspendedBy: string | undefined;
  readonly reason: string;
  readonly words: string | undefined;
  readonly isOver: boolean;
}

/** The suspension of a moment as the account's stream tells it; undefined where there is none. */
export async function findSuspension(
  { store }: Pick<Deps, "store">,
  { userId, suspendedAt }: { readonly userId: string; readonly suspendedAt: number },
): Promise<Suspension | undefined> {
  const events = await store.readStream<AccountEvent>("social", userStream(userId));
  const index = events.findIndex(({ type, recordedAt }) => type === "UserSuspended" && recordedAt === suspendedAt);
  const found = events[index];
  if (found?.type !== "UserSuspended") return undefined;
  const { reason, words } = found.data;
  return {
    ...{ suspendedAt, suspendedBy: adminIn(found.metadata.actor), reason, words },
    isOver: events.slice(index + 1).some(({ type }) => type === "UserUnsuspended"),
  };
}

function adminIn(actor: string): string | undefined {
  return /^user:([0-9a-f-]{36})$/.exec(actor)?.[1];
}

/** Why a person is suspended, for the link of our mail. Throws Refusal `link_invalid`. */
export async function suspensionLink(
  deps: SuspensionDeps,
  about: { readonly userId: string; readonly suspendedAt: number },
): Promise<SuspensionLink> {
  const { userId, suspendedAt } = about;
  const [found, person, keys, events, isHidden] = await Promise.all([
    findSuspension(deps, about),
    openPersonOf(deps, userId),
    deps.personal.keysOf(deps.store.sql, [userId]),
    deps.store.readStream<SuspensionAppealEvent>("social", suspensionAppealStream(userId)),
    isMusicHidden(deps, userId),
  ]);
  const key = keys.get(userId);
  if (!found || !person || !key) throw new Refusal("link_invalid", "This link leads to nothing any more");
  const appeal = appealIn(events.filter(({ data }) => data.suspendedAt === suspendedAt), key);
  return {
    ...{ firstName: person.firstName, since: isoTime(suspendedAt), isMusicHidden: isHidden, isOver: found.isOver },
    words: found.words === undefined ? "" : key.open("answer", found.words),
    mayAppeal: !found.isOver && appeal === undefined,
    ...(appeal && { appeal }),
  };
}

/** All suspensions of a person with why, and what they said about them: their own data. */
export async function ownSuspensions(deps: SuspensionDeps, userId: string): Promise<SuspensionLink[]> {
  const events = await deps.store.readStream<AccountEvent>("social", userStream(userId));
  const moments = events.flatMap(({ type, recordedAt }) => type === "UserSuspended" ? [recordedAt] : []);
  return await Promise.all(moments.map((suspendedAt) => suspensionLink(deps, { userId, suspendedAt })));
}

function appealIn(
  events: readonly (SuspensionAppealEvent & { readonly recordedAt: number })[],
  key: PersonKey,
): OwnDecision["appeal"] {
  const written = events.find(({ type }) => type === "SuspensionAppealed");
  if (!written) return undefined;
  const answered = events.find(({ type }) => type === "SuspensionAppealAnswered");
  return {
    ...{ at: isoTime(written.recordedAt), text: key.open("appeal", written.data.words) },
    ...(answered?.type === "SuspensionAppealAnswered" && {
      answer: {
        ...{ at: isoTime(answered.recordedAt), verdict: answered.data.verdict },
        text: key.open("answer", answered.data.words),
      },
    }),
  };
}

/** What waits for an answer, and what was answered last, for an admin. */
export async function suspensionAppeals(deps: SuspensionDeps, adminId: string): Promise<SuspensionAppealQueue> {
  const { sql } = deps.store;
  const [rows, find] = await Promise.all([listSuspensionAppeals(sql), readAnswerers(sql, deps.now())]);
  const viewing = { adminId, find, people: await peopleOf(deps, rows, find), proposed: await proposedOf(deps, rows) };
  return { appeals: rows.map((row) => summaryOf(row, viewing)) };
}

interface Viewing {
  readonly adminId: string;
  readonly people: ReadonlyMap<string, { readonly firstName: string; readonly lastName: string }>;
  readonly find: FindAnswerers;
  /** Ids of appeals whose answer waits for an admin on another side. */
  readonly proposed: ReadonlySet<string>;
}

async function proposedOf({ store, now }: SuspensionDeps, rows: readonly SuspensionAppealRow[]): Promise<Set<string>> {
  const subjects = rows.filter(({ isWaiting }) => isWaiting).map(({ appealId }) => appealId);
  return await waitingAbout(store.sql, { kind: SUSPENSION_ANSWER, subjects, now: now() });
}

/** Everybody whom rows name: who appeals, the admins who decided, and who may answer. */
async function peopleOf(deps: SuspensionDeps, rows: readonly SuspensionAppealRow[], find: FindAnswerers) {
  const ids = rows.flatMap((row) => [
    ...[row.userId, row.suspendedBy, row.answeredBy],
    ...row.isWaiting ? find(askedOfSuspension(row)).ids : [],
  ]);
  return await openPersonsOf(deps, [...new Set(ids.filter((id) => id !== undefined))]);
}

function summaryOf(
  row: SuspensionAppealRow,
  { adminId, people, find, proposed }: Viewing,
): SuspensionAppealSummary {
  const { appealId, userId, suspendedAt, suspendedBy, writtenAt, verdict, isWaiting } = row;
  const viewing = { adminId, isParty: adminId === userId, personName: (id: string) => personName(people, id) };
  const answerers = isWaiting ? shownAnswerers(find(askedOfSuspension(row)), viewing) : undefined;
  return {
    ...{ appealId, userId, name: personName(people, userId), at: isoTime(writtenAt), since: isoTime(suspendedAt) },
    suspendedBy: suspendedBy === undefined ? "Orin" : personName(people, suspendedBy),
    mayAnswer: answerers?.mayAnswer ?? false,
    ...(answerers && { answerers }),
    ...(verdict && { verdict }),
    ...(proposed.has(appealId) && { isProposed: true as const }),
  };
}

function personName(people: Viewing["people"], userId: string): string {
  return fullName(people.get(userId), "Someone who left");
}

/** One appeal with all that was said. Throws Refusal `not_found`. */
export async function openSuspensionAppeal(
  deps: SuspensionDeps,
  { appealId, adminId }: { readonly appealId: string; readonly adminId: string },
): Promise<SuspensionAppealShown> {
  const row = await existingSuspensionAppeal(deps.store.sql, appealId);
  const { userId, answeredBy, answeredAt, verdict, answer } = row;
  const find = await readAnswerers(deps.store.sql, deps.now());
  const about = { kind: SUSPENSION_ANSWER, subject: appealId, now: deps.now() };
  const [people, keys, found, proposal] = await Promise.all([
    peopleOf(deps, [row], find),
    deps.personal.keysOf(deps.store.sql, [userId]),
    findSuspension(deps, row),
    row.isWaiting ? openAbout(deps.store.sql, about) : undefined,
  ]);
  const key = keys.get(userId);
  const open = (field: string, sealed: string | undefined) =>
    sealed === undefined ? "" : key?.open(field, sealed) ?? "";
  return {
    ...summaryOf(row, { adminId, people, find, proposed: new Set(proposal && [appealId]) }),
    ...(proposal && {
      proposal: {
        verdict: answerIn(proposal.content).verdict,
        text: open("answer", answerIn(proposal.content).words),
      },
    }),
    ...{ reason: open(SUSPENSION_REASON, found?.reason), words: open("answer", found?.words) },
    ...{ text: open("appeal", row.words), isOver: found?.isOver ?? true },
    ...(verdict && answeredAt !== undefined && {
      answer: {
        at: isoTime(answeredAt),
        verdict,
        text: open("answer", answer),
        by: personName(people, answeredBy ?? ""),
      },
    }),
  };
}
