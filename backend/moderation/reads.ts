import {
  caseOfClaim,
  type CaseRow,
  casesOf,
  countCases,
  listCases,
  refusedClaims,
  strikesOf,
} from "../../projections/moderation/moderation.ts";
import { openPersonsOf } from "../accounts/account/reads.ts";
import { type Answerers, type FindAnswerers, mayAnswer } from "../contract/appeal_reviewers.ts";
import { readAnswerers } from "../approvals/reads.ts";
import { fullName } from "../contract/full_name.ts";
import { isoTime } from "../contract/iso_time.ts";
import {
  type AdminClaim,
  type AppealAnswerers,
  type CaseAnswer,
  type CaseList,
  type CaseQueue,
  type CaseStep,
  type CaseSummary,
  type ClaimLink,
  type ClaimState,
  type HeldLink,
  MOST_STRIKES,
  type OwnClaim,
  type OwnDecision,
  type OwnModeration,
  REASON_WORDS,
  SHOWN_UNCONFIRMED,
  STRIKE_DAYS,
  type SubjectKind,
} from "../contract/moderation.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Recorded } from "../store/log/event.ts";
import type { PersonKey } from "../store/personal/personal_data.ts";
import { caseIdOf } from "./cases.ts";
import { caseStream, type ModerationEvent } from "./events.ts";
import { answerersOfCase, type Case, contestersOf, evolveCase, NO_CASE } from "./state.ts";
import { findSubject } from "./subjects.ts";
import { ownClaimantId } from "./report.ts";

type ModerationDeps = Pick<Deps, "store" | "personal" | "now">;

const PAGE = 50;
const MOST_OWN = 100;
const DAY_MS = 24 * 3_600_000;

/** A page of one list of the queue. */
export async function readQueue(
  deps: ModerationDeps,
  { list, after }: { list: CaseList; after?: { at: number; caseId: string } | undefined },
): Promise<CaseQueue> {
  const { sql } = deps.store;
  const [rows, counts] = await Promise.all([listCases(sql, { list, limit: PAGE + 1, after }), countCases(sql)]);
  const page = rows.slice(0, PAGE);
  const summaries = await Promise.all(page.map((row) => summaryOf(deps, row)));
  const last = rows.length > PAGE ? page.at(-1) : undefined;
  const isWaiting = list === "open" || list === "appeals" || list === "claims";
  const at = last && (isWaiting ? last.waitsSince ?? last.changedAt : last.changedAt);
  return { cases: summaries, counts, ...(last && { nextCursor: `${at}_${last.caseId}` }) };
}

async function summaryOf(deps: ModerationDeps, row: CaseRow): Promise<CaseSummary> {
  const { kind, subjectId, reports, reason, isHidden, hasAppeal, claims, unconfirmed, waitsSince, changedAt } = row;
  const subject = await findSubject(deps, kind, subjectId);
  return {
    ...{ kind, subjectId, title: subject?.title ?? "", reports, reason, isHidden, hasAppeal, claims, unconfirmed },
    since: isoTime(waitsSince ?? changedAt),
  };
}

/** A case with its whole history; also of a thing without any report. Throws Refusal `not_found`. */
export async function readCase(
  deps: ModerationDeps,
  { kind, subjectId, adminId }: { kind: SubjectKind; subjectId: string; adminId: string },
): Promise<CaseAnswer> {
  const { sql } = deps.store;
  const [subject, events] = await Promise.all([
    findSubject(deps, kind, subjectId),
    deps.store.readStream<ModerationEvent>("social", caseStream(caseIdOf(kind, subjectId))),
  ]);
  const ownerId = subject?.ownerId ?? events[0]?.data.ownerId;
  if (ownerId === undefined) throw new Refusal("not_found", "This is no longer there");
  const state = events.reduce((before, event) => evolveCase(before, event, event.recordedAt), NO_CASE);
  const left = leftOut(state);
  const told = events.filter(({ data }) => !("claimId" in data && left.has(data.claimId)));
  const find = await readAnswerers(sql, deps.now());
  const answerers = answerersOfCase(state, ownerId, find);
  const admins = events.flatMap(({ data }) => "adminId" in data ? data.adminId ?? [] : []);
  const [keys, people, strikes] = await Promise.all([
    keysFor(deps, told, [ownerId]),
    openPersonsOf(deps, [...new Set([ownerId, ...admins, ...answerers?.ids ?? []])]),
    strikesOf(sql, ownerId, deps.now() - STRIKE_DAYS * DAY_MS),
  ]);
  const personName = (userId: string) => fullName(people.get(userId), "Someone who left");
  const isParty = adminId === ownerId || state.reporters.has(adminId);
  const appealed = state.appeal?.isOpen ? events.findLast(({ type }) => type === "ModerationAppealed") : undefined;
  const reported = state.open > 0 ? events.findLast(({ type }) => type === "ContentReported") : undefined;
  const { title = "", text, path = "", pictureUrl = "" } = subject ?? {};
  return {
    ...{ kind, subjectId, title, text, path, pictureUrl },
    owner: { userId: ownerId, name: personName(ownerId), strikes },
    isHidden: state.hidden !== undefined,
    reports: state.open,
    ...(reported?.type === "ContentReported" && { reason: reported.data.reason }),
    decisions: state.decisions,
    ...(appealed?.type === "ModerationAppealed" && answerers && {
      appeal: {
        appealId: appealed.data.appealId,
        at: isoTime(appealed.recordedAt),
        text: keys.get(ownerId)?.open("appeal", appealed.data.words) ?? "",
        mayAnswer: !isParty && mayAnswer(answerers, adminId) === "all",
        answerers: shownAnswerers(answerers, { adminId, isParty, personName }),
      },
    }),
    claims: await claimsIn(deps, told, { keys, state, adminId, find }),
    moreUnconfirmed: left.size,
    history: told.map((event) => stepOf(event, { keys, personName })).toReversed(),
  };
}

/** Unconfirmed claims but for the newest: invented claims do not make a case unreadable. */
function leftOut({ claims }: Case): ReadonlySet<string> {
  return new Set([...claims].filter(([, claim]) => isQuiet(claim)).map(([id]) => id).slice(0, -SHOWN_UNCONFIRMED));
}

function isQuiet({ state }: { readonly state: ClaimState }): boolean {
  return state === "unconfirmed" || state === "lapsed";
}

/** Who may answer, by name, and whether that is who asks. */
export function shownAnswerers(
  answerers: Answerers,
  { adminId, isParty, personName }: {
    readonly adminId: string;
    readonly isParty: boolean;
    personName(userId: string): string;
  },
): AppealAnswerers {
  const may = isParty ? "no" : mayAnswer(answerers, adminId);
  return {
    ...{ rule: answerers.rule, names: answerers.ids.map(personName) },
    ...{ mayAnswer: may === "all", mayAgree: may !== "no", isTooSoon: answerers.tooSoon.includes(adminId) },
  };
}

/** What of a person's things is hidden or was, with why, and what they said about it. */
export async function ownModeration(deps: ModerationDeps, userId: string): Promise<OwnModeration> {
  const { sql } = deps.store;
  const [rows, strikes] = await Promise.all([
    casesOf(sql, userId, MOST_OWN),
    strikesOf(sql, userId, deps.now() - STRIKE_DAYS * DAY_MS),
  ]);
  const decisions = await Promise.all(rows.map(async (row) => {
    const events = await deps.store.readStream<ModerationEvent>("social", caseStream(row.caseId));
    const [subject, keys] = await Promise.all([
      findSubject(deps, row.kind, row.subjectId),
      keysFor(deps, events, [userId]),
    ]);
    const known = { kind: row.kind, subjectId: row.subjectId, title: subject?.title || (subject?.text ?? "") };
    return decisionsIn(events, { known, keys, ownerId: userId });
  }));
  return {
    strikes: { count: strikes, most: MOST_STRIKES },
    decisions: decisions.flat().toSorted((one, two) => two.at.localeCompare(one.at)),
  };
}

/** What a link of our mail to an artist answers. Throws Refusal `link_invalid` where it leads to nothing. */
export async function heldLink(
  deps: ModerationDeps,
  claimId: string,
): Promise<HeldLink & { readonly ownerId: string }> {
  const { sql } = deps.store;
  const row = await caseOfClaim(sql, claimId);
  if (!row) throw linkOver();
  const { kind, subjectId, ownerId, caseId } = row;
  const events = await deps.store.readStream<ModerationEvent>("social", caseStream(caseId));
  const [subject, keys] = await Promise.all([findSubject(deps, kind, subjectId), keysFor(deps, events, [ownerId])]);
  const known = { kind, subjectId, title: subject?.title || (subject?.text ?? "") };
  const decision = decisionsIn(events, { known, keys, ownerId }).find(({ decisionId }) => decisionId === claimId);
  if (!decision || !keys.has(ownerId)) throw linkOver();
  return { decision, ownerId };
}

/** What a link of our mail to a claimant confirms. Throws Refusal `link_invalid` where it leads to nothing. */
export async function claimLink(deps: ModerationDeps, claimId: string): Promise<ClaimLink> {
  const row = await caseOfClaim(deps.store.sql, claimId);
  if (!row) throw linkOver();
  const events = await deps.store.readStream<ModerationEvent>("social", caseStream(row.caseId));
  const claimed = events.find(({ type, data }) => type === "TakedownClaimed" && data.claimId === claimId);
  if (claimed?.type !== "TakedownClaimed") throw linkOver();
  const state = events.reduce((before, event) => evolveCase(before, event, event.recordedAt), NO_CASE);
  const { claimantId, name, work, confirmBy = claimed.recordedAt } = claimed.data;
  const [subject, keys] = await Promise.all([
    findSubject(deps, row.kind, row.subjectId),
    deps.personal.keysOf(deps.store.sql, [claimantId]),
  ]);
  const open = openWith(keys.get(claimantId));
  return {
    ...{ claimId, title: subject?.title ?? "", name: open("claim name", name), work: open("claim work", work) },
    ...{ at: isoTime(claimed.recordedAt), confirmBy: isoTime(confirmBy) },
    state: state.claims.get(claimId)?.state ?? "ended",
  };
}

/** The address that a claim came from; empty where there is no such claim, or the claimant had it forgotten. */
export async function emailOfClaim(deps: ModerationDeps, claimId: string): Promise<string> {
  const row = await caseOfClaim(deps.store.sql, claimId);
  if (!row) return "";
  const events = await deps.store.readStream<ModerationEvent>("social", caseStream(row.caseId));
  const claimed = events.find(({ type, data }) => type === "TakedownClaimed" && data.claimId === claimId);
  if (claimed?.type !== "TakedownClaimed") return "";
  const { claimantId, email } = claimed.data;
  const keys = await deps.personal.keysOf(deps.store.sql, [claimantId]);
  return openWith(keys.get(claimantId))("claim email", email);
}

function linkOver(): Refusal {
  return new Refusal("link_invalid", "This link leads to nothing any more");
}

type CaseHistory = readonly Recorded<ModerationEvent>[];
type Keys = ReadonlyMap<string, PersonKey>;

interface DecisionContext {
  readonly known: Pick<OwnDecision, "kind" | "subjectId" | "title">;
  readonly keys: Keys;
  readonly ownerId: string;
}

function decisionsIn(events: CaseHistory, { known, keys, ownerId }: DecisionContext): OwnDecision[] {
  const state = events.reduce((before, event) => evolveCase(before, event, event.recordedAt), NO_CASE);
  const key = keys.get(ownerId);
  return events.flatMap(({ type, data, recordedAt }): OwnDecision[] => {
    if (type === "ContentHidden") {
      const stands = state.hidden?.decisionId === data.decisionId;
      const said = appealIn(events, data.decisionId, key);
      return [{
        ...{
          ...known,
          decisionId: data.decisionId,
          at: isoTime(recordedAt),
          reason: data.reason,
          isStrike: data.strike,
        },
        ...{ words: key?.open("answer", data.words) ?? "", stands, mayAppeal: stands && !said },
        ...(said && { appeal: said }),
      }];
    }
    if (type !== "TakedownGranted") return [];
    const claim = ownClaim(events, data.claimId, { keys, state: state.claims.get(data.claimId)?.state ?? "ended" });
    return [{
      ...{ ...known, decisionId: data.claimId, at: isoTime(recordedAt), reason: "stolen", isStrike: data.strike },
      words: key?.open("answer", data.words) ?? "",
      stands: claim !== undefined && claim.state !== "ended",
      mayAppeal: false,
      claim,
    }];
  });
}

function appealIn(events: CaseHistory, decisionId: string, key: PersonKey | undefined): OwnDecision["appeal"] {
  const written = events.find(({ type, data }) => type === "ModerationAppealed" && data.decisionId === decisionId);
  if (written?.type !== "ModerationAppealed") return undefined;
  const answered = events.find(({ type, data }) =>
    type === "ModerationAppealAnswered" && data.appealId === written.data.appealId
  );
  return {
    ...{ at: isoTime(written.recordedAt), text: key?.open("appeal", written.data.words) ?? "" },
    ...(answered?.type === "ModerationAppealAnswered" && {
      answer: {
        ...{ at: isoTime(answered.recordedAt), verdict: answered.data.verdict },
        text: key?.open("answer", answered.data.words) ?? "",
      },
    }),
  };
}

function ownClaim(
  events: CaseHistory,
  claimId: string,
  { keys, state }: { keys: Keys; state: ClaimState },
): OwnClaim | undefined {
  const claimed = events.find(({ type, data }) => type === "TakedownClaimed" && data.claimId === claimId);
  if (claimed?.type !== "TakedownClaimed") return undefined;
  const { claimantId, name, organisation, work, statement } = claimed.data;
  const open = openWith(keys.get(claimantId));
  const restoreAt = restoreAtOf(events, claimId);
  return {
    ...{ claimId, state, name: open("claim name", name), organisation: open("claim organisation", organisation) },
    ...{
      work: open("claim work", work),
      statement: open("claim statement", statement),
      mayCounter: state === "granted",
    },
    ...(restoreAt !== undefined && state === "countered" && { restoreAt: isoTime(restoreAt) }),
  };
}

interface Judged {
  readonly keys: Keys;
  readonly state: Case;
  readonly adminId: string;
  readonly find: FindAnswerers;
}

async function claimsIn(
  deps: ModerationDeps,
  events: CaseHistory,
  { keys, state, adminId, find }: Judged,
): Promise<AdminClaim[]> {
  const claimed = events.flatMap((event) => event.type === "TakedownClaimed" ? [event] : []);
  const [refused, own] = await Promise.all([
    refusedClaims(deps.store.sql, claimed.map(({ data }) => data.claimantId)),
    ownClaimantId(deps, adminId),
  ]);
  const shown = claimed.map(({ data, recordedAt }): AdminClaim => {
    const { claimId, claimantId, ownerId } = data;
    const open = openWith(keys.get(claimantId));
    const counter = events.find(({ type, data }) => type === "CounterNoticeGiven" && data.claimId === claimId);
    const openOwn = openWith(keys.get(ownerId));
    return {
      ...{ claimId, state: state.claims.get(claimId)?.state ?? "ended", at: isoTime(recordedAt) },
      ...{ name: open("claim name", data.name), email: open("claim email", data.email) },
      ...{ organisation: open("claim organisation", data.organisation), address: open("claim address", data.address) },
      ...{ work: open("claim work", data.work), statement: open("claim statement", data.statement) },
      ...(data.confirmBy !== undefined && state.claims.get(claimId)?.state === "unconfirmed" && {
        confirmBy: isoTime(data.confirmBy),
      }),
      refusedBefore: refused.get(claimantId) ?? 0,
      isOwn: claimantId === own,
      mayContest: mayContest(state, data, { adminId, find }),
      ...(counter?.type === "CounterNoticeGiven" && {
        counterNotice: {
          ...{ at: isoTime(counter.recordedAt), restoreAt: isoTime(counter.data.restoreAt) },
          name: openOwn("counter-notice name", counter.data.name),
          address: openOwn("counter-notice address", counter.data.address),
          statement: openOwn("counter-notice statement", counter.data.statement),
        },
      }),
    };
  });
  return [...shown.filter((claim) => !isQuiet(claim)), ...shown.filter(isQuiet)];
}

/** Whether an admin may say that the claimant went to court. */
function mayContest(
  state: Case,
  { claimId, ownerId }: { readonly claimId: string; readonly ownerId: string },
  { adminId, find }: Pick<Judged, "adminId" | "find">,
): boolean {
  const claim = state.claims.get(claimId);
  if (claim?.state !== "countered") return false;
  return mayAnswer(contestersOf(state, { ownerId, grantedBy: claim.grantedBy }, find), adminId) !== "no";
}

function restoreAtOf(events: CaseHistory, claimId: string): number | undefined {
  const counter = events.find(({ type, data }) => type === "CounterNoticeGiven" && data.claimId === claimId);
  return counter?.type === "CounterNoticeGiven" ? counter.data.restoreAt : undefined;
}

/** What was written by someone who is erased is empty. */
function openWith(key: PersonKey | undefined) {
  return (field: string, sealed: string) => key?.open(field, sealed) ?? "";
}

async function keysFor(
  { store, personal }: ModerationDeps,
  events: CaseHistory,
  more: readonly string[],
): Promise<Keys> {
  const ids = events.flatMap(({ data }) => [
    data.ownerId,
    ..."reporterId" in data ? [data.reporterId] : [],
    ..."claimantId" in data ? [data.claimantId] : [],
  ]);
  return await personal.keysOf(store.sql, [...new Set([...ids, ...more])]);
}

interface Opening {
  readonly keys: Keys;
  personName(userId: string): string;
}

/** A step of the history in words. Who reported is not said: moderators weigh what was said, not by whom. */
function stepOf({ type, data, recordedAt }: Recorded<ModerationEvent>, { keys, personName }: Opening): CaseStep {
  const at = isoTime(recordedAt);
  const own = openWith(keys.get(data.ownerId));
  const step = (what: string, by: string, words = ""): CaseStep => ({ at, what, by, ...(words !== "" && { words }) });
  switch (type) {
    case "ContentReported": {
      const words = data.words === undefined ? "" : openWith(keys.get(data.reporterId))("report", data.words);
      return step(`Reported: ${REASON_WORDS[data.reason].label}`, "A listener", words);
    }
    case "ReportsDismissed":
      return step("Nothing wrong with it", personName(data.adminId), own("moderation note", data.words));
    case "ContentHidden": {
      const what = `Hidden: ${REASON_WORDS[data.reason].label}${data.strike ? ", with a strike" : ""}`;
      return step(what, personName(data.adminId), own("answer", data.words));
    }
    case "ContentShown":
      return step("Shown again", personName(data.adminId), own("answer", data.words));
    case "ModerationAppealed":
      return step("Appealed", "The owner", own("appeal", data.words));
    case "ModerationAppealAnswered": {
      const what = data.verdict === "grant" ? "Appeal granted" : "Appeal refused: it stays hidden";
      return step(what, personName(data.adminId), own("answer", data.words));
    }
    case "TakedownClaimed":
      return step("Claimed by a rights holder", openWith(keys.get(data.claimantId))("claim name", data.name));
    case "TakedownConfirmed":
      return step("The claimant confirmed their address", "The claimant");
    case "TakedownLapsed":
      return step("Nobody confirmed the claim in time", "Orin");
    case "TakedownRefused": {
      const words = openWith(keys.get(data.claimantId))("answer", data.words);
      return step("Claim refused", personName(data.adminId), words);
    }
    case "TakedownGranted": {
      const what = `Taken down${data.strike ? ", with a strike" : ""}`;
      return step(what, personName(data.adminId), own("answer", data.words));
    }
    case "CounterNoticeGiven":
      return step("Counter-notice", "The artist", own("counter-notice statement", data.statement));
    case "TakedownContested":
      return step("The claimant went to court", personName(data.adminId), own("answer", data.words));
    case "TakedownEnded":
      return data.because === "counter_notice" || data.adminId === undefined
        ? step("Restored: nobody went to court in time", "Orin")
        : step("Claim ended", personName(data.adminId), data.words === undefined ? "" : own("answer", data.words));
  }
}
